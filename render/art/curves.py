"""Points, frames that carry them, and smooth curves through them: what the drawings are made of.

Lengths are centimetres on a horse of 160 at the withers; x runs ahead, y down, the ground is y = 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple


class At(NamedTuple):
    """A point of an outline; a sharp one is a corner."""

    x: float
    y: float
    is_sharp: bool = False


def corner(x: float, y: float) -> At:
    """Return a point at which an outline turns sharply."""
    return At(x, y, True)


def between(one: At, other: At, share: float) -> At:
    """Return the point that is a share of the way from one to the other."""
    return At(one.x + (other.x - one.x) * share, one.y + (other.y - one.y) * share, one.is_sharp)


class Frame(NamedTuple):
    """A place and a turn in degrees, clockwise as seen: what is fixed to a bone moves with it."""

    x: float
    y: float
    turn: float = 0

    def at(self, x: float, y: float, is_sharp: bool = False) -> At:
        """Return where a point of this frame is on the drawing."""
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        return At(self.x + x * cos - y * sin, self.y + x * sin + y * cos, is_sharp)

    def all(self, *points: Sequence[float]) -> list[At]:
        """Return where points of this frame are; a third value that is not 0 makes one sharp."""
        return [self.at(point[0], point[1], len(point) > 2 and bool(point[2])) for point in points]

    def inner(self, x: float, y: float, turn: float = 0) -> Frame:
        """Return a frame that is fixed to this one."""
        place = self.at(x, y)
        return Frame(place.x, place.y, self.turn + turn)


def below(start: At | Frame, length: float, angle: float) -> At:
    """Return the end of a bone that hangs from a point, swung forwards by so many degrees."""
    swing = math.radians(angle)
    return At(start.x + length * math.sin(swing), start.y + length * math.cos(swing))


def _tangents(points: Sequence[At], is_closed: bool) -> list[tuple[float, float]]:
    found = []
    for index, point in enumerate(points):
        before = points[index - 1] if index or is_closed else point
        after = points[(index + 1) % len(points)] if index + 1 < len(points) or is_closed else point
        ahead, behind = math.dist(point[:2], after[:2]) or 1, math.dist(point[:2], before[:2]) or 1
        # weighted by nearness, so that a close neighbour says more about the direction than a far one
        x = (after.x - point.x) / ahead**2 + (point.x - before.x) / behind**2
        y = (after.y - point.y) / ahead**2 + (point.y - before.y) / behind**2
        length = math.hypot(x, y) or 1
        found.append((x / length, y / length))
    return found


def curve(points: Sequence[At], *, is_closed: bool = True) -> str:
    """Return the path data of a smooth curve through points: cubic Béziers, a third of each chord as its handles."""
    tangents = _tangents(points, is_closed)
    data = [f"M{points[0].x:.1f} {points[0].y:.1f}"]
    for index in range(len(points) if is_closed else len(points) - 1):
        here, there = points[index], points[(index + 1) % len(points)]
        reach = math.dist(here[:2], there[:2]) * 0.36
        out, into = tangents[index], tangents[(index + 1) % len(points)]
        first = (here.x, here.y) if here.is_sharp else (here.x + out[0] * reach, here.y + out[1] * reach)
        second = (
            (there.x, there.y) if there.is_sharp else (there.x - into[0] * reach, there.y - into[1] * reach)
        )
        data.append(
            f"C{first[0]:.1f} {first[1]:.1f} {second[0]:.1f} {second[1]:.1f} {there.x:.1f} {there.y:.1f}"
        )
    return "".join(data) + ("Z" if is_closed else "")


def polygon(points: Sequence[At]) -> str:
    """Return the path data of straight edges between points."""
    return "M" + "L".join(f"{point.x:.1f} {point.y:.1f}" for point in points) + "Z"
