"""F) Changing lanes: which paths a horse may take between the others, walked, listed and drawn.

A step forward costs 1 half length. A change of lanes costs 2 and ends one space on from the space beside; the
option `lane_change` says whether the space beside is entered on the way (`sideways`) or not (`diagonal`). Every
space entered has to be free; nobody is in the way at home, and nobody drives on there.
"""

from __future__ import annotations

from engines.core import Chance, IllegalAction
from engines.sulkydrom.actions import Path, Refusal
from engines.sulkydrom.course import Cell, Course, LaneChange, Step, Way


class Reach:
    """What lies open to one horse: it stands on a cell, among others, with so many half lengths to drive."""

    __slots__ = ("cell", "course", "most", "others", "ways")

    def __init__(
        self, course: Course, cells: tuple[Cell, ...], horse: int, most: int, lane_change: LaneChange
    ) -> None:
        self.course = course
        self.ways = course.ways[lane_change]
        """By cell: every step the track allows."""
        self.cell = cells[horse]
        self.others = cells[:horse] + cells[horse + 1 :]
        self.most = most

    def has_step(self) -> bool:
        """Tell whether the horse can leave its space at all."""
        most, others = self.most, self.others
        for _, cost, through, end in self.ways[self.cell]:
            if cost <= most and end not in others and through not in others:
                return True
        return False

    def end(self, path: Path) -> Cell:
        """Return where a path ends; raise IllegalAction if it is too long, leaves the track or is not free."""
        ways, others, cell, cost = self.ways, self.others, self.cell, 0
        for at, step in enumerate(path):
            for way in ways[cell]:
                if way[0] == step:
                    break
            else:
                gone = Refusal.ALREADY_HOME if cell in self.course.home else Refusal.NO_LANE_THERE
                raise IllegalAction(gone, at=at, step=step)
            _, price, through, cell = way
            if cell in others or through in others:
                raise IllegalAction(Refusal.BLOCKED, at=at, step=step)
            cost += price
        if cost > self.most:
            raise IllegalAction(Refusal.TOO_FAR, cost=cost, most=self.most)
        return cell

    def paths(self) -> list[tuple[Path, Cell]]:
        """Return every path with its end, those of fewest steps first; a few hundred at most for 8."""
        ways, others = self.ways, self.others
        found: list[tuple[Path, Cell, int]] = [((), self.cell, self.most)]
        for path, cell, left in found:
            for step, cost, through, end in ways[cell]:
                if cost <= left and end not in others and through not in others:
                    found.append((path + (step,), end, left - cost))  # noqa: RUF005  unpacking is slower
        return [(path, cell) for path, cell, _ in found]

    def drawn(self, chance: Chance, left: int) -> Path:
        """Draw a path: step after step, each evenly among those that are open, while `left` allows one."""
        ways, others, below, cell = self.ways, self.others, chance.below, self.cell
        path: list[Step] = []
        while left:
            free: list[Way] = []
            for way in ways[cell]:
                _, cost, through, end = way
                if cost <= left and end not in others and through not in others:
                    free.append(way)
            if not free:
                break
            step, cost, _, cell = free[below(len(free))] if len(free) > 1 else free[0]
            path.append(step)
            left -= cost
        return tuple(path)
