"""The horses of Jockey in their silks: the colour is the name, number and pattern the place in the edition."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engines.jockey.actions import Horse
from engines.jockey.view import View
from render.parts.palette import BLUE, BROWN, FADED, GAIN, INK, RED, SILVER, WHITE, YELLOW
from render.parts.silks import Pattern, Silk, numbered

_COLOURS = {
    "brown": BROWN,
    "yellow": YELLOW,
    "blue": BLUE,
    "red": RED,
    "green": GAIN,
    "black": INK,
    "white": WHITE,
    "grey": SILVER,
}
_PATTERNS = (Pattern.HOOPS, Pattern.SPOTS, Pattern.CHEVRONS, Pattern.HALVES)


@cache
def silk(horse: str, number: int) -> Silk:
    """Return the silks of the horse that stands at `number` (from 0) in the edition."""
    return numbered(number, _COLOURS.get(horse, FADED), _PATTERNS)


def silks(horses: Sequence[Horse]) -> dict[str, Silk]:
    """Return the silks of every horse of an edition, in its order."""
    return {horse: silk(horse, number) for number, horse in enumerate(horses)}


def ranked(view: View) -> list[Horse]:
    """Return the horses in their order in the race: those home first, then by position."""
    home = {horse: place for place, horse in enumerate(view.home)}
    return sorted(
        view.horses, key=lambda horse: (home.get(horse, len(home)), view.positions[view.horses.index(horse)])
    )
