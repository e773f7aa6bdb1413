"""The horses of Turfe in their silks, and the sand they run on."""

from __future__ import annotations

from render.parts.palette import BLUE, RED, YELLOW, Colour, palette_with
from render.parts.silks import Stable

SAND: Colour = (221, 197, 150)
"""A raked space of the track."""
SAND_DARK: Colour = (210, 184, 135)
"""Its neighbour."""

_GREEN: Colour = (16, 134, 74)
PEARL: Colour = (246, 246, 244)
_COAL: Colour = (52, 48, 50)

STABLE = Stable({"red": RED, "blue": BLUE, "yellow": YELLOW, "green": _GREEN, "white": PEARL, "black": _COAL})
silks = STABLE.silks

PALETTE = palette_with(SAND_DARK, *STABLE.colours.values(), ground=SAND)
"""The palette that its pictures are encoded with."""
