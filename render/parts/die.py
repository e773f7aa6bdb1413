"""Thrown dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw

from render.parts.lettering import Face, cap_height, font
from render.parts.palette import INK, LINE, WHITE, Colour
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
def die(value: int, side: int, pips: Colour = INK) -> Image.Image:
    """Return a die that shows a number: in pips up to 6, in figures above."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = side * FINE
        edge = (0, 0, size - 1, size - 1)
        draw.rounded_rectangle(edge, size * 0.2, fill=INK)
        inset = max(1.5 * FINE, size * 0.025)
        face = (inset, inset, size - inset - 1, size - inset - 1)
        draw.rounded_rectangle(face, size * 0.18, fill=LINE)
        face = (inset, inset, size - inset - 1, size * 0.93 - inset)
        draw.rounded_rectangle(face, size * 0.18, fill=WHITE)
        if value in _PIPS:
            _dots(draw, size, value, pips)
            return
        height = round(size * 0.5)
        baseline = size * 0.48 + cap_height(Face.DISPLAY, height) / 2
        draw.text((size / 2, baseline), str(value), fill=pips, font=font(Face.DISPLAY, height), anchor="ms")

    return layer(side, side, paint)


def _dots(draw: ImageDraw.ImageDraw, size: int, value: int, colour: Colour) -> None:
    radius = size * 0.09
    for across, down in _PIPS[value]:
        x, y = across * size, (down * 0.95 + 0.005) * size
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


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
