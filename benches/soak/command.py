"""`paddock soak`: whole tables play while the bot is killed, locked out, suspended and given a wrong time."""

from __future__ import annotations

import asyncio
import shlex
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

from benches.figures import Measured, tell
from benches.options import number, pace, refuse_old_sqlite, refuse_windows
from benches.postgresql_server import FORGETFUL, PostgreSQLMissing, running
from benches.soak.databases import InFile, OnServer, Outside
from benches.soak.plan import Plan
from benches.soak.trial import Trial
from engines import catalog
from sandbox import Limits, Sandbox

DATABASE = "soak.db"
"""The database file in the folder of a soak."""

POSTGRESQL = "postgresql://"
"""How the address of a database on a server begins."""

MOST_PEOPLE = 8
"""At a table, where no other number is asked for."""

PEOPLE = {game.key: min(max(game.seats), MOST_PEOPLE) for game in catalog.games()}
"""With how many people each game is played."""


def read_tables(context: click.Context, option: click.Parameter, value: str) -> dict[str, int]:
    """Read what is played, with or without seats: `jockey,jumpyjack=16`."""
    found: dict[str, int] = {}
    for part in value.split(","):
        game, _, seats = part.strip().partition("=")
        if game not in PEOPLE or (seats and not seats.isdecimal()):
            games = ", ".join(PEOPLE)
            raise click.BadParameter(f"{part!r} is none of {games}, with or without =SEATS.", context, option)
        number = int(seats or PEOPLE[game])
        if number not in catalog.game(game).seats:
            raise click.BadParameter(f"{game} cannot be played by {number}.", context, option)
        found[game] = number
    return found


def read_address(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Read which database is soaked."""
    if value is not None and not value.startswith(POSTGRESQL):
        raise click.BadParameter(f"an address that begins with {POSTGRESQL} is expected.", context, option)
    return value


BY_KILLS: dict[str, Any] = {"kill_every": 9.0, "within": 10.0, "weather": 0.0}
BY_THE_CLOCK: dict[str, Any] = {"kill_every": 30.0, "within": 60.0, "weather": 1.0}
"""What holds where nothing else is said: without `--minutes`, and with it."""

KILLED_AMONG_OTHERS = {**BY_KILLS, "within": 20.0}
"""What holds for several processes."""

TIMES, SECONDS = click.IntRange(0, 10_000), click.FloatRange(1, 86_400)


@click.command()
@click.option(
    "--tables",
    metavar="GAME[=SEATS],…",
    callback=read_tables,
    default=",".join(f"{game}={seats}" for game, seats in PEOPLE.items()),
    show_default=True,
    help="What is played, by how many people.",
)
@number("--kills", TIMES, 100, "How often the bot is killed.")
@click.option(
    "--kill-every",
    type=SECONDS,
    help="Seconds from a start to the next kill; a third of all come earlier.  [default: 9; with --minutes 30]",
)
@number("--locks", TIMES, 0, "How often the database is locked: nine moments of start-up and play, in turn.")
@number("--stops", TIMES, 0, "How often the machine is suspended.")
@number("--hold", SECONDS, 60.0, "Seconds for which it is locked or suspended.")
@number(
    "--jumps", TIMES, 0, "How often the clock is set forward or back, while the bot runs or while it is down."
)
@number("--jump-by", SECONDS, 3600.0, "Seconds by which it is set.")
@click.option(
    "--within",
    type=SECONDS,
    help="Seconds in which the bot has to answer after a start, and after trouble.  [default: 10; several "
    "processes 20; with --minutes 60]",
)
@number("--still", SECONDS, 60.0, "Seconds of service for which no table may stand still.")
@number("--clock", click.FloatRange(30, 86_400), 60.0, "Seconds that a seat has for a decision.")
@pace(0.05, 60, 1.0, "Seconds between two presses of one person, on average.")
@click.option(
    "--minutes",
    type=click.FloatRange(0.1, 10_000),
    help="Play for so long: Discord is in trouble all the time, and the bot is killed again and again.",
)
@click.option(
    "--weather",
    type=click.FloatRange(0, 20),
    help="How much trouble Discord is in, as multiple of a bad day.  [default: 0; with --minutes 1]",
)
@number(
    "--processes",
    click.IntRange(1, 8),
    1,
    "How many processes of the bot share Discord's shards; more than one on PostgreSQL, one killed at a time.",
)
@click.option(
    "--database",
    "address",
    metavar="ADDRESS",
    callback=read_address,
    help="An empty PostgreSQL database, postgresql://….  [default: a SQLite file; for several processes a "
    "server of its own]",
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
    help="Where logs are kept, and the database if it is a file; nowhere if not given.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for every figure.")
@click.pass_context
def command(
    context: click.Context,
    /,
    tables: dict[str, int],
    address: str | None,
    folder: Path | None,
    as_json: bool,
    minutes: float | None,
    **wishes: Any,
) -> None:
    """Let whole tables play while the bot is killed and troubled, and prove that nothing was lost.

    The bot runs in a process of its own, as `paddock run` does, or in several. It has to answer at every table
    within some seconds of every start; no table may stand still while it serves; clocks have to run, and give
    nobody longer than they may; what a dead process kept another one takes over. At the end every race log and
    the bank are checked, everything due is posted, nothing twice. Exit code 0 says that all of that held, 1 that
    it did not: each failure stands on a line.

    \b
    Examples:
      paddock soak
      paddock soak --minutes 60 --seed 7
      paddock soak --minutes 10 --processes 3 --seed 5
      paddock soak --kills 10 --tables newmarket --plain
      paddock soak --kills 0 --locks 9 --stops 1 --jumps 4
      paddock soak --tables jumpyjack=16 --seed 7 --folder /tmp/soak --json
    """
    refuse_windows()
    if wishes["processes"] == 1 and address is None:
        refuse_old_sqlite()
    unsaid = BY_THE_CLOCK if minutes else BY_KILLS if wishes["processes"] == 1 else KILLED_AMONG_OTHERS
    said = {name: value for name, value in wishes.items() if value is not None}
    plan = Plan(seats=tables, minutes=minutes, **{**unsaid, **said})
    if plan.processes > 1 and plan.jumps:
        raise click.UsageError(
            "--jumps sets the clock of one machine: with several --processes it says nothing."
        )
    with tempfile.TemporaryDirectory(prefix="paddock-soak-") as name:
        kept = folder or Path(name)
        if (kept / DATABASE).exists():
            raise click.UsageError(f"{kept} holds an earlier soak; name a new folder.")
        kept.mkdir(parents=True, exist_ok=True)
        found = asyncio.run(soaked(plan, kept, address))
    tell(found.figures, as_json=as_json)
    if found.problems:
        click.echo(f"To repeat it: {_repeated(context)}", err=True)
    context.exit(1 if found.problems else 0)


NOT_REPEATED = {"folder", "address"}
"""Options that a repetition needs anew; an address may hold a password besides."""


def _repeated(context: click.Context) -> str:
    """Return the command as it was given, with its seed."""
    given = ["paddock", "soak"]
    for option in context.command.params:
        is_given = context.get_parameter_source(option.name or "") is ParameterSource.COMMANDLINE
        value = context.params[option.name or ""]
        if option.name == "tables":
            value = ",".join(f"{game}={seats}" for game, seats in value.items())
        if option.name == "seed" or (
            is_given and not isinstance(value, bool) and option.name not in NOT_REPEATED
        ):
            given += [option.opts[0], str(value)]
        elif is_given and isinstance(value, bool):
            given.append(option.opts[0] if value else option.secondary_opts[0])
    return shlex.join(given)


class Found(NamedTuple):
    """What came of a soak."""

    problems: Sequence[str]
    figures: Sequence[Measured]


async def soaked(plan: Plan, folder: Path, address: str | None) -> Found:
    """Do what is planned, telling on standard error how it goes."""
    began = monotonic()

    def told(line: str) -> None:
        click.echo(f"{monotonic() - began:7.1f} s  {line}", err=True)

    async with (
        _database(folder, address, plan.processes) as database,
        Sandbox(limits=Limits.off(), shards=plan.processes) as sandbox,
    ):
        trial = Trial(plan, sandbox, database, folder, told)
        await trial.run()
        for line in trial.refused:
            told(f"Discord refused {line}")
        return Found(trial.problems, list(trial.figures()))


SERVER = {**FORGETFUL, "autovacuum": "on", "max_connections": "150"}
"""How a server of the soak's own is set: it is the bot that is killed, and not the server."""


@asynccontextmanager
async def _database(folder: Path, address: str | None, processes: int) -> AsyncIterator[Outside]:
    """Have an empty database at hand: the one that was named, a file, or one of a server of its own."""
    async with AsyncExitStack() as opened:
        if address is None and processes == 1:
            yield InFile(folder / DATABASE)
            return
        if address is None:
            try:
                address = opened.enter_context(running(SERVER)).url("postgres")
            except PostgreSQLMissing as missing:
                raise click.UsageError(
                    f"Several processes need PostgreSQL, and {missing}; or name an empty database with "
                    "--database postgresql://user:password@host/name."
                ) from None
        server = OnServer(address)
        opened.callback(server.close)
        if trouble := await asyncio.to_thread(server.trouble):
            raise click.UsageError(f"--database {trouble}.")
        yield server
