"""Everything there is to know about a running game of Jockey, one class a phase; never changed in place.

Tuples by seat have one entry per seat, tuples by horse one per horse in the edition's order. Hands are sorted
in the order of the edition. Money is in bills. Square 0 is the start, above the track's length is home.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.core import Seat
from engines.jockey.actions import Bet, Card, Horse

Hand: TypeAlias = tuple[Card, ...]


class LastPlay(NamedTuple):
    """The card played last, and the horse it moved from square to square; None if it moved none."""

    seat: Seat
    card: Card
    horse: Horse | None
    start: int | None
    end: int | None


class Result(NamedTuple):
    """A finished race: the order of finish and what every bet brought."""

    race: int
    order: tuple[Horse, ...]
    places: tuple[int, ...]
    """The square of each horse when the race was over."""
    bets: tuple[Bet, ...]
    nets: tuple[int, ...]
    capitals: tuple[int, ...]
    """The capital of each seat after the settlement."""
    last: LastPlay | None


class RaceDay(NamedTuple):
    """What outlasts a race."""

    rounds: int
    race: int
    """From 1 through the whole game."""
    dealer: Seat
    capitals: tuple[int, ...]
    """By seat; below zero is a debt to the bank."""
    scores: tuple[int, ...]
    """By seat: the capitals at the ends of the finished rounds, added up."""
    result: Result | None
    """The race before this one."""


class Betting(NamedTuple):
    """Hands are dealt, bets are placed in secret."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    aside: tuple[Card, ...]
    """The cards laid aside, the next one to draw first."""
    bets: tuple[Bet | None, ...]
    to_act: tuple[Seat, ...]
    """The seats that have not bet yet."""


class Racing(NamedTuple):
    """The horses run."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    aside: tuple[Card, ...]
    bets: tuple[Bet, ...]
    pile: tuple[Card, ...]
    """The played cards, oldest first."""
    places: tuple[int, ...]
    """The square of each horse."""
    home: tuple[Horse, ...]
    """The horses over the line, in the order of finish."""
    to_act: tuple[Seat]
    """The seat whose turn it is."""
    last: LastPlay | None
    drawn: tuple[Hand, ...]
    """What each seat drew when all had run out last."""
    recent: tuple[LastPlay, ...] = ()
    """The last plays of this race, oldest first, one a seat: what happened since each seat saw its own turn."""


class Keeping(NamedTuple):
    """The race is over, and seats with cards left decide which of them to keep."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    aside: tuple[Card, ...]
    pile: tuple[Card, ...]
    kept: tuple[Hand | None, ...]
    """By seat; None: not decided yet. A seat without cards has nothing to decide."""
    to_act: tuple[Seat, ...]
    """The seats that have not decided yet."""


class Over(NamedTuple):
    """The game is over."""

    race_day: RaceDay
    hands: tuple[Hand, ...]
    aside: tuple[Card, ...]
    pile: tuple[Card, ...]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Nobody has anything to decide any more."""
        return ()


State: TypeAlias = Betting | Racing | Keeping | Over
