from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest

from engines import catalog
from engines.core import Chance, Event, Header, Match, Row
from tests.exam.domains import fits, offered, values
from tests.followed import next_act

GAMES = 10_000
"""How many random games are played at least, over all games and numbers of seats."""

FEW = 7
"""Up to so many numbers of seats, each option is played with all of them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--games", type=int, default=GAMES, help="random games over all tables")
    parser.addoption(
        "--minutes", type=float, default=0, help="processor time that Hypothesis has for every game"
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say how many random games were played; workers tell by a property of their reports."""
    reports = terminalreporter.stats.get("passed", [])
    games = [number for report in reports for name, number in report.user_properties if name == "games"]
    if games:
        terminalreporter.write_line(f"{sum(games)} random games examined")


@pytest.fixture(scope="session")
def games(pytestconfig: pytest.Config) -> int:
    """How many random games are wanted: at least ten thousand, unless somebody asks for fewer."""
    return pytestconfig.getoption("--games", GAMES)


@dataclass
class Moment:
    """A game between two decisions."""

    game: catalog.AnyGame
    match: Match
    seats: int
    events: list[Event]
    done: list[tuple[int | None, Any]] = field(repr=False)
    """Everything decided so far: material for actions that are out of place."""

    @property
    def state(self) -> Any:
        return self.match.state


@dataclass
class Playout:
    """One random game, from its header on; playing it again gives the same game."""

    header: Header
    rows: list[Row] = field(default_factory=list)
    known: list[Moment] = field(default_factory=list, repr=False)

    def moments(self) -> list[Moment]:
        """The game from its set-up to its end, played once for all tests that look at it."""
        self.known = self.known or list(self.played())
        return self.known

    def played(self) -> Iterator[Moment]:
        game = catalog.game(self.header.game)
        luck = Chance(sha256(b"exam" + bytes.fromhex(self.header.secret)).digest())
        match, rows = Match.start(game, self.header)
        self.rows = list(rows)
        done: list[tuple[int | None, Any]] = []
        while True:
            events = [event for row in rows for event in row.events]
            yield Moment(game, match, self.header.seats, events, done)
            if match.outcome is not None:
                return
            seat, action = next_act(game, match.state, luck)
            match, rows = match.act(seat, action)
            self.rows += rows
            done.append((seat, action))
            assert len(self.rows) < 20_000, "the game does not end"


def settings(game: catalog.AnyGame) -> Iterator[dict[str, Any]]:
    """The defaults, and every option at both ends of a range or at each of its few values.

    Options that only the table's clock heeds (their schema says `clock`) change no rule.
    """
    yield {}
    for name, option in offered(game).items():
        if option.get("clock"):
            continue
        offers = [value for value in values(option, 0) if value != []]
        few = (
            offers if "enum" in option else {repr(value): value for value in (offers[0], offers[-1])}.values()
        )
        yield from ({name: value} for value in few if value != option.get("default"))


def tables(game: catalog.AnyGame, options: dict[str, Any]) -> list[int]:
    """The numbers of seats to play with: all of them, but of many only the ends with options."""
    fitting = [seats for seats in game.seats if fits(game, options, seats)]
    if not options or len(fitting) <= FEW:
        return fitting
    return [fitting[0], fitting[-1]]


def playouts() -> Iterator[Any]:
    for game in catalog.games():
        for options in settings(game):
            for seats in tables(game, options):
                named = "-".join(f"{name}={value}" for name, value in options.items()) or "default"
                yield pytest.param((game.key, options, seats), id=f"{game.key}-{seats}-{named}")


@pytest.fixture(params=playouts(), scope="module")
def playout(request: pytest.FixtureRequest) -> Playout:
    key, options, seats = request.param
    game = catalog.game(key)
    secret = sha256(repr(request.param).encode()).digest()
    return Playout(Header.of(game, game.options(options), seats, secret, ["7"]))
