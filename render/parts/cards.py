"""Playing cards on cream paper: the blank face that games print on, the back, a small pair to count with."""

from __future__ import annotations

from functools import cache
from typing import Any

from PIL import Image, ImageDraw

from render.parts.lettering import write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FOREST, HEDGE, INK, WHITE, Colour
from render.parts.smooth import FINE, layer, put_centred, sheet

RATIO = 1.4
"""Height to width of every card."""


def card_height(width: int) -> int:
    """Return the height in pixels of a card of a width."""
    return round(width * RATIO)


def blank(width: int, colour: Colour) -> Image.Image:
    """Return a fresh empty card face with a frame in one colour."""
    return _blank(width, colour).copy()


@cache
def _blank(width: int, colour: Colour) -> Image.Image:
    height, radius = card_height(width), width * 0.09
    frame = width * 0.05

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for inset, fill in ((0.0, INK), (1.5, WHITE), (frame * 0.75, colour), (frame * 1.45, CREAM)):
            box = (inset * FINE, inset * FINE, (width - inset) * FINE - 1, (height - inset) * FINE - 1)
            draw.rounded_rectangle(box, (radius - inset * 0.6) * FINE, fill=fill)

    return layer(width, height, paint)


def line(card: Image.Image, y: float, text: str, size: float, *, room: float = 0.8, **how: Any) -> None:
    """Write a line in the middle of a card; size and room are shares of its width, `how` is as for `write`."""
    high, wide = round(card.width * size), round(card.width * room)
    write(card, card.width / 2, y, text, high, align="m", width=wide, **how)


def band(card: Image.Image, middle: float, half: float) -> None:
    """Draw a band across a card, for a line on it."""
    inset = card.width * 0.072
    ImageDraw.Draw(card).rectangle((inset, middle - half, card.width - inset - 1, middle + half), fill=HEDGE)


@cache
def back(width: int) -> Image.Image:
    """Return the back of a card."""
    face = blank(width, FOREST)
    inset = round(width * 0.1)
    put_centred(
        face,
        sheet(width - 2 * inset, card_height(width) - 2 * inset, round(width * 0.06), HEDGE),
        width / 2,
        card_height(width) / 2,
    )
    put_centred(face, shadow(CREAM, round(width * 0.62)), width / 2, card_height(width) / 2)
    return face


@cache
def tally_card(height: int, fill: Colour = CREAM) -> Image.Image:
    """Return a tiny card pair that stands before the number of cards somebody holds."""
    width = round(height / RATIO)
    step = max(2, height // 6)

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for shift, face in ((step, FOREST), (0, fill)):
            box = (
                shift * FINE,
                (step - shift) * FINE,
                (shift + width) * FINE,
                (step - shift + height - step) * FINE,
            )
            draw.rounded_rectangle(box, 3 * FINE, fill=face, outline=INK, width=round(1.6 * FINE))

    return layer(width + step + 1, height + 1, paint)
