"""`paddock soak`: whole tables play while the bot is killed, locked out, suspended and given a wrong time."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import click

from benches.soak.people import MOST_SEATS
from benches.soak.plan import Plan
from benches.soak.trial import DATABASE, Trial
from engines import catalog
from sandbox import Limits, Sandbox


def read_tables(context: click.Context, option: click.Parameter, value: str) -> dict[str, int]:
    """Read what is played, with or without seats: `jockey,jumpyjack=16`."""
    found: dict[str, int] = {}
    for part in value.split(","):
        game, _, seats = part.strip().partition("=")
        if game not in MOST_SEATS or (seats and not seats.isdecimal()):
            games = ", ".join(MOST_SEATS)
            raise click.BadParameter(f"{part!r} is none of {games}, with or without =SEATS.", context, option)
        number = int(seats or MOST_SEATS[game])
        if number not in catalog.game(game).seats:
            raise click.BadParameter(f"{game} cannot be played by {number}.", context, option)
        found[game] = number
    return found


Wish = Callable[[Callable[..., Any]], Callable[..., Any]]
"""An option of the command."""


def times(name: str, what: str, default: int = 0) -> Wish:
    """Declare how often something happens."""
    return click.option(name, type=click.IntRange(0, 10_000), default=default, show_default=True, help=what)


def seconds(name: str, default: int, what: str, least: int = 1) -> Wish:
    """Declare how long something takes."""
    kind = click.FloatRange(least, 86_400)
    return click.option(name, type=kind, default=float(default), show_default=True, help=what)


@click.command()
@click.option(
    "--tables",
    metavar="GAME[=SEATS],…",
    callback=read_tables,
    default=",".join(f"{game}={seats}" for game, seats in MOST_SEATS.items()),
    show_default=True,
    help="What is played, by how many people.",
)
@times("--kills", "How often the bot is killed.", 100)
@seconds("--kill-every", 9, "Seconds from a start to the next kill; a third of all come earlier.")
@times("--locks", "How often the database is locked: nine moments of start-up and play, in turn.")
@times("--stops", "How often the machine is suspended.")
@seconds("--hold", 60, "Seconds for which it is locked or suspended.")
@times("--jumps", "How often the clock is set forward or back, while the bot runs or while it is down.")
@seconds("--jump-by", 3600, "Seconds by which it is set.")
@seconds("--within", 10, "Seconds in which the bot has to answer after a start, and after trouble.")
@seconds("--still", 60, "Seconds of service for which no table may stand still.")
@seconds("--clock", 60, "Seconds that a seat has for a decision.", 30)
@click.option(
    "--pace",
    type=click.FloatRange(0.05, 60),
    default=1.0,
    show_default=True,
    help="Seconds between two presses of one person, on average.",
)
@click.option("--pictures/--plain", default=True, show_default=True, help="Whether pictures are drawn.")
@click.option(
    "--seed", default="1", show_default=True, help="Decides who presses what, and what strikes when."
)
@click.option(
    "--debug",
    "is_debugged",
    is_flag=True,
    help="Have the bot log everything, and search it for private facts.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where database and log are kept; nowhere if not given.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for every figure.")
@click.pass_context
def command(
    context: click.Context, /, tables: dict[str, int], folder: Path | None, as_json: bool, **wishes: Any
) -> None:
    """Let whole tables play while the bot is killed and troubled, and prove that nothing was lost.

    The bot runs in a process of its own, as `paddock run` does. It has to answer at every table within
    some seconds of every start; no table may stand still while it serves; clocks have to run, and give nobody
    longer than they may. At the end every race log and the bank are checked, everything due is posted, nothing
    twice. Exit code 0 says that all of that held, 1 that it did not: each failure stands on a line.

    \b
    Examples:
      paddock soak
      paddock soak --kills 10 --tables newmarket --plain
      paddock soak --kills 0 --locks 9 --stops 1 --jumps 4
      paddock soak --tables jumpyjack=16 --seed 7 --folder /tmp/soak --json
    """
    if sys.platform == "win32":
        raise click.ClickException("A soak needs signals that Windows does not have.")
    plan = Plan(seats=tables, **wishes)
    with tempfile.TemporaryDirectory(prefix="paddock-soak-") as name:
        kept = folder or Path(name)
        if (kept / DATABASE).exists():
            raise click.UsageError(f"{kept} holds an earlier soak; name a new folder.")
        kept.mkdir(parents=True, exist_ok=True)
        trial = asyncio.run(soaked(plan, kept))
        figures = list(trial.figures())  # they are counted in the database, which goes with the folder
    for figure in figures:
        click.echo(figure.as_json() if as_json else figure.as_text())
    context.exit(1 if trial.problems else 0)


async def soaked(plan: Plan, folder: Path) -> Trial:
    """Do what is planned, telling on standard error how it goes."""
    began = monotonic()

    def tell(line: str) -> None:
        click.echo(f"{monotonic() - began:7.1f} s  {line}", err=True)

    async with Sandbox(limits=Limits.off()) as sandbox:
        trial = Trial(plan, sandbox, folder, tell)
        await trial.run()
        for line in trial.refused:
            tell(f"Discord refused {line}")
        return trial
