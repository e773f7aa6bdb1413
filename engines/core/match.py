"""A game in progress as a value: the fold of a race log, the same for simulations and for tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from engines.core.answers import Interim, Outcome
from engines.core.chance import Chance
from engines.core.events import Event, Seat
from engines.core.game import AnyGame
from engines.core.racelog import Header, Row

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Match:
    """Where a game stands after so many rows of its log; `act` returns the next match, none ever changes.

    A match is resumed from a snapshot by making one from its five stored values.
    """

    game: AnyGame
    seed: bytes
    state: Any
    position: int
    """Bytes of luck used so far."""
    length: int
    """Rows in the log so far: the n of the next one."""

    @classmethod
    def start(cls, game: AnyGame, header: Header) -> tuple[Match, list[Row]]:
        """Set the game up; return it with row 0, and rows that are forced at once.

        Raises Unreadable for options out of their limits, ValueError for seats the game has not.
        """
        seed = bytes.fromhex(header.seed)
        chance = Chance(seed)
        state, events = game.new(game.options(header.options), header.seats, chance)
        return with_forced(cls(game, seed, state, chance.position, 1), [Row(0, events)])

    def act(
        self, seat: Seat | None, action: Any, written: Mapping[str, Any] | None = None
    ) -> tuple[Match, list[Row]]:
        """Let `seat` do `action`; return the next match with the new row and rows forced by it.

        Raises IllegalAction, and then nothing has happened. `written` is the action's plain data where it was
        decided in another legal form than the game would dump it.
        """
        plain = self.game.dump_action(action) if written is None else written
        following, events = applied(self, seat, action)
        return with_forced(following, [Row(self.length, events, seat, plain)])

    def to_act(self) -> tuple[Seat, ...]:
        """Return the seats that have to decide now."""
        return self.game.to_act(self.state)

    def able(self) -> tuple[Seat, ...]:
        """Return the seats to act that have a choice; none in a window that only the clock can close."""
        return self.game.able(self.state)

    def let_pass(self) -> tuple[Match, list[Row]]:
        """Let the time of the open window pass; return the next match with the rows of the table's clock."""
        limit = self.game.window(self.state)
        assert limit is not None, "a window is open"
        return self.act(None, limit.action)

    @property
    def outcome(self) -> Outcome | None:
        """Scores and winners, None while the game runs."""
        return self.game.outcome(self.state)

    @property
    def interim(self) -> Interim | None:
        """What the races that are over have settled, None before the first is."""
        return self.game.interim(self.state)


def applied(match: Match, seat: Seat | None, action: Any) -> tuple[Match, list[Event]]:
    """Return the match after one action, with its events; raise IllegalAction."""
    chance = Chance(match.seed, match.position)
    state, events = match.game.apply(match.state, seat, action, chance)
    return Match(match.game, match.seed, state, chance.position, match.length + 1), events


def with_forced(match: Match, rows: list[Row]) -> tuple[Match, list[Row]]:
    """Return the match after the table has taken every forced choice, and `rows` with a row for each."""
    while (forced := match.game.forced(match.state)) is not None:
        seat, action = forced
        n, plain = match.length, match.game.dump_action(action)
        match, events = applied(match, seat, action)
        rows = [*rows, Row(n, events, seat, plain, auto=True)]
    return match, rows


def done_again(
    start: T, rows: Iterable[Row], due: deque[Row], decide: Callable[[T, Row], tuple[T, Iterable[Row]]]
) -> Iterator[tuple[T, Row, Row]]:
    """Do a log again: give, for every row, where it leads, the row, and the one that the rules give in its place.

    `decide` does again what a row says was decided, and returns the rows that follow. `due` are those that the rules
    have given already; what the log lacks is left there at the end.
    """
    reached = start
    for row in rows:
        if not due:
            reached, news = decide(reached, row)
            due.extend(news)
        yield reached, row, due.popleft()
