"""Smooth shapes: drawn four times as large on their own layer, then reduced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from PIL import Image, ImageDraw

from render.parts.palette import Colour

FINE = 4
"""How many fine pixels lie along the side of one pixel of the picture."""

Paint = Callable[[ImageDraw.ImageDraw], None]


def layer(width: int, height: int, paint: Paint) -> Image.Image:
    """Return a transparent layer of a size in pixels that `paint` has drawn on in fine pixels."""
    fine = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    paint(ImageDraw.Draw(fine))
    return fine.reduce(FINE)


def mask(width: int, height: int, paint: Paint) -> Image.Image:
    """Return a mask (mode L) of a size in pixels that `paint` has drawn on in fine pixels with 255."""
    fine = Image.new("L", (width * FINE, height * FINE), 0)
    paint(ImageDraw.Draw(fine))
    return fine.reduce(FINE)


@cache
def sheet(
    width: int, height: int, radius: int, fill: Colour, *, edge: Colour | None = None, thick: float = 2
) -> Image.Image:
    """Return a rounded rectangle: paper, a card, a plaque. It is shared: copy it before drawing on it."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        draw.rounded_rectangle(
            (0, 0, width * FINE - 1, height * FINE - 1),
            radius * FINE,
            fill=fill,
            outline=edge,
            width=round(thick * FINE) if edge else 0,
        )

    return layer(width, height, paint)


def put(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Paste a layer with its upper left corner at a place in pixels; what lies outside is cut off."""
    image.paste(sprite, (round(x), round(y)), sprite)


def put_centred(image: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Paste a layer with its centre at a place in pixels."""
    put(image, sprite, x - sprite.width / 2, y - sprite.height / 2)
