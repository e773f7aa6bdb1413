"""`paddock bench bot`: what the bot takes, and how quickly it answers while many tables are played."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from benches import company, idle, lively, options, processes, processor, statements, throng, whole_games
from benches.figures import Measured, tell
from benches.measured_process import HERE, Checkout
from benches.presses import FellBehind


class Wanted(NamedTuple):
    """What somebody has asked to be measured."""

    play: lively.Play
    rate: float
    """Presses a second at all tables of a throng."""
    idle: int
    checkouts: Sequence[Checkout]


class Case(NamedTuple):
    """What can be measured by itself."""

    line: str
    measure: Callable[[Wanted], Coroutine[Any, Any, list[Measured]]]
    minutes: Callable[[Wanted], float]
    """How long it takes, about."""
    is_quick: bool = False
    """Whether it is measured where nobody says what."""


async def _lively(wanted: Wanted) -> list[Measured]:
    return (await lively.measure(wanted.play, ""))[0]


ON_POSTGRESQL = "processes"
"""The case whose database is no file."""

CASES: Mapping[str, Case] = {
    "statements": Case(
        "SQL statements and transactions a move, for 2 and 6 people; counted, so the same on every machine.",
        lambda wanted: statements.measure(wanted.checkouts),
        lambda wanted: 1.5 * len(wanted.checkouts),
        is_quick=True,
    ),
    "games": Case(
        "Presses, posts and words of whole usual games, of one person against three computer players; counted.",
        lambda wanted: whole_games.measure(wanted.checkouts),
        lambda wanted: 2.0 * len(wanted.checkouts),
    ),
    "processor": Case(
        "Processor time a press with pictures off and on, beside the bare client's.",
        lambda wanted: processor.measure(wanted.play.seconds, wanted.checkouts),
        lambda wanted: (2 * len(wanted.checkouts) + 1) * (wanted.play.seconds + 20) / 60,
    ),
    "lively": Case(
        "Times from a press to its acknowledgement and to the board, at a pace and without a pause.",
        _lively,
        lambda wanted: (wanted.play.seconds + wanted.play.tables) / 60,
        is_quick=True,
    ),
    "company": Case(
        "Boards a second, and what they take, where one person plays against computers that take their time.",
        lambda wanted: company.measure(wanted.play),
        lambda wanted: (wanted.play.seconds + wanted.play.tables) / 60,
    ),
    "throng": Case(
        "The same with a great many tables, memory, and a restart with all of them in play.",
        lambda wanted: throng.measure(wanted.play.tables, wanted.rate, wanted.play.seconds),
        lambda wanted: (3 * wanted.play.seconds + 60 + wanted.play.tables / 20) / 60,
    ),
    "idle": Case(
        "What tables at which nobody presses add to a press.",
        lambda wanted: idle.measure(wanted.idle, wanted.play.seconds),
        lambda wanted: (2 * wanted.play.seconds + 60 + wanted.idle / 200) / 60,
    ),
    ON_POSTGRESQL: Case(
        "Moves a second and their processor time of two processes that share a PostgreSQL and the shards, beside one.",
        lambda wanted: processes.measure(wanted.play.tables, wanted.play.seconds),
        lambda wanted: (3 * wanted.play.seconds + 2 * wanted.play.tables + 60) / 60,
    ),
}
"""By the name that `--case` gives it."""


def _told(cases: Mapping[str, Case]) -> str:
    return " ".join(f"{name}: {case.line}" for name, case in cases.items())


@click.command()
@click.option("--case", "names", type=click.Choice([*CASES]), multiple=True, help=_told(CASES))
@options.number("--tables", click.IntRange(1, 5000), 50, "How many run at once.")
@options.number(
    "--seconds", click.FloatRange(4, 3600), 60.0, "How long to measure, not counting the tables' start."
)
@options.pace(0, 3600, 2.0, "Seconds between two presses at one table, on average.")
@options.number("--rate", click.FloatRange(0.1, 1000), throng.RATE, "Presses a second in a throng, in all.")
@options.number("--idle", click.IntRange(1, 100_000), 10_000, "How many idle tables there are.")
@click.option(
    "--against",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    help="Another checkout of Paddock, whose statements and processor time are measured in turns with these.",
)
@options.as_json
@click.option("--profile", is_flag=True, help="Show where the bot's event loop spends its time instead.")
def command(
    names: Sequence[str],
    tables: int,
    seconds: float,
    pace: float,
    rate: float,
    idle: int,
    against: Path | None,
    as_json: bool,
    profile: bool,
) -> None:
    """Let people play Jockey at random on the sandbox, and measure what the bot does.

    The bot runs in a process of its own, as `paddock run` does; the sandbox and the people share another. Rate
    limits are off: Discord would slow a server down long before the bot does. `acknowledged` is the time from
    a press to Discord's word that the bot took it, `board` the time from a card to the new board in the
    thread. The yardstick is a bare discord.py client that only acknowledges, pressed at the same pace; beside
    a throng stands one more, `posting`, which makes the bot's requests after that. For `saturated` everybody
    presses again as soon as the last press shows. Without a case those are measured that take a minute or two.

    \b
    Examples:
      paddock bench bot
      paddock bench bot --case lively --tables 10 --seconds 20 --json
      paddock bench bot --case statements --case processor --against ../paddock-before
      paddock bench bot --case throng --tables 1000
      paddock bench bot --case processes --tables 10
    """
    options.refuse_windows()
    if {*names} != {ON_POSTGRESQL}:
        options.refuse_old_sqlite()
    play = lively.Play(tables, seconds, pace)
    if profile:
        _, told = options.run(lively.measure(play, "profile"))
        click.echo(told)
        return
    others = [Checkout(against.name, against)] if against else []
    wanted = Wanted(play, rate, idle, (HERE, *others))
    chosen = [CASES[name] for name in names] or [case for case in CASES.values() if case.is_quick]
    click.echo(f"This takes about {_minutes(sum(case.minutes(wanted) for case in chosen))}.", err=True)
    for case in chosen:
        try:
            figures = options.run(case.measure(wanted))
        except FellBehind as behind:
            tell(behind.figures, as_json=as_json)
            raise click.ClickException(str(behind)) from None
        tell(figures, as_json=as_json)


def _minutes(minutes: float) -> str:
    return "a minute" if minutes < 1.5 else f"{minutes:.0f} minutes"
