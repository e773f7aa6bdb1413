"""The colours of Newmarket in their silks, and how a form card's name is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engines.newmarket.actions import Card
from render.parts.palette import BLUE, RED, YELLOW, palette_with
from render.parts.silks import Pattern, Silk, Stable

STABLE = Stable(
    {"blue": BLUE, "red": RED, "yellow": YELLOW, "green": (16, 134, 74)},
    (Pattern.SPOTS, Pattern.HOOPS, Pattern.CHEVRONS, Pattern.HALVES),
)
_NAME = re.compile(r"([a-z]+)(\d+)")


class Form(NamedTuple):
    """What a form card's name says."""

    colour: str
    number: int


@cache
def form(card: Card) -> Form:
    """Read the name of a form card; ValueError if it is none."""
    found = _NAME.fullmatch(card)
    if found is None:
        raise ValueError(f"not a form card: {card!r}")
    return Form(found[1], int(found[2]))


def worn(card: Card, colours: Sequence[str]) -> Silk:
    """Return the silks with the colour and the number of a form card."""
    colour, number = form(card)
    return STABLE.silk(colour, colours, number)


PALETTE = palette_with(*STABLE.colours.values())
"""The palette that its pictures are encoded with."""
