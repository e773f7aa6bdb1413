"""A leg: bones of fixed lengths at angles that a pose gives, and what of flesh lies before and behind each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from render.art.curves import At, Frame, below


class Station(NamedTuple):
    """A place on a leg: how far along which bone, and how far it reaches before and behind that, in centimetres."""

    bone: int
    along: float
    front: float
    back: float | None


class Build(NamedTuple):
    """The bones of a leg from above to the coronet, and its stations from above."""

    bones: tuple[float, ...]
    stations: tuple[Station, ...]
    dark_from: int
    """The station from which on the leg of a bay is black."""


FORE = Build(
    (29, 44, 29, 11),
    (
        Station(0, 0.1, 4, 10),
        Station(0, 0.6, 8.5, 13),
        Station(1, 0.02, 11.5, 11),
        Station(1, 0.2, 9.6, 9.2),
        Station(1, 0.45, 7.2, 6.9),
        Station(1, 0.72, 4.9, 4.6),
        Station(1, 0.9, 4.6, 4.2),
        Station(2, 0, 5.2, 4.5),
        Station(2, 0.12, 4.2, 4.2),
        Station(2, 0.3, 2.8, 3.5),
        Station(2, 0.6, 2.5, 3.2),
        Station(2, 0.84, 2.8, 3.7),
        Station(3, 0.0, 3.7, 4.6),
        Station(3, 0.4, 2.8, 3.3),
        Station(3, 0.95, 3.7, 4.0),
    ),
    5,
)
"""Shoulder point, elbow, knee, fetlock, coronet."""

HIND = Build(
    (40, 46, 37, 11),
    (
        Station(1, 0.02, 11.5, None),
        Station(1, 0.2, 10.6, None),
        Station(1, 0.4, 8.0, 9.8),
        Station(1, 0.65, 5.5, 6.2),
        Station(1, 0.86, 4.6, 5.4),
        Station(1, 0.97, 5.1, 7.4),
        Station(2, 0.1, 4.9, 5.2),
        Station(2, 0.3, 3.3, 4.1),
        Station(2, 0.6, 2.9, 3.4),
        Station(2, 0.86, 3.1, 3.9),
        Station(3, 0.0, 3.9, 4.8),
        Station(3, 0.4, 2.9, 3.4),
        Station(3, 0.95, 3.8, 4.0),
    ),
    4,
)
"""Hip joint, stifle, hock, fetlock, coronet: the thigh above them lies between points of the croup and the flank."""

_INNER_BEND = 38
"""Degrees from which on the hollow side of a joint has no point of its own."""


class Leg(NamedTuple):
    """A leg in a pose: its joints, its two edges from above, its hoof."""

    joints: tuple[At, ...]
    front: list[At | None]
    back: list[At | None]
    hoof: list[At]
    build: Build
    above: tuple[Sequence[At], Sequence[At]]
    """What lies on the trunk of its two edges, from above."""

    def outline(self, first: int = 0) -> list[At]:
        """Return the outline from a station on down to the coronet."""
        over = ((), ()) if first else self.above
        down = [*over[0], *(point for point in self.front[first:] if point)]
        up = [*over[1], *(point for point in self.back[first:] if point)]
        return down + up[::-1]

    def shade(self, first: int, share: float = 0.1) -> list[At]:
        """Return the strip along the back of the leg that is in shadow, from a station on."""
        inner = []
        for front, back in zip(self.front[first:], self.back[first:], strict=True):
            if front and back:
                inner.append(
                    At(
                        back.x + (front.x - back.x) * (0.5 - share),
                        back.y + (front.y - back.y) * (0.5 - share),
                    )
                )
        over: list[At] = [] if first else [*self.above[1][2:]]
        lining = [At(point.x + 5, point.y) for point in over]
        up = [*over, *(point for point in self.back[first:] if point)]
        return lining + inner + up[::-1]

    @property
    def sole(self) -> At:
        """The middle of what it treads on."""
        toe, heel = self.hoof[1], self.hoof[2]
        return At((toe.x + heel.x) / 2, (toe.y + heel.y) / 2)


def leg(
    root: At,
    build: Build,
    angles: Sequence[float],
    hoof: float,
    stout: float = 1,
    above: tuple[Sequence[At], Sequence[At]] = ((), ()),
) -> Leg:
    """Return a leg that hangs from a joint; angles are those of its bones, forwards of straight down, in degrees.

    `hoof` is how far the toe is turned down from flat, and `stout` widens what is below the knee or hock.
    """
    joints = [root]
    for length, angle in zip(build.bones, angles, strict=True):
        joints.append(below(joints[-1], length, angle))
    front: list[At | None] = []
    back: list[At | None] = []
    for bone, along, before, behind in build.stations:
        wide = stout if bone >= 2 or (bone == 1 and along > 0.6) else 1 + (stout - 1) * 0.4
        start, angle = joints[bone], angles[bone]
        bend = 0.0
        if along < 0.04 and bone:
            bend = angle - angles[bone - 1]
            angle = (angle + angles[bone - 1]) / 2
        centre = below(start, build.bones[bone] * along, angles[bone])
        x, y = math.cos(math.radians(angle)), -math.sin(math.radians(angle))
        front.append(
            None if bend > _INNER_BEND else At(centre.x + x * before * wide, centre.y + y * before * wide)
        )
        back.append(
            None
            if bend < -_INNER_BEND or behind is None
            else At(centre.x - x * behind * wide, centre.y - y * behind * wide)
        )
    foot = Frame(joints[-1].x, joints[-1].y, hoof)
    size = 0.35 + 0.65 * stout
    shape = ((3.7, -2.2), (9.2, 7.6, 1), (-3.6, 7.6, 1), (-4.7, 1.6))
    horn = foot.all(*((x * size, y * size, *sharp) for x, y, *sharp in shape))
    return Leg(tuple(joints), front, back, horn, build, above)
