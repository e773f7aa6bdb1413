"""Tickets of the tote: whole ones, torn ones of bets that are lost, and the stamp on those that were paid."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from PIL import Image, ImageDraw

from render.parts.cache import shared
from render.parts.canvas import Canvas
from render.parts.lettering import Face, cap_height, fitted
from render.parts.palette import CREAM, LINE, Colour
from render.parts.shapes import FINE, Point, layer, put

_CORNER, _NOTCH, _TOOTH = 8, 9, 7
"""The radius of a corner, that of the notches at both ends of the perforation, the depth of a tear's teeth: pixels."""
_APART = 12
"""Pixels between the halves of a torn ticket."""
_TURN = 5
"""Degrees by which a stamp is turned against the clock."""


def put_ticket(
    image: Canvas, x: float, y: float, size: tuple[int, int], stub: int, *, is_torn: bool = False
) -> None:
    """Put a ticket on a picture, its upper left corner at a point; its stub is so wide, on the right."""
    width, height = size
    if not is_torn:
        put(image, ticket(width, height, stub), x, y)
        return
    put(image, _half(width - stub, height, is_stub=False), x, y)
    put(image, _half(stub - _APART + _TOOTH, height, is_stub=True), x + width - stub + _APART - _TOOTH, y + 5)


@cache
def ticket(width: int, height: int, stub: int) -> Image.Image:
    """Return a ticket, perforated before its stub on the right; without one it is plain paper."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom, cut = width * FINE - 1, height * FINE - 1, (width - stub) * FINE
        draw.rounded_rectangle((0, 0, right, bottom), _CORNER * FINE, fill=CREAM)
        if not stub:
            return
        for y in range(_NOTCH * 2 * FINE, bottom - _NOTCH * FINE, 15 * FINE):
            draw.rectangle((cut - 2 * FINE, y, cut + 2 * FINE - 1, y + 8 * FINE), fill=LINE)
        reach = _NOTCH * FINE
        for y in (0, bottom):
            draw.ellipse((cut - reach, y - reach, cut + reach, y + reach), fill=(0, 0, 0, 0))

    return layer(width, height, paint)


@cache
def _half(width: int, height: int, *, is_stub: bool) -> Image.Image:
    """Return a half of a torn ticket, its tear on the right, or on the left of a stub."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom = width * FINE - 1, height * FINE - 1
        draw.rounded_rectangle((0, 0, right, bottom), _CORNER * FINE, fill=CREAM)
        edge = 0 if is_stub else right
        inner = _TOOTH * FINE if is_stub else right - _TOOTH * FINE
        tear = list(_teeth(edge, inner, bottom))
        draw.polygon([(edge, 0), *tear, (edge, bottom)], fill=(0, 0, 0, 0))

    return layer(width, height, paint)


def _teeth(edge: float, inner: float, bottom: int) -> Iterator[Point]:
    """Yield the points of a tear from the top to the bottom."""
    teeth = 9
    for tooth in range(teeth + 1):
        depth = (0.2, 1.0, 0.45, 0.8)[tooth % 4]
        yield edge + (inner - edge) * depth, bottom * tooth / teeth


def put_stamp(image: Canvas, x: float, y: float, text: str, size: int, colour: Colour, width: int) -> None:
    """Stamp a text in a frame on a picture, its middle at a point, at most so many pixels wide."""
    mark = _stamp(text, size, width)
    image.stamp(mark, round(x - mark.width / 2), round(y - mark.height / 2), colour)


@shared
def _stamp(text: str, size: int, width: int) -> Image.Image:
    """Return what lets ink through where a stamp has left some: a frame and a text, not quite level."""
    line = fitted(text, Face.POSTER, size, width - 30)
    wide, high = round(line.width) + 22, round(size * 1.02)
    fine = Image.new("L", (wide * 2, high * 2), 0)
    draw = ImageDraw.Draw(fine)
    draw.rounded_rectangle((1, 1, wide * 2 - 2, high * 2 - 2), 14, outline=255, width=7)
    face = line._replace(size=line.size * 2)
    baseline = high + cap_height(face.face, face.size) / 2
    for run in face.setting.runs:
        run.draw(draw, wide - face.width / 2 + face.lead, baseline)
    return fine.rotate(_TURN, Image.Resampling.BICUBIC, expand=True).reduce(2)
