"""Thrown dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw

from render.parts.lettering import engrave
from render.parts.palette import INK, LINE, WHITE
from render.parts.shapes import FINE, layer, put

_APART = 12
"""Pixels between two dice."""

_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.27, 0.27), (0.73, 0.73)),
    3: ((0.27, 0.27), (0.5, 0.5), (0.73, 0.73)),
    4: ((0.27, 0.27), (0.27, 0.73), (0.73, 0.27), (0.73, 0.73)),
    5: ((0.27, 0.27), (0.27, 0.73), (0.5, 0.5), (0.73, 0.27), (0.73, 0.73)),
    6: ((0.27, 0.25), (0.27, 0.5), (0.27, 0.75), (0.73, 0.25), (0.73, 0.5), (0.73, 0.75)),
}


@cache
def die(value: int, side: int) -> Image.Image:
    """Return a die that shows a number: in pips up to 6, in figures above."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = side * FINE
        inset = max(1.5 * FINE, size * 0.025)
        draw.rounded_rectangle((0, 0, size - 1, size - 1), size * 0.2, fill=INK)
        for bottom, fill in ((size - inset - 1, LINE), (size * 0.93 - inset, WHITE)):
            draw.rounded_rectangle((inset, inset, size - inset - 1, bottom), size * 0.18, fill=fill)
        for across, down in _PIPS.get(value, ()):
            x, y, radius = across * size, (down * 0.95 + 0.005) * size, size * 0.09
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=INK)
        if value in _PIPS:
            return
        engrave(draw, size / 2, size * 0.48, str(value), round(size * 0.5), INK)

    return layer(side, side, paint)


def dice(values: Sequence[int], width: float, height: float) -> Image.Image:
    """Return dice side by side, in rows of at most three, as large as there is room for."""
    columns = {1: 1, 2: 2, 4: 2}.get(len(values), 3)
    rows = -(-len(values) // columns)
    side = round(min(112, width / columns - _APART, height / rows - _APART))
    size = columns * side + (columns - 1) * _APART, rows * side + (rows - 1) * _APART
    image = Image.new("RGBA", size, (*INK, 0))
    for number, value in enumerate(values):
        row, column = divmod(number, columns)
        put(image, die(value, side), column * (side + _APART), row * (side + _APART))
    return image
