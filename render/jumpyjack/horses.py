"""The horses of Jumpy Jack in their silks, and the colours of its hedges."""

from __future__ import annotations

from render.parts.palette import (
    BLUE,
    BROWN,
    INK,
    LOSS,
    RED,
    SAND,
    TURF,
    WHITE,
    YELLOW,
    Colour,
    mixed,
    palette_with,
)
from render.parts.silks import Pattern, Stable
from render.parts.sprites import colours_of

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

WATER: Colour = (96, 148, 166)
"""What lies behind RESTART, and in the infield."""
RIPPLE: Colour = (152, 190, 198)
"""The hairlines on it."""

STOP, DOUBLE, OUT, RESTART = LOSS, WHITE, INK, mixed(WATER, INK, 0.5)
"""The colours of the signs at the four hedges."""
STOP_GROUND, DOUBLE_GROUND, OUT_GROUND = mixed(TURF, LOSS, 0.5), SAND, mixed(TURF, INK, 0.62)
"""The ground behind them; behind the fourth is water."""

_RUNNING = tuple(silks(("yellow", "black", "red", "green", "white")).values())
PALETTE = palette_with(
    *dict.fromkeys(silk.colour for silk in _RUNNING),
    flat=tuple(
        dict.fromkeys(
            [
                *(WATER, RIPPLE, RESTART, STOP_GROUND, OUT_GROUND),
                *(colour for silk in _RUNNING for colour in colours_of(silk)),
            ]
        )
    ),
)
"""The palette that its pictures are encoded with."""
