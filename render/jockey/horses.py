"""The horses of Jockey in their silks."""

from __future__ import annotations

from engines.jockey.actions import Horse
from engines.jockey.view import View
from render.parts.palette import BLUE, BROWN, GAIN, INK, RED, SILVER, WHITE, YELLOW
from render.parts.silks import Pattern, Stable

STABLE = Stable(
    {
        "brown": BROWN,
        "yellow": YELLOW,
        "blue": BLUE,
        "red": RED,
        "green": GAIN,
        "black": INK,
        "white": WHITE,
        "grey": SILVER,
    },
    tuple(Pattern)[:4],
)
silks = STABLE.silks


def ranked(view: View) -> list[Horse]:
    """Return the horses in their order in the race: those home first, then by position."""
    home = {horse: rank for rank, horse in enumerate(view.home)}
    return sorted(
        view.horses, key=lambda horse: (home.get(horse, len(home)), view.positions[view.horses.index(horse)])
    )
