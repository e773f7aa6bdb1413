"""Everything there is to know about a running game of Dice Derby, one class a phase; never changed in place.

Tuples by seat have one entry a seat, tuples by horse one for each of the horses 1 to 6. Space 0 is the start.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from dice_derby.actions import Bet
from engines.core import Seat


class Result(NamedTuple):
    """A finished race."""

    race: int
    home: tuple[int, ...]
    """The two horses that came home, the first one first."""
    places: tuple[int, ...]
    """By horse: the space where it stood in the end."""
    moved: tuple[int, int]
    """The horse that ran last, and the space from which it did."""
    bets: tuple[Bet, ...]
    nets: tuple[int, ...]


class RaceDay(NamedTuple):
    """What outlasts a race."""

    races: int
    race: int
    """From 1."""
    first: Seat
    """The seat that throws first in the race."""
    chips: tuple[int, ...]
    """By seat."""
    result: Result | None
    """The race before this one."""


class Betting(NamedTuple):
    """Bets are placed in secret."""

    day: RaceDay
    bets: tuple[Bet | None, ...]
    to_act: tuple[Seat, ...]


class Running(NamedTuple):
    """The horses run."""

    day: RaceDay
    bets: tuple[Bet, ...]
    places: tuple[int, ...]
    """By horse: its space."""
    home: tuple[int, ...]
    """The horses over the line, the first one first."""
    moved: tuple[int, int] | None
    """The horse that ran last, and the space from which it did."""
    dice: tuple[int, int]
    """What the seat whose turn it is has thrown."""
    to_act: tuple[Seat]


class Over(NamedTuple):
    """The game is over."""

    day: RaceDay

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """Nobody."""
        return ()


State: TypeAlias = Betting | Running | Over
