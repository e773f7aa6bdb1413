"""Where a horse can get to, and the way there.

Several paths may end on one space; as nothing but the end matters, the cheapest is taken, and of equals the one
that changes lanes least. Getting home counts as one end, whichever lane it is in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from bot.games.sulkydrom.runners import spot_of
from engines.sulkydrom.actions import Path
from engines.sulkydrom.course import AT_HOME, Cell, Spot
from engines.sulkydrom.paths import Reach

HOME = "home"
"""The value of the end behind the finishing line."""


class End(NamedTuple):
    """Where a horse may stop, and the way there."""

    cell: Cell
    place: Spot
    is_home: bool
    path: Path
    cost: int
    to_go: int

    @property
    def changes(self) -> int:
        """How often the way there changes lanes."""
        return sum(step != "F" for step in self.path)

    @property
    def value(self) -> str:
        """What a select calls it: `3-12`, lane and space."""
        return HOME if self.is_home else f"{self.place.lane}-{self.place.space}"

    @property
    def spot(self) -> tuple[int, int] | None:
        """Where it is, as texts take it."""
        return None if self.is_home else spot_of(self.place)


def ends_of(reach: Reach) -> Sequence[End]:
    """Return every end but the space the horse stands on: over the line first, then the own lane, inside, outside.

    In a lane the furthest comes first.
    """
    best: dict[Cell, End] = {}
    for end in _by_cost(reach):
        best.setdefault(AT_HOME if end.is_home else end.cell, end)
    own = reach.course.spots[reach.cell].lane
    return sorted(best.values(), key=lambda end: (not end.is_home, *side_of(end, own), end.to_go))


def _by_cost(reach: Reach) -> Iterator[End]:
    """Walk to every cell that lies open, the cheapest first; of equals those with fewest changes of lane."""
    course, others = reach.course, reach.others
    frontier: list[tuple[int, int, Path, Cell]] = [(0, 0, (), reach.cell)]
    seen: set[Cell] = set()
    while frontier:
        cost, changes, path, cell = heappop(frontier)
        if cell in seen:
            continue
        seen.add(cell)
        if path:
            yield End(cell, course.spots[cell], cell in course.home, path, cost, course.to_go(cell))
        for step, price, through, end in reach.ways[cell]:
            if cost + price <= reach.most and end not in others and through not in others:
                heappush(frontier, (cost + price, changes + (step != "F"), (*path, step), end))


def side_of(end: End, own: int) -> tuple[int, int]:
    """Sort lanes: the own one (0), those further inside (1) and outside (2), on each side the nearest first."""
    lane = own if end.is_home else end.place.lane
    return 0 if lane == own else 1 if lane < own else 2, abs(lane - own)


def furthest(reach: Reach, ends: Sequence[End]) -> End:
    """Return the foremost end; of level ones the inner."""
    return min(ends, key=lambda end: reach.course.rank[end.cell])
