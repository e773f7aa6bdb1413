"""`paddock simulate`: whole games among computer players."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import click

from bot.cli.logfiles import read_text
from bot.cli.played import play, sink
from bot.cli.series import Crew, Series, workers
from bot.cli.series import progress as shown
from bot.editions import read_edition
from engines import catalog
from engines.agents import agent
from engines.core import Header, Unreadable

ALL = "all"
"""In place of a game: every one of them."""

HEX = re.compile(r"[0-9a-fA-F]{1,64}")


class Seed(click.ParamType[bytes]):
    """A secret as 1 to 64 hex digits, padded with zeros on the left to 32 bytes."""

    name = "hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        """Read the digits or refuse them."""
        if isinstance(value, bytes):
            return value
        if not HEX.fullmatch(value):
            self.fail("a seed is 1 to 64 hex digits", param, ctx)
        return bytes.fromhex(value.zfill(64))


@click.command()
@click.argument("game")
@click.option("--seats", type=int, help="How many seats; 4 unless the game needs more or fewer.")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="How many games.")
@click.option("--seed", type=Seed(), help="Secret of the first game, hex; drawn if left out.")
@click.option(
    "--agent",
    "agents",
    multiple=True,
    help="Computer player: once for all seats, or once for each seat; random if left out.",
)
@click.option(
    "--log", help="Write the race logs to a file (race.jsonl), one a game into a directory (races), or -."
)
@click.option("--report", help="Measure the games and write a page of Markdown to a file, or - for here.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="An option of the game.")
@click.option("--edition", help="A JSON file with another edition of the game.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to use.")
@click.option("--progress/--no-progress", default=None, help="Show how far it is; at a terminal it does.")
def command(
    game: str,
    seats: int | None,
    games: int,
    seed: bytes | None,
    agents: tuple[str, ...],
    log: str | None,
    report: str | None,
    options: tuple[str, ...],
    edition: str | None,
    jobs: int,
    progress: bool | None,
) -> None:
    """Let computer players play whole games of GAME, or of `all`; write logs or a report.

    The same seed, options and players always give the same games. A report has as many games of every number of
    seats, by random and by steady players, unless --seats or --agent say otherwise.

    \b
    Examples:
      paddock simulate jockey --seats 4 --games 100 --agent steady
      paddock simulate jockey --seats 2 --agent steady --agent random --games 1000 --jobs 2
      paddock simulate jockey --seed 7 --option rounds=2 --log race.jsonl
      paddock simulate all --games 5000 --jobs 8
      paddock simulate all --games 200 --seed 1 --jobs 2 --report docs/editions.md
    """
    if log and report:
        raise click.UsageError("--log and --report do not go together")
    wanted, size = (
        Wanted(game, options, edition, seed or secrets.token_bytes(32)),
        Size(games, jobs, progress),
    )
    if report:
        _report(wanted, seats, agents, report, size)
    else:
        _play(wanted, seats, agents, log, size)


class Size(NamedTuple):
    """How many games are played of each kind, in how many processes, and whether it is shown how far they are."""

    games: int
    jobs: int
    progress: bool | None

    def crew(self, kinds: int, stack: ExitStack) -> Crew:
        """Have whoever plays them at hand until the stack is closed."""
        played = stack.enter_context(shown(self.games * kinds, self.progress))
        return Crew(self.jobs, stack.enter_context(workers(self.jobs)), played)


def _play(wanted: Wanted, seats: int | None, agents: tuple[str, ...], log: str | None, size: Size) -> None:
    """Play games and tell how they ended, unless it is here that their logs are written."""
    every = [wanted.series(key, seats, agents or ("random",)) for key in wanted.games()]
    with ExitStack() as stack, naming(log):
        write = sink(log, size.games, stack) if log else None
        crew = size.crew(len(every), stack)
        told = [play(series, size.games, crew, write) for series in every]
    if log != "-":
        click.echo("\n\n".join("\n".join(lines) for lines in told))


def _report(wanted: Wanted, seats: int | None, agents: tuple[str, ...], path: str, size: Size) -> None:
    """Play games and write the page of what was measured in them."""
    reporting = import_module("bot.cli.report")  # knows the titles, which games alone do without
    usual = reporting.usual_options
    every = [one for key in wanted.games() for one in reported(wanted, key, seats, agents, usual(key))]
    with ExitStack() as stack, naming(path):
        if path != "-":
            Path(path).open("a").close()  # what cannot be written is known before the games are played
        columns = reporting.measure(every, size.games, size.crew(len(every), stack))
        write_report(path, reporting.page(columns, size.games, asked(wanted.secret)))


@contextmanager
def naming(path: str | None) -> Iterator[None]:
    """Name the file that cannot be written; raise click.UsageError."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror or error}") from None


@dataclass(frozen=True)
class Wanted:
    """What was asked for on the command line, before it is known to be sound."""

    game: str
    options: tuple[str, ...]
    edition: str | None
    secret: bytes

    def games(self) -> list[str]:
        """Return the games to play; options and an edition are for one alone."""
        if self.game != ALL:
            try:
                catalog.game(self.game)
            except Unreadable as error:
                or_all = "" if self.game in catalog.all_keys() else f", or {ALL}"
                raise click.UsageError(f"{error}{or_all}") from None
            return [self.game]
        if self.options or self.edition:
            raise click.UsageError("--option and --edition are for one game, not for all")
        return [game.key for game in catalog.games()]

    def series(
        self, key: str, seats: int | None, agents: tuple[str, ...], usual: Mapping[str, Any] | None = None
    ) -> Series:
        """Check everything before the first game; raise click.UsageError. `usual`: options where none is given."""
        try:
            rules = self.rules(key)
            seats = max(4, rules.seats[0]) if seats is None else seats
            rules.check_seats(seats)
            resolved = rules.options({**(usual or {}), **dict(map(read_option, self.options))})
            names = named(key, agents, seats)
            data = None if self.edition is None else rules.edition.model_dump(mode="json")
            series = Series(key, data, resolved.model_dump(), seats, self.secret, names)
            Header.of(rules, resolved, seats, series.secret)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        return series

    def rules(self, key: str) -> catalog.AnyGame:
        """Return the game with the edition that is asked for; raise Unreadable."""
        return catalog.game(key) if self.edition is None else own_edition(key, self.edition)


@cache
def own_edition(key: str, path: str) -> catalog.AnyGame:
    """Return a game with the edition of a file, of standard input for `-`; raise Unreadable with line and reason."""
    if path != "-":
        return read_edition(key, Path(path))
    try:
        return catalog.game(key, read_text(path))
    except Unreadable as error:
        raise Unreadable(f"{path}: {error}") from None


def read_option(text: str) -> tuple[str, Any]:
    """Split KEY=VALUE; the value is JSON, or else a word."""
    key, equals, value = text.partition("=")
    if not (key and equals):
        raise click.UsageError(f"--option {text!r}: KEY=VALUE is expected, such as rounds=2")
    try:
        return key, json.loads(value)
    except (ValueError, RecursionError):
        return key, value


def named(key: str, agents: tuple[str, ...], seats: int) -> tuple[str, ...]:
    """Return a computer player's name a seat; raise click.UsageError or Unreadable."""
    if len(agents) not in {1, seats}:
        raise click.UsageError(f"--agent once, or once for each of the {seats} seats")
    for name in agents:
        agent(name, key)
    return agents * seats if len(agents) == 1 else agents


def reported(
    wanted: Wanted, key: str, seats: int | None, agents: tuple[str, ...], usual: Mapping[str, Any]
) -> Iterator[Series]:
    """Yield the series of a game that a report has: every number of seats, random and steady players."""
    for players in [agents] if agents else [("random",), (catalog.STEADY,)]:
        for number in catalog.game(key).seats if seats is None else [seats]:
            yield wanted.series(key, number, players, usual)


def write_report(path: str, text: str) -> None:
    """Write a page to a file, or here for `-`."""
    if path == "-":
        click.echo(text, nl=False)
    else:
        Path(path).write_text(text, encoding="utf-8", newline="\n")


def asked(secret: bytes) -> str:
    """Return the command that was given, without what does not change the page, and with the seed."""
    given = click.get_current_context().params
    parts = ["paddock simulate", given["game"], f"--games {given['games']}"]
    parts += [f"--seats {given['seats']}"] if given["seats"] else []
    parts += [f"--seed {secret.hex().lstrip('0') or '0'}"]
    parts += [f"--agent {name}" for name in given["agents"]]
    parts += [f"--option {option}" for option in given["options"]]
    parts += [f"--edition {given['edition']}"] if given["edition"] else []
    return " ".join([*parts, f"--report {given['report']}"])
