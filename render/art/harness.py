"""The sulky: a seat on two wheels, its shafts along the horse, and the driver on it."""

from __future__ import annotations

import math

from render.art.curves import At, Frame
from render.art.drawing import Drawing
from render.art.horse import Horse
from render.art.labels import Label
from render.art.rider import Seat

RADIUS = 37.0
AXLE = At(-187, -RADIUS)
"""Where the wheels turn, in centimetres; the ground is y = 0."""

DRIVING = Seat((-120, -82), (-147, -105), (-183, -92), (-193, -137), (-145, -120), 4, 9)
"""The driver sits over the axle, leans back, and has the feet in the stirrups of the shafts."""

GROUND = Frame(0, 0)


def wheel(drawing: Drawing, *, is_far: bool) -> None:
    """Draw a wheel: tyre, rim, spokes, hub."""
    at = At(AXLE.x + 7, AXLE.y - 1) if is_far else AXLE
    tyre, metal = (Label.TYRE, Label.METAL_SHADOW) if is_far else (Label.TYRE, Label.METAL)
    drawing.ring(tyre, at, RADIUS - 2, 4)
    drawing.ring(metal, at, RADIUS - 5, 2.4)
    for spoke in range(8):
        turn = math.tau * spoke / 16 + 0.2
        x, y = math.cos(turn) * (RADIUS - 5), math.sin(turn) * (RADIUS - 5)
        drawing.line(metal, [At(at.x - x, at.y - y), At(at.x + x, at.y + y)], 1.3)
    drawing.circle(tyre, at, 4.4)
    drawing.circle(metal, at, 2.4)


def shaft(horse: Horse, *, is_far: bool) -> list[At]:
    """Return the line of a shaft, from behind the axle to the horse's shoulder."""
    rise = -5 if is_far else 0
    tip = horse.chest.at(20, 46)
    return [
        At(AXLE.x + 2, AXLE.y - 4 + rise), At(-168, -61 + rise), At(-134, -79 + rise), At(-84, -92 + rise),
        At(-30, -104 + rise), At(tip.x, tip.y + rise),
    ]  # fmt: skip


def seat(drawing: Drawing) -> None:
    """Draw the seat and what carries it."""
    drawing.line(Label.METAL_SHADOW, [AXLE, At(-182, -60), At(-184, -78)], 3)
    drawing.fill(
        Label.TYRE, [At(-204, -90), At(-202, -83), At(-184, -79), At(-170, -81), At(-170, -85), At(-186, -84)]
    )


def lines(horse: Horse, hand: At) -> list[At]:
    """Return the driving line from the bit over the horse's back to the hand."""
    bit = horse.head.at(47, 14)
    terret = horse.chest.at(-14, -1)
    return [bit, horse.neck.at(30, 4), terret, At((terret.x + hand.x) / 2, (terret.y + hand.y) / 2 + 4), hand]
