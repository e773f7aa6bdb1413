"""`paddock lengths`: how many decisions the lengths of a game take, and how many minutes that is."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import click

from bot.cli.series import Crew, Series, pieces, progress, workers
from bot.cli.simulate import Seed, Wanted, naming
from bot.games.lengths import Decisions, Length, Lengths
from bot.games.titles import title
from engines import catalog
from engines.agents import agent, in_play
from engines.core import Header

Kinds: TypeAlias = Mapping[tuple[Length, int], Series]
"""Games to measure, by their length and their seats."""

Measured: TypeAlias = Mapping[Length, Mapping[int, Decisions]]
"""What is decided in a game, by its length and its seats."""


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="How many of each kind.")
@click.option("--seed", type=Seed(), default="1", help="Secret of the first game, hex; 1 if left out.")
@click.option("--data", help="Write the data of one game to a file, as its lengths.json has them.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to use.")
def command(game: str, games: int, seed: bytes, data: str | None, jobs: int) -> None:
    """Measure what a person decides in each length of GAME, or of `all`, and the minutes.

    Steady players play, and a decision takes 20 seconds. Decisions that everybody takes at once count as one; those
    that the table takes by itself do not count. The same seed always gives the same figures.

    \b
    Examples:
      paddock lengths turfe
      paddock lengths all --games 40 --seed 1 --jobs 2
      paddock lengths newmarket --games 40 --data bot/games/newmarket/lengths.json
    """
    wanted = Wanted(game, (), None, seed)
    keys = [key for key in wanted.games() if title(key).own_lengths]
    if not keys or (data and len(keys) > 1):
        raise click.UsageError("one game that has lengths is expected")
    if data:
        with naming(data):
            Path(data).open("a").close()  # what cannot be written is known before the games are played
    with workers(jobs) as spread_over:
        kinds = {key: kinds_of(key, seed) for key in keys}
        with progress(games * sum(map(len, kinds.values())), None) as played:
            crew = Crew(jobs, spread_over, played)
            found = {key: measure(every, games, crew) for key, every in kinds.items()}
    if data:
        with naming(data):
            Path(data).write_text(as_data(found[keys[0]]) + "\n", encoding="utf-8", newline="\n")
    click.echo("\n\n".join(told(found)))


def kinds_of(key: str, secret: bytes) -> Kinds:
    """Name every length of a game at every number of seats."""
    lengths, rules = title(key).own_lengths, catalog.game(key)
    assert lengths is not None
    options = {length: rules.options(lengths.options(length)).model_dump() for length in lengths.values}
    return {
        (length, seats): Series(key, None, options[length], seats, secret, (catalog.STEADY,) * seats)
        for length in options
        for seats in rules.seats
    }


def measure(kinds: Kinds, games: int, crew: Crew) -> Measured:
    """Play so many games of every kind of one game; return what is decided in one, on average, to a tenth."""
    work = [(kind, numbers) for kind in kinds for numbers in pieces(games, crew.jobs)]
    results = crew.spread_over(_decisions, [(kinds[kind], numbers) for kind, numbers in work])
    counted: dict[Length, dict[int, list[Decisions]]] = defaultdict(lambda: defaultdict(list))
    for ((length, seats), numbers), found in zip(work, results, strict=True):
        counted[length][seats] += found
        crew.played(len(numbers))
    return {length: {seats: _mean(found) for seats, found in by.items()} for length, by in counted.items()}


def _mean(found: list[Decisions]) -> Decisions:
    return Decisions(*(round(sum(column) / len(found), 1) for column in zip(*found, strict=True)))


def _decisions(work: tuple[Series, range]) -> list[Decisions]:
    series, numbers = work
    return [decisions(series, number) for number in numbers]


def decisions(series: Series, number: int) -> Decisions:
    """Play a game and count what its people would be asked; a decision of each is a seat's share of all."""
    game = catalog.game(series.game)
    header = Header.of(game, game.options(series.options), series.seats, series.secret_of(number))
    together = alone = 0
    waiting: frozenset[int] = frozenset()
    """Who has yet to decide of those who were asked at once."""
    for match, seat in in_play(game, header, [agent(name, game.key) for name in series.agents]):
        asked = match.to_act()
        if not waiting and len(asked) > 1:
            together, waiting = together + 1, frozenset(asked)
        elif not waiting and not game.has_only_move(game.view(match.state, None), seat):
            alone += 1
        waiting -= {seat}
    return Decisions(together, alone / series.seats)


# ------------------------------------------------------------------------------------------ how it is told


def as_data(measured: Measured) -> str:
    """Write the figures of one game as its room has them."""
    plain = {length: {seats: list(each) for seats, each in by.items()} for length, by in measured.items()}
    rows = (
        f"  {json.dumps(length)}: {{\n"
        + ",\n".join(f'    "{seats}": {json.dumps(means)}' for seats, means in by_seats.items())
        + "\n  }"
        for length, by_seats in plain.items()
    )
    return "{\n" + ",\n".join(rows) + "\n}"


def told(found: Mapping[str, Measured]) -> Iterator[str]:
    """Write a table for every game."""
    for key, measured in found.items():
        lengths = title(key).own_lengths
        assert lengths is not None
        yield table(replace(lengths, measured=measured))


def table(lengths: Lengths) -> str:
    """Write a game's figures as a table of Markdown, a column for each number of seats."""
    seats = sorted({seats for by_seats in lengths.measured.values() for seats in by_seats})
    lines = [row(lengths.game, "seats", seats), row("---", "---", ["---:"] * len(seats))]
    for length, by_seats in lengths.measured.items():
        means = [by_seats[number] for number in seats]
        played = f"{length}: `{lengths.option}` {lengths.values[length]}"
        lines += [
            row(played, "decisions of a person", [f"{each.together + each.alone:.0f}" for each in means]),
            row("", "minutes for one person", [f"{each.minutes(1):.0f}" for each in means]),
            row(
                "",
                "minutes, all people",
                [f"{each.minutes(number):.0f}" for number, each in zip(seats, means, strict=True)],
            ),
        ]
    return "\n".join(lines)


def row(length: str, figure: str, cells: Iterable[Any]) -> str:
    """Write one line of a table."""
    return f"| {' | '.join([length, figure, *map(str, cells)])} |"
