"""The horses of Jumpy Jack: the colour is the name, number and pattern the place in the edition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engines.jumpyjack.actions import Horse
from render.parts.palette import (
    BLUE,
    BROWN,
    FADED,
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
from render.parts.silks import Pattern, Silk, numbered

_GREEN: Colour = (22, 128, 78)
_COLOURS = {
    "yellow": YELLOW,
    "black": INK,
    "red": RED,
    "green": _GREEN,
    "white": WHITE,
    "blue": BLUE,
    "brown": BROWN,
}
_PATTERNS = (Pattern.SASH, Pattern.SPOTS, Pattern.HOOPS, Pattern.DIAMOND, Pattern.STRIPES)

STOP, DOUBLE, OUT, RESTART = LOSS, GOLD, INK, BLUE
"""The colours of the four hedges."""


def ground_of(hedge: Colour) -> Colour:
    """Return the colour of the square that a hedge stands on."""
    return mixed(TURF, hedge, 0.62)


@cache
def silk(horse: str, number: int) -> Silk:
    """Return the silks of the horse that stands at `number` (from 0) in the edition."""
    return numbered(number, _COLOURS.get(horse, FADED), _PATTERNS)


def silks(horses: Sequence[Horse]) -> dict[str, Silk]:
    """Return the silks of every horse of an edition, in its order."""
    return {horse: silk(horse, number) for number, horse in enumerate(horses)}


PALETTE = palette_with(*map(ground_of, (STOP, DOUBLE, OUT, RESTART)), YELLOW, RED, _GREEN)
"""The palette that its pictures are encoded with."""
