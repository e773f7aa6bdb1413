"""Small signs: rosettes with a place on them, check marks, arrows, plaques."""

from __future__ import annotations

import math
from functools import cache

from PIL import Image, ImageDraw

from render.parts.fonts import Face, cap_height, font
from render.parts.palette import BRONZE, CREAM, GOLD, INK, SILVER, WHITE, Colour, readable_on
from render.parts.smooth import FINE, layer

MEDALS: tuple[Colour, ...] = (GOLD, SILVER, BRONZE, CREAM)
"""The colours of the places, the first first; all later places look like the last."""


def medal(place: int) -> Colour:
    """Return the colour of a place, counted from 1."""
    return MEDALS[min(place, len(MEDALS)) - 1]


@cache
def rosette(text: str, diameter: int, colour: Colour) -> Image.Image:
    """Return a round ribbon with a short text on it."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        middle = size / 2
        for reach, fill in ((0.5, INK), (0.465, colour)):
            draw.polygon(_scallops(middle, reach * size, 16), fill=fill)
        inner = size * 0.345
        centre = (middle - inner, middle - inner, middle + inner, middle + inner)
        draw.ellipse(centre, fill=WHITE, outline=INK, width=FINE)
        height = round(size * (0.5 if len(text) == 1 else 0.3))
        baseline = middle + cap_height(Face.DISPLAY, height) / 2
        draw.text((middle, baseline), text, fill=INK, font=font(Face.DISPLAY, height), anchor="ms")

    return layer(diameter, diameter, paint)


def _scallops(middle: float, reach: float, count: int) -> list[tuple[float, float]]:
    points = []
    for step in range(count * 8):
        angle = math.tau * step / (count * 8)
        radius = reach * (0.955 + 0.045 * math.cos(count * angle))
        points.append((middle + radius * math.cos(angle), middle + radius * math.sin(angle)))
    return points


@cache
def check_mark(diameter: int, colour: Colour) -> Image.Image:
    """Return a disc with a check mark: done."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        draw.ellipse((0, 0, size - 1, size - 1), fill=colour)
        points = [(0.26 * size, 0.53 * size), (0.43 * size, 0.70 * size), (0.75 * size, 0.33 * size)]
        draw.line(points, fill=readable_on(colour), width=round(size * 0.12), joint="curve")

    return layer(diameter, diameter, paint)


@cache
def cross_mark(diameter: int, colour: Colour) -> Image.Image:
    """Return a disc with a cross: missed."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        draw.ellipse((0, 0, size - 1, size - 1), fill=colour)
        near, far = 0.32 * size, 0.68 * size
        for line in ((near, near, far, far), (near, far, far, near)):
            draw.line(line, fill=readable_on(colour), width=round(size * 0.12))

    return layer(diameter, diameter, paint)


@cache
def open_mark(diameter: int, colour: Colour) -> Image.Image:
    """Return an empty ring with three dots: not yet."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        draw.ellipse((0, 0, size - 1, size - 1), outline=colour, width=round(size * 0.09))
        dot = size * 0.07
        for x in (0.29, 0.5, 0.71):
            draw.ellipse((x * size - dot, size / 2 - dot, x * size + dot, size / 2 + dot), fill=colour)

    return layer(diameter, diameter, paint)


@cache
def disc(diameter: int, colour: Colour) -> Image.Image:
    """Return a plain disc, to single out what lies on it."""
    return layer(
        diameter,
        diameter,
        lambda draw: draw.ellipse((0, 0, diameter * FINE - 1, diameter * FINE - 1), fill=colour),
    )


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
def pointer(height: int, colour: Colour) -> Image.Image:
    """Return a triangle that points to the right: whose turn it is."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        bottom = height * FINE - 1
        draw.polygon([(0, 0), (bottom * 0.8, bottom / 2), (0, bottom)], fill=colour)

    return layer(height, height, paint)


@cache
def hoofprint(diameter: int, colour: Colour) -> Image.Image:
    """Return one dot of the trail that a move leaves, a dot a square."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = diameter * FINE
        draw.ellipse((0, 0, size - 1, size - 1), fill=CREAM)
        inset = size * 0.17
        draw.ellipse((inset, inset, size - inset - 1, size - inset - 1), fill=colour)

    return layer(diameter, diameter, paint)


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
