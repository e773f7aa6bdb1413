"""Which horses a seat may move now."""

from __future__ import annotations

from collections.abc import Iterator

from engines.core import Chance, Choices
from engines.jumpyjack.actions import Move
from engines.jumpyjack.course import Course, Places
from engines.jumpyjack.edition import Setup


class Moves(Choices[Move]):
    """The running horses that no barrier keeps from going the number thrown, in the order of the edition."""

    __slots__ = ("_course", "_places", "_setup", "_thrown")

    def __init__(self, setup: Setup, course: Course, places: Places, thrown: int) -> None:
        self._setup = setup
        self._course = course
        self._places = places
        self._thrown = thrown

    def __iter__(self) -> Iterator[Move]:
        route, places, thrown = self._course.route, self._places, self._thrown
        return (move for number, move in enumerate(self._setup.moves) if route(places, number, thrown))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Move) or action.horse not in self._setup.number:
            return False
        return bool(self._course.route(self._places, self._setup.number[action.horse], self._thrown))

    def sample(self, chance: Chance) -> Move:
        """Draw horses until one of them can move, so that all that can are equally likely."""
        route, places, thrown, horses = self._course.route, self._places, self._thrown, len(self._places)
        while not route(places, horse := chance.below(horses), thrown):
            pass
        return self._setup.moves[horse]
