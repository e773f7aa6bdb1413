"""The horse without its legs: trunk, neck, head, mane and tail, each fixed to the bone that carries it."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.art.curves import At, Frame, between


class Carriage(NamedTuple):
    """How a horse carries itself; angles in degrees."""

    height: float = 163
    """Of the withers above the ground, in centimetres."""
    pitch: float = 0
    """How far the trunk is turned nose down."""
    flex: float = 0
    """How far the croup is turned against the trunk: tucked under where it is less than nothing."""
    neck: float = 30
    """How far the neck rises."""
    head: float = 40
    """How far the face slopes down."""
    tail: float = 0
    """How far the tail is lifted."""
    ears: float = 0
    """How far the ears are laid back."""


class Horse:
    """The frames of a horse that carries itself in some way, and the outlines that are fixed to them."""

    def __init__(self, carriage: Carriage) -> None:
        self.carriage = carriage
        self.chest = Frame(0, -carriage.height, carriage.pitch)
        self.loin = self.chest.inner(-58, 8, carriage.flex)
        base = self.chest.at(18, 24)
        self.neck = Frame(base.x, base.y, -carriage.neck)
        poll = self.neck.at(79, -9)
        self.head = Frame(poll.x, poll.y, carriage.head)
        self.dock = self.loin.inner(-55, 6, 0)
        self.shoulder = self.chest.at(31, 52)
        self.hip = self.loin.at(-36, 24)

    def _middle(self, x: float, y: float, share: float = 0.5) -> At:
        """Return a point of the barrel, that the loin carries by a share."""
        return between(self.chest.at(x, y), self.loin.at(x + 58, y - 8), share)

    # -------------------------------------------------------------------------------------------- trunk and neck

    def crest(self) -> list[At]:
        """Return the upper edge of the neck, from the poll to the withers."""
        return [*self.neck.all((78, -10), (66, -15.5), (50, -18), (33, -19.5)), self.chest.at(13, 1.5)]

    def trunk(self) -> list[At]:
        """Return the outline of trunk and neck, from the poll over the back, and under the belly to the throat."""
        return [
            *self.crest(),
            self.chest.at(-2, -1),
            self.chest.at(-16, 2.5),
            self._middle(-34, 6, 0.25),
            self._middle(-50, 6.5, 0.6),
            *self.loin.all(
                (-8, -4), (-24, -6), (-41, -2), (-53, 5.5), (-60, 15), (-61.5, 27), (-46, 34), (-26, 42)
            ),
            self._middle(-74, 53, 0.75),
            self._middle(-60, 59, 0.5),
            self._middle(-38, 67, 0.25),
            self.chest.at(-14, 73),
            self.chest.at(8, 74),
            self.chest.at(24, 69),
            self.chest.at(36, 60),
            self.chest.at(41, 49),
            between(self.chest.at(41, 36), self.neck.at(18, 27), 0.5),
            *self.neck.all((32, 20.5), (48, 15.5), (61, 12.5), (70, 13)),
            self.head.at(13, 22),
            self.head.at(10, 6),
        ]

    def thigh(self, stifle: At, hock: At) -> tuple[list[At], list[At]]:
        """Return what lies above the stifle of the two edges of a hind leg: flank and croup, buttock and hamstring."""
        front = [self.loin.at(-30, 6), self.loin.at(-14, 24), between(self.loin.at(-8, 40), stifle, 0.35)]
        seat, low = self.loin.at(-61.5, 27), between(stifle, hock, 0.32)
        middle, span = between(seat, low, 0.5), math.dist(seat[:2], low[:2])
        bulge = 0.04 * math.dist(seat[:2], stifle[:2]) / span
        ham = At(middle.x - (low.y - seat.y) * bulge, middle.y + (low.x - seat.x) * bulge)
        return front, [*self.loin.all((-41, 2), (-53, 6), (-60.2, 15.5)), seat, ham]

    def belly(self) -> list[At]:
        """Return what of the trunk is in shadow: from the breast along the lower third of the barrel."""
        return [
            self.chest.at(22, 65),
            self.chest.at(8, 64),
            self._middle(-14, 61, 0.1),
            self._middle(-40, 57, 0.4),
            self._middle(-62, 48, 0.7),
            self._middle(-76, 42, 0.9),
            self._middle(-84, 60, 0.9),
            self._middle(-60, 72, 0.5),
            self.chest.at(-14, 84),
            self.chest.at(22, 84),
        ]

    def throat(self) -> list[At]:
        """Return what of the neck is in shadow: its underside, wide at the breast and narrow at the throat."""
        return [
            self.head.at(12, 10),
            *self.neck.all((62, 4), (48, 6), (32, 9.5), (18, 15)),
            self.chest.at(31, 39),
            self.chest.at(37, 49),
            self.chest.at(39, 60, True),
            self.chest.at(50, 46),
            *self.neck.all((16, 34), (40, 26), (60, 20), (74, 20)),
        ]

    def shoulder_line(self) -> list[At]:
        """Return the shadow behind the shoulder blade."""
        return self.chest.all((-3, 12, 1), (-1, 26), (3, 40), (6, 54), (1, 64, 1), (-2.5, 48), (-4, 30))

    def shine(self) -> list[list[At]]:
        """Return what of the trunk is in full light: the top of the croup, the shoulder and the crest."""
        croup = self.loin.all((-6, 3, 1), (-22, -2.5), (-40, 3), (-55, 13, 1), (-40, 9.5), (-22, 5.5))
        blade = [*self.chest.all((10, 12, 1), (20, 24), (28, 40), (27, 50, 1), (18, 40), (11, 26))]
        crest = self.neck.all((70, -11.5, 1), (52, -13.5), (34, -14), (16, -8, 1), (34, -9), (54, -8.5))
        return [croup, blade, crest]

    # ------------------------------------------------------------------------------------------------------ head

    def skull(self) -> list[At]:
        """Return the outline of the head: poll, forehead, nose, lips, chin, jaw."""
        return self.head.all(
            (-3, 2), (3, -3.6), (12, -4.6), (22, -3.2), (32, -0.6), (43, 1.2), (51, 2.6), (56, 5.2), (58, 9.5),
            (57, 13), (54.2, 14.6), (53.4, 17.4), (49.4, 18.6), (45.4, 16.8), (38, 17), (31, 19), (24.5, 23),
            (17, 25.8), (9.5, 25.4), (3, 20.5), (-1, 11),
        )  # fmt: skip

    def cheek(self) -> list[At]:
        """Return the shadow under the cheek and the jaw."""
        return self.head.all(
            (5, 24, 1), (11, 21.5), (18, 20.4), (24, 17.6), (30, 13.6), (38, 12.4), (46, 13), (54, 14.4, 1), (53, 19),
            (45, 18.5), (36, 19), (26, 24), (16, 28),
        )  # fmt: skip

    def muzzle(self) -> list[At]:
        """Return the dark of nose and lips."""
        return self.head.all((49, -2), (47.5, 6), (48.5, 13), (47, 20), (56, 22), (62, 12), (58, -1))

    def nostril(self) -> list[At]:
        """Return the open nostril."""
        return self.head.all((51.5, 5.4), (54.4, 5.2), (55.4, 7.6), (53.6, 10), (52.6, 7.8))

    def mouth(self) -> list[At]:
        """Return the line between the lips."""
        return self.head.all((56.5, 12.6), (52.5, 12.8), (48.5, 11.6))

    def eye(self) -> list[At]:
        """Return the eye."""
        return self.head.all((15.2, 4.4, 1), (17.4, 2.6), (20, 3.6), (21, 5.8, 1), (18.2, 6.4))

    def blaze(self) -> list[At]:
        """Return a white star and stripe down the face."""
        return self.head.all((11, -6, 1), (13, -1.6), (20, -0.4), (32, 1.4), (44, 3, 1), (46, 0), (30, -4))

    def ear(self, *, is_far: bool = False) -> list[At]:
        """Return an ear, which starts at the poll."""
        at = self.head.inner(4.4 if is_far else 0.6, -2 if is_far else -0.6, -18 - self.carriage.ears)
        return at.all((-3.8, 2.5), (-4.6, -5), (-1.4, -14.5, 1), (2.6, -8), (3.6, -1), (2.5, 3))

    # ------------------------------------------------------------------------------------------------------ hair

    def mane(self, flow: float) -> list[At]:
        """Return the mane: along the crest, in locks that lie flat or fly back by so much (0 to 1)."""
        flying = self.neck.all(
            (80, -9), (70, -15.5), (60, -21), (50, -27, 1), (54, -20.5), (46, -23), (33, -29.5, 1), (40, -22),
            (30, -24), (15, -28, 1), (24, -21), (15, -21), (4, -21, 1), (14, -15, 1), (26, -13), (20, -7, 1),
            (36, -11.5), (32, -5, 1), (48, -9.5), (46, -3, 1), (62, -6), (74, -3),
        )  # fmt: skip
        lying = self.neck.all(
            (80, -9), (70, -14.5), (60, -17.5), (52, -19, 1), (52, -19), (44, -19.8), (36, -20.4, 1), (36, -20.4),
            (28, -20.6), (22, -20.8, 1), (20, -20.6), (14, -19.6), (9, -17, 1), (14, -12, 1), (24, -9), (20, -2, 1),
            (34, -7), (32, 1, 1), (46, -5), (45, 3, 1), (60, -3), (74, -3),
        )  # fmt: skip
        return [between(low, high, flow) for low, high in zip(lying, flying, strict=True)]

    def forelock(self, flow: float) -> list[At]:
        """Return the hair between the ears, over the forehead."""
        return self.head.all(
            (-3, -2),
            (2, -5),
            (9 - 3 * flow, -6),
            (16 - 9 * flow, -3 - 2.6 * flow, 1),
            (7 - 2 * flow, -1.8),
            (2, 2),
        )

    def tail(self, flow: float) -> list[At]:
        """Return the tail: it hangs, or streams behind the horse by so much (0 to 1)."""
        hang, fly = self._hanging, self._flying
        return [between(low, high, flow) for low, high in zip(hang(_TAIL_DOWN), fly(_TAIL_OUT), strict=True)]

    def strands(self, flow: float) -> list[At]:
        """Return the shadow in the tail."""
        hang, fly = self._hanging, self._flying
        return [
            between(low, high, flow) for low, high in zip(hang(_SHADE_DOWN), fly(_SHADE_OUT), strict=True)
        ]

    def _hanging(self, points: Points) -> list[At]:
        return Frame(self.dock.x, self.dock.y, self.loin.turn * 0.3).all(*points)

    def _flying(self, points: Points) -> list[At]:
        return Frame(self.dock.x, self.dock.y, self.loin.turn * 0.5 + self.carriage.tail).all(*points)


Points = tuple[tuple[float, ...], ...]

_TAIL_OUT: Points = (
    (8, -4), (-3, -10), (-14, -13.5), (-28, -11.5), (-44, -4.5), (-59, 0), (-80, -3, 1),
    (-66, 5), (-82, 11, 1), (-62, 13), (-71, 23, 1), (-49, 18.5), (-33, 11), (-19, 2), (-8, 4), (4, 7),
)  # fmt: skip
_SHADE_OUT: Points = (
    (2, 5), (-9, 0), (-20, -3), (-33, 2.5), (-48, 9), (-66, 12, 1), (-61, 13.5), (-71, 23, 1), (-49, 18.5),
    (-33, 11), (-19, 2), (-8, 4),
)  # fmt: skip
_TAIL_DOWN: Points = (
    (8, -4), (-2, -5), (-9, 0), (-14, 14), (-16, 34), (-17, 56), (-14, 86, 1),
    (-10, 76), (-7, 96, 1), (-3, 74), (1, 84, 1), (2, 60), (0, 40), (-1, 20), (2, 8), (6, 4),
)  # fmt: skip
_SHADE_DOWN: Points = (
    (2, 8), (-2, 10), (-6, 24), (-7, 44), (-7, 62), (-7, 84, 1), (-6, 86), (-3, 74, 1), (2, 60), (0, 40),
    (-1, 20), (0, 12),
)  # fmt: skip
