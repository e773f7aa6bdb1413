"""Shapes with smooth edges: drawn four times as large on a layer of their own, then reduced. Sheets, signs, arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from PIL import Image, ImageDraw

from render.parts.canvas import Canvas, Surface
from render.parts.lettering import Face, engrave, font
from render.parts.palette import BRONZE, CREAM, FADED, GAIN, GOLD, INK, SILVER, WHITE, Colour, readable_on

FINE = 4
"""How many fine pixels lie along the side of one pixel of the picture."""

Paint = Callable[[ImageDraw.ImageDraw], None]
Point = tuple[float, float]


def layer(width: int, height: int, paint: Paint) -> Image.Image:
    """Return a transparent layer of a size in pixels that `paint` has drawn on in fine pixels."""
    fine = Image.new("RGBA", (width * FINE, height * FINE), (0, 0, 0, 0))
    paint(ImageDraw.Draw(fine))
    return fine.reduce(FINE)


@cache
def sheet(
    width: int, height: int, radius: int, fill: Colour, *, edge: Colour | None = None, thick: float = 2
) -> Image.Image:
    """Return a rounded rectangle: a card, a plaque. It is shared, and kept: `fresh_sheet` is for what is drawn on."""
    return fresh_sheet(width, height, radius, fill, edge=edge, thick=thick)


def fresh_sheet(
    width: int, height: int, radius: int, fill: Colour, *, edge: Colour | None = None, thick: float = 2
) -> Image.Image:
    """Return a rounded rectangle of one's own: paper."""
    corner = max(radius, math.ceil(thick) if edge else 0)
    least = min(width, 2 * corner + 3), min(height, 2 * corner + 3)
    return _stretched(_rounded(*least, radius, fill, edge, thick), width, height)


@cache
def _rounded(
    width: int, height: int, radius: int, fill: Colour, edge: Colour | None, thick: float
) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw) -> None:
        box = 0, 0, width * FINE - 1, height * FINE - 1
        rim = round(thick * FINE) if edge else 0
        draw.rounded_rectangle(box, radius * FINE, fill=fill, outline=edge, width=rim)

    return layer(width, height, paint)


def _stretched(image: Image.Image, width: int, height: int) -> Image.Image:
    """Return a layer as wide and as high as that: its corners as they are, its middle row and column repeated."""
    middle = image.getpixel((image.width // 2, image.height // 2))
    whole = Image.new(image.mode, (width, height), middle)
    for left, right, x, end in _thirds(image.width, width):
        for upper, lower, y, foot in _thirds(image.height, height):
            part = image.crop((left, upper, right, lower))
            if right - left == lower - upper == 1:
                continue  # the middle of all
            if part.size != (end - x, foot - y):
                part = part.resize((end - x, foot - y), Image.Resampling.NEAREST)
            whole.paste(part, (x, y))
    return whole


def _thirds(length: int, wanted: int) -> Sequence[tuple[int, int, int, int]]:
    """Return from where to where the beginning, the middle and the end of a side lie, and where they come to lie."""
    first, last = length // 2, length // 2 + 1
    rest = wanted - (length - last)
    return (0, first, 0, first), (first, last, first, rest), (last, length, rest, wanted)


def blank_paper(width: int, height: int, radius: int, fill: Colour) -> Canvas:
    """Return a canvas that is a rounded rectangle: paper to draw on."""
    canvas = Canvas(width, height)
    canvas.put(_blank_paper(width, height, radius, fill), 0, 0)
    return canvas


@cache
def _blank_paper(width: int, height: int, radius: int, fill: Colour) -> Canvas:
    canvas, corner = Canvas(width, height), radius + 1
    canvas.rectangle((corner, 0, width - corner - 1, height - 1), fill)
    canvas.rectangle((0, corner, width - 1, height - corner - 1), fill)
    far, low = width - corner, height - corner
    for number, (x, y) in enumerate(((0, 0), (far, 0), (0, low), (far, low))):
        canvas.stamp(_corner(radius, number), x, y, fill)
    return canvas


@cache
def _corner(radius: int, number: int) -> Image.Image:
    """Return the mask of a corner of a rounded rectangle, by rows."""
    whole = _rounded(2 * radius + 3, 2 * radius + 3, radius, INK, None, 2).getchannel("A")
    x, y = (side * (radius + 2) for side in (number % 2, number // 2))
    return whole.crop((x, y, x + radius + 1, y + radius + 1))


def put(image: Surface, sprite: Surface, x: float, y: float) -> None:
    """Paste a layer with its upper left corner at a point in pixels; what lies outside is cut off."""
    if isinstance(image, Canvas):
        image.put(sprite, round(x), round(y))
        return
    layer = sprite.image() if isinstance(sprite, Canvas) else sprite
    image.paste(layer, (round(x), round(y)), layer if layer.mode == "RGBA" else None)


def put_centred(image: Surface, sprite: Surface, x: float, y: float) -> None:
    """Paste a layer with its centre at a point in pixels."""
    put(image, sprite, x - sprite.width / 2, y - sprite.height / 2)


def ring(draw: ImageDraw.ImageDraw, size: int, inset: float = 0, **how: Any) -> None:
    """Draw a circle so far inside a square at the origin, in fine pixels; `how` is as for `ellipse`."""
    draw.ellipse((inset, inset, size - inset - 1, size - inset - 1), **how)


MEDALS: tuple[Colour, ...] = (GOLD, SILVER, BRONZE, CREAM)
"""The colours of the ranks, the first first; all later ranks look like the last."""


def medal(rank: int) -> Colour:
    """Return the colour of a rank, counted from 1."""
    return MEDALS[min(rank, len(MEDALS)) - 1]


@cache
def rosette(rank: int, diameter: int, colour: Colour | None = None) -> Image.Image:
    """Return a round ribbon with a rank on it, in the rank's colour or another one."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        middle = size / 2
        for reach, fill in ((0.5, INK), (0.465, colour or medal(rank))):
            draw.polygon(_scallops(middle, reach * size, 16), fill=fill)
        inner = size * 0.345
        centre = (middle - inner, middle - inner, middle + inner, middle + inner)
        draw.ellipse(centre, fill=WHITE, outline=INK, width=FINE)
        engrave(draw, middle, middle, str(rank), round(size * (0.5 if rank < 10 else 0.3)), INK)

    return layer(diameter, diameter, paint)


def _scallops(middle: float, reach: float, count: int) -> list[Point]:
    points = []
    for step in range(count * 8):
        angle = math.tau * step / (count * 8)
        radius = reach * (0.955 + 0.045 * math.cos(count * angle))
        points.append((middle + radius * math.cos(angle), middle + radius * math.sin(angle)))
    return points


def _sign(paint: Callable[[ImageDraw.ImageDraw, int, Colour], None]) -> Callable[[int, Colour], Image.Image]:
    """Turn what paints a sign in so many fine pixels into what returns it for a diameter in pixels and a colour."""

    @cache
    def sign(diameter: int, colour: Colour) -> Image.Image:
        return layer(diameter, diameter, lambda draw: paint(draw, diameter * FINE, colour))

    return sign


@_sign
def disc(draw: ImageDraw.ImageDraw, size: int, colour: Colour) -> None:
    """A plain disc, to single out what lies on it."""
    ring(draw, size, fill=colour)


@_sign
def check_mark(draw: ImageDraw.ImageDraw, size: int, colour: Colour) -> None:
    """A disc with a check mark: done."""
    ring(draw, size, fill=colour)
    points = [(0.26 * size, 0.53 * size), (0.43 * size, 0.70 * size), (0.75 * size, 0.33 * size)]
    draw.line(points, fill=readable_on(colour), width=round(size * 0.12), joint="curve")


@_sign
def cross_mark(draw: ImageDraw.ImageDraw, size: int, colour: Colour) -> None:
    """A disc with a cross: missed."""
    ring(draw, size, fill=colour)
    near, far = 0.32 * size, 0.68 * size
    for line in ((near, near, far, far), (near, far, far, near)):
        draw.line(line, fill=readable_on(colour), width=round(size * 0.12))


@_sign
def open_mark(draw: ImageDraw.ImageDraw, size: int, colour: Colour) -> None:
    """An empty ring with three dots: not yet."""
    ring(draw, size, outline=colour, width=round(size * 0.09))
    dot = size * 0.07
    for x in (0.29, 0.5, 0.71):
        draw.ellipse((x * size - dot, size / 2 - dot, x * size + dot, size / 2 + dot), fill=colour)


def decided(has: bool, diameter: int) -> Image.Image:
    """Return the sign of who has made a choice that several make at once, or has not yet."""
    return check_mark(diameter, GAIN) if has else open_mark(diameter, FADED)


@_sign
def pointer(draw: ImageDraw.ImageDraw, size: int, colour: Colour) -> None:
    """A triangle that points to the right: whose turn it is."""
    draw.polygon([(0, 0), ((size - 1) * 0.8, (size - 1) / 2), (0, size - 1)], fill=colour)


@_sign
def hoofprint(draw: ImageDraw.ImageDraw, size: int, colour: Colour) -> None:
    """One dot of the trail that a move leaves, a dot a square."""
    ring(draw, size, fill=CREAM)
    ring(draw, size, size * 0.17, fill=colour)


@cache
def arrow(width: int, height: int, colour: Colour) -> Image.Image:
    """Return a stout arrow to the right."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom = width * FINE - 1, height * FINE - 1
        neck, shaft = right - bottom * 0.55, bottom * 0.3
        draw.polygon([(neck, 0), (right, bottom / 2), (neck, bottom)], fill=colour)
        draw.rectangle((0, bottom / 2 - shaft / 2, neck, bottom / 2 + shaft / 2), fill=colour)

    return layer(width, height, paint)


@cache
def flag(height: int, colour: Colour) -> Image.Image:
    """Return the chequered flag: over the line."""
    return _symbol("\N{CHEQUERED FLAG}", height, colour)


@cache
def trophy(height: int, colour: Colour) -> Image.Image:
    """Return a cup: who has won."""
    return _symbol("\N{TROPHY}", height, colour)


def _symbol(char: str, height: int, colour: Colour) -> Image.Image:
    large = font(Face.SYMBOLS, 100 * FINE)
    _, top, _, bottom = large.getbbox(char)
    face = font(Face.SYMBOLS, round(100 * FINE * height * FINE / (bottom - top)))
    left, top, right, bottom = (round(edge) for edge in face.getbbox(char))
    fine = Image.new("RGBA", (right - left, bottom - top), (*colour, 0))
    ImageDraw.Draw(fine).text((-left, -top), char, fill=colour, font=face)
    return fine.reduce(FINE)
