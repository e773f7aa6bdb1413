"""The horses of Turfe in their silks: the colour is the name, number and pattern the place in the edition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engines.turfe.actions import Horse
from render.parts.palette import BLUE, FADED, RED, YELLOW, Colour, palette_with
from render.parts.silks import Pattern, Silk, numbered

SAND: Colour = (221, 197, 150)
"""A raked space of the track."""
SAND_DARK: Colour = (210, 184, 135)
"""Its neighbour."""

GREEN: Colour = (16, 134, 74)
PEARL: Colour = (246, 246, 244)
COAL: Colour = (52, 48, 50)

_COLOURS = {"red": RED, "blue": BLUE, "yellow": YELLOW, "green": GREEN, "white": PEARL, "black": COAL}
_PATTERNS = (
    Pattern.HOOPS,
    Pattern.SPOTS,
    Pattern.CHEVRONS,
    Pattern.HALVES,
    Pattern.STRIPES,
    Pattern.DIAMOND,
    Pattern.SASH,
    Pattern.CROSS,
)


@cache
def silk(horse: str, number: int) -> Silk:
    """Return the silks of the horse that stands at `number` (from 0) in the edition."""
    return numbered(number, _COLOURS.get(horse, FADED), _PATTERNS)


def silks(horses: Sequence[Horse]) -> dict[Horse, Silk]:
    """Return the silks of every horse of an edition, in its order."""
    return {horse: silk(horse, number) for number, horse in enumerate(horses)}


PALETTE = palette_with(SAND_DARK, *_COLOURS.values(), ground=SAND)
"""The palette that its pictures are encoded with."""
