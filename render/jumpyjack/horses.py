"""The horses of Jumpy Jack in their silks, and the colours of its hedges."""

from __future__ import annotations

from render.parts.palette import (
    BLUE,
    BROWN,
    GOLD,
    INK,
    LOSS,
    RED,
    TURF,
    WHITE,
    YELLOW,
    Colour,
    mixed,
    palette_with,
)
from render.parts.silks import Pattern, Stable

_GREEN: Colour = (22, 128, 78)
STABLE = Stable(
    {
        "yellow": YELLOW,
        "black": INK,
        "red": RED,
        "green": _GREEN,
        "white": WHITE,
        "blue": BLUE,
        "brown": BROWN,
    },
    (Pattern.SASH, Pattern.SPOTS, Pattern.HOOPS, Pattern.DIAMOND, Pattern.STRIPES),
)
silks = STABLE.silks

STOP, DOUBLE, OUT, RESTART = LOSS, GOLD, INK, BLUE
"""The colours of the four hedges."""


def ground_of(hedge: Colour) -> Colour:
    """Return the colour of the square that a hedge stands on."""
    return mixed(TURF, hedge, 0.62)


PALETTE = palette_with(*map(ground_of, (STOP, DOUBLE, OUT, RESTART)), YELLOW, RED, _GREEN)
"""The palette that its pictures are encoded with."""
