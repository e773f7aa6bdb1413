"""Who sits on the horse or behind it: in silks, cap, breeches and boots."""

from __future__ import annotations

import math
from typing import NamedTuple

from render.art.curves import At, Frame
from render.art.drawing import Drawing
from render.art.labels import Label


class Seat(NamedTuple):
    """How somebody sits: places in the frame that carries them, in centimetres. A jockey's starts at the withers."""

    foot: tuple[float, float] = (-17, 43)
    knee: tuple[float, float] = (6, 8)
    hip: tuple[float, float] = (-38, -16)
    neck: tuple[float, float] = (18, -31)
    hand: tuple[float, float] = (47, -4)
    gaze: float = 8
    """Degrees that the face looks down."""
    chin: float = -4
    """How far the head is carried before the line of the back."""


def bone(start: At, end: At) -> tuple[Frame, float]:
    """Return a frame whose x runs along a bone from its start, and the length of the bone."""
    turn = math.degrees(math.atan2(end.y - start.y, end.x - start.x))
    return Frame(start.x, start.y, turn), math.dist(start[:2], end[:2])


_UPPER_ARM, _FOREARM = 27.0, 29.0


def _elbow(shoulder: At, hand: At) -> At:
    apart = min(math.dist(shoulder[:2], hand[:2]), _UPPER_ARM + _FOREARM - 0.5)
    along = (apart**2 + _UPPER_ARM**2 - _FOREARM**2) / (2 * apart)
    aside = math.sqrt(max(_UPPER_ARM**2 - along**2, 0))
    x, y = (hand.x - shoulder.x) / apart, (hand.y - shoulder.y) / apart
    return At(shoulder.x + x * along - y * aside, shoulder.y + y * along + x * aside)


class Rider:
    """The places of somebody who sits, and the outlines around them."""

    def __init__(self, frame: Frame, seat: Seat) -> None:
        self.foot, self.knee, self.hip, self.neck, self.hand = (frame.at(*place) for place in seat[:5])
        self.back, self.length = bone(self.hip, self.neck)
        self.shoulder = self.back.at(self.length - 8, 4)
        self.elbow = _elbow(self.shoulder, self.hand)
        head = self.back.at(self.length + 12, seat.chin)
        self.head = Frame(head.x, head.y, seat.gaze)
        self.sole = Frame(self.foot.x, self.foot.y, frame.turn * 0.5 + 8)

    def jacket(self) -> list[At]:
        """Return the outline of the jacket without its sleeve."""
        n = self.length
        return self.back.all(
            (-9, -2, 1), (-5, -11), (n * 0.15, -15), (n * 0.45, -16), (n * 0.8, -13), (n + 1, -7), (n + 3, 0),
            (n + 1, 7), (n - 8, 12.5), (n * 0.62, 12.5), (n * 0.33, 12), (n * 0.1, 12.5), (-4, 11, 1), (-8, 4),
        )  # fmt: skip

    def jacket_shadow(self) -> list[At]:
        """Return what of the jacket is in shadow."""
        n = self.length
        return self.back.all(
            (-10, 4, 1),
            (2, 4),
            (n * 0.3, 3),
            (n * 0.68, 4),
            (n - 6, 8, 1),
            (n - 8, 16),
            (n * 0.62, 16),
            (10, 16),
            (-8, 14),
        )

    def thigh(self) -> list[At]:
        """Return the outline of the thigh, in breeches."""
        frame, n = bone(self.hip, self.knee)
        return frame.all(
            (-9, -9),
            (6, -11),
            (n * 0.6, -8.5),
            (n, -7.5),
            (n + 5.5, -1),
            (n + 2, 6.5),
            (n * 0.6, 8.5),
            (8, 12),
            (-8, 11),
        )

    def thigh_shadow(self) -> list[At]:
        """Return the lower half of the thigh."""
        frame, n = bone(self.hip, self.knee)
        return frame.all((-10, 4), (10, 3), (n * 0.6, 2), (n + 4, 1.5), (n, 12), (-10, 18))

    def boot(self) -> list[At]:
        """Return the outline of the boot, up to below the knee."""
        frame, n = bone(self.knee, self.foot)
        return [
            *frame.all((n * 0.2, -6.2, 1), (n * 0.6, -5.2), (n * 0.88, -4.6)),
            *self.sole.all(
                (5, 0), (13, 2.6), (16, 5.4), (14.5, 7.6, 1), (4, 6.8), (2, 8.2, 1), (-6, 7.4, 1), (-6.4, 1)
            ),
            *frame.all((n * 0.7, 6.2), (n * 0.4, 7.8), (n * 0.2, 7.4, 1)),
        ]

    def cuff(self) -> list[At]:
        """Return the light top of the boot."""
        frame, n = bone(self.knee, self.foot)
        return frame.all((n * 0.2, -6.4, 1), (n * 0.37, -6, 1), (n * 0.37, 8.1, 1), (n * 0.2, 7.6, 1))

    def sleeve(self) -> tuple[list[At], list[At]]:
        """Return the upper arm and the forearm."""
        upper, n = bone(self.shoulder, self.elbow)
        lower, m = bone(self.elbow, self.hand)
        return (
            upper.all(
                (-9, -3), (-4, -8.5), (8, -9), (n, -7), (n + 5, -1), (n + 1, 6), (10, 8), (-4, 8.5), (-9, 4)
            ),
            lower.all(
                (-5, -5),
                (2, -7.5),
                (m * 0.5, -5.6),
                (m - 6, -3.6, 1),
                (m - 6, 3.6, 1),
                (m * 0.5, 5.5),
                (2, 7),
                (-5, 4),
            ),
        )

    def fold(self) -> list[At]:
        """Return the shadow that the upper arm casts on the jacket."""
        frame, n = bone(self.shoulder, self.elbow)
        return frame.all((4, 6, 1), (n * 0.5, 8.5), (n + 4, 9), (n + 4, 14), (n * 0.5, 12.5))

    def sleeve_shadow(self) -> tuple[list[At], list[At]]:
        """Return the lower sides of both."""
        upper, n = bone(self.shoulder, self.elbow)
        lower, m = bone(self.elbow, self.hand)
        return (
            upper.all((0, 6), (10, 2.5), (n, 0), (n + 5, 2), (n + 1, 6.2), (10, 8.3)),
            lower.all((-4, 3), (4, 2), (m - 6, 0.6, 1), (m - 6, 3.8, 1), (m * 0.5, 5.7), (2, 7.2)),
        )

    def fist(self) -> list[At]:
        """Return the hand."""
        lower, m = bone(self.elbow, self.hand)
        return lower.all((m - 6.4, -3.4), (m, -4.4), (m + 3.6, -1), (m + 2.4, 3.6), (m - 4, 4), (m - 6.4, 3))

    def face(self) -> list[At]:
        """Return the face and the neck."""
        return self.head.all(
            (-7, -1), (6.5, -3.5), (8.4, 0, 1), (9.8, 3.6, 1), (8, 4.6), (8.4, 7.4), (7, 10.2), (2, 10.4), (-2, 9.5),
            (-2, 14, 1), (-7, 13, 1), (-9.5, 5),
        )  # fmt: skip

    def nape(self) -> list[At]:
        """Return the shadow on the face."""
        return self.head.all((-12, 0), (-3, 1), (-1.5, 6), (3, 8.4), (7, 9.4), (6, 12), (-6, 17), (-14, 12))

    def cap(self) -> list[At]:
        """Return the outline of the cap, its peak ahead."""
        return self.head.all(
            (-11.2, 3.4, 1), (-12, -3.5), (-8, -10.2), (0, -12.2), (6.6, -8.6), (8.6, -3), (16.5, 0.2, 1), (8, 0.6),
            (2, 0.2), (-3, 2.4),
        )  # fmt: skip

    def brim(self) -> list[At]:
        """Return what of the cap is in shadow."""
        return self.head.all((-14, 0), (-6, -2), (2, -3), (9, -2.6), (18, 2), (4, 6), (-14, 8))


def draw_rider(drawing: Drawing, rider: Rider) -> None:
    """Draw somebody who sits."""
    with drawing.group("rider"):
        drawing.fill(Label.BOOT, rider.boot())
        drawing.flat(Label.TACK, rider.cuff())
        _shaded(drawing, Label.BREECHES, rider.thigh(), rider.thigh_shadow())
        _shaded(drawing, Label.SKIN, rider.face(), rider.nape())
        drawing.circle(Label.DARK, rider.head.at(6, 1.6), 0.8)
        _shaded(drawing, Label.SILK, rider.jacket(), rider.jacket_shadow())
        with drawing.within(rider.jacket()):
            drawing.fill(Label.SILK_SHADOW, rider.fold())
        _shaded(drawing, Label.CAP, rider.cap(), rider.brim())
        for sleeve, shadow in zip(rider.sleeve(), rider.sleeve_shadow(), strict=True):
            _shaded(drawing, Label.SLEEVE, sleeve, shadow)
        drawing.fill(Label.SKIN, rider.fist())


def _shaded(drawing: Drawing, label: Label, outline: list[At], shadow: list[At]) -> None:
    """Fill an outline, and a part of it with the label's shadow, which is the next one."""
    drawing.fill(label, outline)
    with drawing.within(outline):
        drawing.fill(Label(label + 1), shadow)
