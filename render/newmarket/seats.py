"""Small signs for seats: a numbered badge that stands for a player where a name has no room, the dealer's chip."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from engines.core import Seat
from render.parts.lettering import headline
from render.parts.palette import CREAM, GOLD, INK
from render.parts.shapes import FINE, layer


@cache
def badge(seat: Seat, diameter: int) -> Image.Image:
    """Return the badge of a seat, numbered from 1."""
    return _disc(str(seat + 1), diameter, INK, CREAM)


@cache
def chip(text: str, diameter: int) -> Image.Image:
    """Return a gold chip with a letter or a short number on it."""
    return _disc(text, diameter, GOLD, INK)


def _disc(text: str, diameter: int, fill: tuple[int, int, int], ink: tuple[int, int, int]) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        draw.ellipse((0, 0, size - 1, size - 1), fill=fill, outline=ink, width=round(size * 0.05))

    image = layer(diameter, diameter, paint)
    middle, size = diameter / 2, round(diameter * 0.6)
    headline(image, middle, middle, text, size, fill=ink, align="m", width=diameter - 6)
    return image
