"""The booklet's headings from "Moving" to "Hedge n°4": how a horse gets on, what is in its way, which may move.

Places are squares by horse: 0 is the start, above the last square is home, `OUT` is out of the race. Horses are
numbers here: indices into the edition's horses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from engines.core import Chance, Choices, Strict
from engines.jumpyjack.actions import Move

Places: TypeAlias = tuple[int, ...]

START: Final = 0
"""Just behind the starting line; any number of horses may stand there."""

OUT: Final = -1
"""The place of a horse that hedge n°3 has eliminated."""


@dataclass(frozen=True, slots=True)
class Course(Strict):
    """The way round, with its four hedges on squares of it."""

    squares: int
    """The last square; a horse above it is home."""
    stop: int
    double: int
    out: int
    restart: int
    landing: bool
    """Whether DOUBLE acts on the horse that lands on it, not on the one that leaves it."""

    def route(self, places: Places, horse: int, thrown: int) -> tuple[int, ...]:
        """Return the way on which a throw takes `horse`, from its place to its last, empty if it cannot move.

        Between them are the places of hedges that act: DOUBLE for a horse that lands on it, OUT with `OUT`
        behind it, RESTART with the start behind it.
        """
        start = places[horse]
        if start < START or start > self.squares:
            return ()
        # Hedge n°2: a horse standing on it goes twice the number, or not at all.
        end = start + thrown + thrown if start == self.double and not self.landing else start + thrown
        if self.barrier(places, start, end):
            return ()
        way: tuple[int, ...] = (start, end)
        # Its other reading: who lands on it goes the same number on, or may not go there at all.
        if end == self.double and self.landing:
            end += thrown
            if self.barrier(places, self.double, end):
                return ()
            way = (*way, end)
        if end == self.out:
            return (*way, OUT)
        if end == self.restart:
            return (*way, START)
        return way

    def barrier(self, places: Places, start: int, end: int) -> int:
        """Return the square of a barrier after `start` and up to `end`, 0 if the way is free.

        Two horses on a square are a barrier, on hedge n°1 even one is. None can be joined or passed.
        """
        for place in places:
            if start < place <= end and (
                place == self.stop or (place <= self.squares and places.count(place) > 1)
            ):
                return place
        return 0

    def first_barrier(self, places: Places, horse: int) -> int:
        """Return the square of the next barrier in front of a horse that has one."""
        start = places[horse]
        return min(place for place in places if place > start and self.barrier(places, place - 1, place))


@dataclass(slots=True)
class Moves(Choices[Move]):
    """The moves of running horses that no barrier keeps from going the number thrown, in the order of the edition."""

    moves: tuple[Move, ...]
    course: Course
    places: Places
    thrown: int

    def __iter__(self) -> Iterator[Move]:
        route, places, thrown = self.course.route, self.places, self.thrown
        return (move for number, move in enumerate(self.moves) if route(places, number, thrown))

    def __contains__(self, action: object) -> bool:
        return action in [*self]

    def sample(self, chance: Chance) -> Move:
        """Draw horses until one of them can move, so that all that can are equally likely."""
        route, places, thrown, horses = self.course.route, self.places, self.thrown, len(self.places)
        while not route(places, horse := chance.below(horses), thrown):
            pass
        return self.moves[horse]
