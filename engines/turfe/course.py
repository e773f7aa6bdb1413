"""The course and the booklet's headings "A corrida" and "Regras gerais": where a horse may end its move.

A spot on the course is a *cell*, one number, while it is reckoned with: the lane (from 0) times the cells of a lane,
plus the space. Space 0 is the start, spaces 1 to `length` the track, the space after that is over the line.
Any number of horses can stand on a start and over the line, only one on each space of the track.

Steps are below zero for a move backwards, and so are distances that it goes.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from engines.turfe.actions import Spot

Cells: TypeAlias = tuple[int, ...]
"""The cell of each horse."""


class Way(NamedTuple):
    """A move of so many steps from one cell when no other horse meets it."""

    track: frozenset[int]
    """The spaces of the track straight on, and those beside the end: if all are free, nothing is in the way."""
    ends: Cells
    """Where the horse may end then, lane by lane."""


class Course:
    """Lanes side by side, all of one length."""

    def __init__(self, lanes: int, length: int) -> None:
        self.lanes: Final = lanes
        self.length: Final = length
        self.over: Final = length + 1
        """The space over the line."""
        self.row: Final = length + 2
        """The cells of one lane."""
        self.spots: Final = tuple(
            [Spot(lane, space) for lane in range(1, lanes + 1) for space in range(self.row)]
        )
        """By cell: its lane and space."""
        self.starts: Final[Cells] = tuple(range(0, lanes * self.row, self.row))
        """Where the horses wait for the start, each in a lane of its own."""
        self.roomy: Final = frozenset(self.starts) | {start + self.over for start in self.starts}
        """The cells with room for any number of horses: the starts, and those over the line."""
        self.beside: Final = tuple([self._beside(cell) for cell in range(lanes * self.row)])
        """The cells beside each cell, in the lanes next to its own."""
        self.way: Final = cache(self._way)
        """Return the way from a cell for so many steps; each is worked out once."""
        self.ends_among: Final = lru_cache(maxsize=4096)(self._ends_among)
        """Return the ends of a move that meets other horses; who has just looked them up mostly asks again."""

    def cell(self, spot: Spot) -> int | None:
        """Return the cell of a spot, None if the course has no such spot."""
        if 1 <= spot.lane <= self.lanes and 0 <= spot.space <= self.over:
            return (spot.lane - 1) * self.row + spot.space
        return None

    def is_home(self, cell: int) -> bool:
        """Tell whether a cell lies over the line."""
        return cell % self.row == self.over

    def ends(self, cells: Cells, horse: int, steps: int) -> Cells:
        """Return the cells where the move of a running horse may end, lane by lane; none if it cannot move.

        One step, and no more, may lead into a lane beside. The horse goes the full number (or over the line, or back
        to the start) if there is a way, else as far as there is one; so all ends are level, and the seat
        chooses among them.
        """
        track, ends = self.way(cells[horse], steps)
        return ends if track.isdisjoint(cells) else self.ends_among(cells, cells[horse], steps)

    def _way(self, here: int, steps: int) -> Way:
        far = self._far(here, steps)
        straight = {here + step for step in steps_of(far)}
        ends = self._level(here, far)
        return Way(frozenset(straight.union(ends) - self.roomy), ends)

    def _ends_among(self, cells: Cells, here: int, steps: int) -> Cells:
        """Return the ends of a move with other horses in its way."""
        taken = set(cells) - self.roomy
        far = self._far(here, steps)
        reach = self._run(taken, here, far)
        ends = self._level(here, reach)
        if reach != far:
            # Blocked: only a lane beside, entered where the own one ends, may lead further.
            beyond = {side: reach + self._run(taken, side + reach, far - reach) for side in self.beside[here]}
            furthest = max(beyond.values(), key=abs)
            if furthest != reach:
                level = self._level(here, furthest)
                further = [side + furthest for side in beyond if beyond[side] == furthest]
                ends = level if self.is_home(level[0]) else tuple(sorted(further))
        return tuple([end for end in ends if end not in taken])

    def _far(self, here: int, steps: int) -> int:
        """Return how far a move of so many steps goes at most: the line and the start end it."""
        space = here % self.row
        return min(steps, self.over - space) if steps > 0 else max(steps, -space)

    def _beside(self, cell: int) -> Cells:
        return tuple([side for side in (cell - self.row, cell + self.row) if 0 <= side < len(self.spots)])

    def _level(self, here: int, far: int) -> Cells:
        """Return the cells so far on, in the own lane and those beside; over the line only in the own one."""
        end = here + far
        if not far:
            return ()
        return (end,) if self.is_home(end) else tuple(sorted([end, *self.beside[end]]))

    @staticmethod
    def _run(taken: Set[int], start: int, far: int) -> int:
        """Return how far the way straight on from `start` is free."""
        free = 0
        for step in steps_of(far):
            if start + step in taken:
                break
            free = step
        return free


def steps_of(far: int) -> range:
    """Return every distance on the way to the furthest one, nearest first."""
    return range(1, far + 1) if far > 0 else range(-1, far - 1, -1)
