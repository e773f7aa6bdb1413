"""What an achievement is, and what it is found in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engines.core import Event, Public, Row, Seat


class Career(NamedTuple):
    """Somebody's games in a server, the one that has just ended among them."""

    games: int = 0
    wins: int = 0
    streak: int = 0
    """Games won one after the other, up to the last."""
    won: frozenset[str] = frozenset()
    """The games that were won, by their keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A game that is over; everything is by seat, and nothing of it is a secret any more."""

    game: str
    rows: Sequence[Row]
    """The whole log."""
    places: Sequence[int]
    """1 is best; equals share the better place, and where nobody has won nobody has the first."""
    careers: Mapping[Seat, Career]
    """Of people: a seat without one is a computer player's."""
    buy_in: int = 0
    profits: Mapping[Seat, int] | None = None
    """What the table has brought in coins, below zero for a loss; None: it was not played for coins."""
    worth: Mapping[Seat, int] | None = None
    """What people hold after it, less what they owe; None where `profits` is."""


class Feat(NamedTuple):
    """Something to be achieved in a game."""

    key: str
    """Its name in the database and in the words; of one game's own with the game ahead, such as `turfe.jackpot`."""
    found: Callable[[Ended, Seat], bool]
    """Whether a person's seat has done it."""


def no_bets(_rows: Sequence[Row]) -> Iterable[tuple[Seat, str]]:
    """Find no bets, in a game that has none."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFeats:
    """What a title says of what people have done in its games."""

    own: Sequence[Feat] = ()
    """What can be achieved in this game alone."""
    bets: Callable[[Sequence[Row]], Iterable[tuple[Seat, str]]] = no_bets
    """The bets that were opened in a whole log: who bet on which horse, once a race."""


def happenings(rows: Iterable[Row], *types: str) -> Iterator[Event]:
    """Go through the events of some types in a log that everybody was told."""
    every = (event for row in rows for event in row.events if event["type"] in types)
    return (event for event in every if isinstance(event, Public))


def kept_to(rows: Iterable[Row], end: str, *types: str) -> Iterator[tuple[list[Event], Event]]:
    """Go through the races of a log: the events of some types up to the one that ends it, and that one."""
    found: list[Event] = []
    for event in happenings(rows, end, *types):
        if event["type"] == end:
            yield found, event
            found = []
        else:
            found.append(event)
