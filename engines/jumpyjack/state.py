"""Everything there is to know about a running game of Jumpy Jack, one class a phase; never changed in place.

Tuples by seat have one entry per seat, places one per horse in the edition's order: square 0 is the start, above
the last square is home, -1 is out. The podium has one entry a place, from place 1 on.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engines.core import Seat
from engines.jumpyjack.actions import Decline, Guess, Horse, Order
from engines.jumpyjack.course import Places
from engines.jumpyjack.options import Options
from engines.jumpyjack.podium import Podium


class LastMove(NamedTuple):
    """The last throw and the way on which it took a horse: from place to place, with a stretch between.

    Behind the squares of OUT and RESTART stands where the horse was put then: -1 and 0.
    """

    seat: Seat
    value: int
    horse: Horse
    way: tuple[int, ...]


class Result(NamedTuple):
    """A finished race: who came where, what was predicted and guessed, and what it brought."""

    race: int
    podium: Podium
    predictions: tuple[Order | None, ...]
    """By seat; None: somebody else of the team predicted."""
    guesses: tuple[Guess | Decline | None, ...]
    """By seat; None: somebody else of the team guessed, or guessing is not played."""
    points: tuple[int, ...]
    """By seat: what its team got, guesses included."""
    totals: tuple[int, ...]
    """By seat: what its team has then."""
    last: LastMove
    """The move that ended it."""


class RaceDay(NamedTuple):
    """What outlasts a race."""

    options: Options
    race: int
    """From 1 through the whole game."""
    first: Seat
    """The seat that moves first in the race."""
    totals: tuple[int, ...]
    """By seat: the points of its team so far."""
    result: Result | None
    """The race before this one."""


class Predicting(NamedTuple):
    """Predictions are made in secret."""

    race_day: RaceDay
    predictions: tuple[Order | None, ...]
    """By seat; None: not yet, or somebody else of the team predicts."""
    to_act: tuple[Seat, ...]
    """The seats that have to predict yet."""


class Racing(NamedTuple):
    """The die is thrown, and a horse has to move."""

    race_day: RaceDay
    predictions: tuple[Order | None, ...]
    places: Places
    podium: Podium
    value: int
    """The number thrown."""
    to_act: tuple[Seat]
    """The seat whose turn it is."""
    last: LastMove | None
    recent: tuple[LastMove, ...] = ()
    """The last moves of this race, oldest first, one a seat: what happened since each seat saw its own turn."""


class Guessing(NamedTuple):
    """The race is over, and every captain may guess an opponent's prediction in secret; without teams every seat."""

    race_day: RaceDay
    predictions: tuple[Order | None, ...]
    places: Places
    podium: Podium
    guesses: tuple[Guess | Decline | None, ...]
    """By seat; None: not decided yet, or somebody else of the team guesses."""
    to_act: tuple[Seat, ...]
    """The captains that have not decided yet."""
    last: LastMove | None


class Over(NamedTuple):
    """The game is over; places, podium and last move are those of its last race."""

    race_day: RaceDay
    places: Places
    podium: Podium
    last: LastMove | None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Nobody has anything to decide any more."""
        return ()


State: TypeAlias = Predicting | Racing | Guessing | Over
