"""A horse's looks: colour, pattern and number, so that no sign ever stands alone.

The token is a round button for boards and lists; `render.parts.mount` draws the horse at full gallop.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.parts.canvas import Surface
from render.parts.lettering import engrave
from render.parts.palette import BLUE, CREAM, FADED, INK, RED, YELLOW, Colour, readable_on
from render.parts.shapes import FINE, Point, hoofprint, layer, put_centred, ring, rosette


class Pattern(StrEnum):
    """The pattern on a jockey's silks."""

    HOOPS = "hoops"
    SPOTS = "spots"
    CHEVRONS = "chevrons"
    HALVES = "halves"
    STRIPES = "stripes"
    DIAMOND = "diamond"
    SASH = "sash"
    CROSS = "cross"


class Silk(NamedTuple):
    """The looks of one horse: its number as drawn, the two colours of its silks and their pattern."""

    number: str
    colour: Colour
    accent: Colour
    pattern: Pattern


def coloured(number: str, colour: Colour, pattern: Pattern) -> Silk:
    """Return silks in a colour, with a second one that stands out from it."""
    return Silk(number, colour, INK if readable_on(colour) == INK else CREAM, pattern)


LOOKS: tuple[tuple[Colour, Pattern], ...] = (
    (RED, Pattern.HOOPS),
    ((52, 48, 50), Pattern.SASH),
    (YELLOW, Pattern.SPOTS),
    ((124, 62, 148), Pattern.DIAMOND),
    (BLUE, Pattern.CHEVRONS),
    ((120, 192, 226), Pattern.STRIPES),
    ((24, 138, 72), Pattern.HALVES),
    ((238, 128, 34), Pattern.CROSS),
)
"""Eight looks that are told apart on any ground."""


def standard_silks(horses: int) -> list[Silk]:
    """Return silks for horses that have numbers and no colours of their own, at most eight."""
    return [coloured(str(number), *look) for number, look in enumerate(LOOKS[:horses], 1)]


class Stable(NamedTuple):
    """The looks of a game's horses: the colour goes with the name, number and pattern with the place in the edition."""

    colours: Mapping[str, Colour]
    patterns: Sequence[Pattern] = tuple(Pattern)

    def silk(self, horse: str, horses: Sequence[str], number: int | None = None) -> Silk:
        """Return the silks of one of an edition's horses, with its number or another; a stranger looks as the first."""
        index = horses.index(horse) if horse in horses else 0
        shown = str(index + 1 if number is None else number)
        return coloured(shown, self.colours.get(horse, FADED), self.patterns[index % len(self.patterns)])

    def silks(self, horses: Sequence[str]) -> dict[str, Silk]:
        """Return the silks of every horse of an edition, in its order."""
        return {horse: self.silk(horse, horses) for horse in horses}


def _hoops(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    band = size / 5
    for row in (1, 3):
        draw.rectangle((0, row * band, size, (row + 1) * band), fill=accent)


def _spots(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    radius = size * 0.06
    for reach, count in ((0.425, 10), (0.2, 6)):
        for spot in range(count):
            turn = math.tau * spot / count - math.pi / 2
            x, y = size / 2 + reach * size * math.cos(turn), size / 2 + reach * size * math.sin(turn)
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=accent)


def _chevrons(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    rise, band = size * 0.42, size * 0.17
    for tip in (-0.1, 0.3, 0.7):
        top = tip * size
        upper = [(0, top + rise), (size / 2, top), (size, top + rise)]
        lower = [(x, y + band) for x, y in reversed(upper)]
        draw.polygon(upper + lower, fill=accent)


def _halves(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    draw.rectangle((size / 2, 0, size, size), fill=accent)


def _stripes(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    band = size / 7
    for column in (1, 3, 5):
        draw.rectangle((column * band, 0, (column + 1) * band, size), fill=accent)


def _diamond(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    draw.polygon([(size / 2, 0), (size, size / 2), (size / 2, size), (0, size / 2)], fill=accent)


def _sash(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    draw.line((0, size, size, 0), fill=accent, width=size * 2 // 5)


def _cross(draw: ImageDraw.ImageDraw, size: int, accent: Colour) -> None:
    for line in ((0, 0, size, size), (0, size, size, 0)):
        draw.line(line, fill=accent, width=size // 4)


_PAINTERS = {
    Pattern.HOOPS: _hoops,
    Pattern.SPOTS: _spots,
    Pattern.CHEVRONS: _chevrons,
    Pattern.HALVES: _halves,
    Pattern.STRIPES: _stripes,
    Pattern.DIAMOND: _diamond,
    Pattern.SASH: _sash,
    Pattern.CROSS: _cross,
}


def cloth(silk: Silk, size: int) -> Image.Image:
    """Return a square of a horse's silk, `size` fine pixels wide."""
    square = Image.new("RGB", (size, size), silk.colour)
    _PAINTERS[silk.pattern](ImageDraw.Draw(square), size, silk.accent)
    return square


@cache
def token(silk: Silk, diameter: int) -> Image.Image:
    """Return the round button of a horse: its number on its colour, its silk all round."""
    size = diameter * FINE
    button = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    draw = ImageDraw.Draw(button)
    rim = max(size * 0.03, 1.1 * FINE)
    inside = Image.new("L", (size, size), 0)
    ring(ImageDraw.Draw(inside), size, rim, fill=255)
    ring(draw, size, fill=INK)
    button.paste(cloth(silk, size), (0, 0), inside)
    ring(draw, size, size * 0.125, fill=INK)
    ring(draw, size, size * 0.125 + rim * 0.8, fill=silk.colour)
    engrave(draw, size / 2, size / 2, silk.number, round(size * 0.62), readable_on(silk.colour))
    return shows(silk, button.reduce(FINE))


def shows(silk: Silk, figure: Image.Image) -> Image.Image:
    """Note on the figure of a horse which one it is: so the tests find those that leave a picture or hide another."""
    figure.info["shows"] = f"horse {silk.number}"
    return figure


@cache
def _ghost(diameter: int, colour: Colour) -> Image.Image:
    """Return the empty ring that marks where a horse came from."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        ring(draw, diameter * FINE, outline=CREAM, width=round(4.5 * FINE))
        ring(draw, diameter * FINE, FINE, outline=colour, width=round(2.5 * FINE))

    return layer(diameter, diameter, paint)


def trail(image: Surface, worn: Silk, points: Sequence[Point], token: int, dot: int) -> None:
    """Draw a ring where a horse came from, the first of `points`, and a hoofprint, `dot` pixels wide, on the others."""
    for point in points[1:]:
        put_centred(image, hoofprint(dot, worn.colour), *point)
    put_centred(image, _ghost(round(token * 0.86), worn.colour), *points[0])


def ribbon(image: Surface, at: Point, rank: int, token: int, size: float = 0.8, aside: float = 0.78) -> None:
    """Draw the rosette of a horse that came home beside its token; `size` and `aside` are shares of the token."""
    x, y = at
    put_centred(image, rosette(rank, round(token * size)), x + token * aside, y)
