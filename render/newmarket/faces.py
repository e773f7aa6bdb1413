"""Form cards: how their names are read, their silks and faces; and the badges and chips of those who hold them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from string import digits
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.core import Seat
from engines.newmarket.actions import Card
from render.newmarket.captions import Captions
from render.parts.cards import Print, horse_face
from render.parts.kept import shared
from render.parts.lettering import headline, write
from render.parts.palette import BLUE, CREAM, GOLD, INK, RED, YELLOW, palette_with
from render.parts.shapes import FINE, layer, put_centred, sheet, trophy
from render.parts.silks import Pattern, Silk, Stable

STABLE = Stable(
    {"blue": BLUE, "red": RED, "yellow": YELLOW, "green": (16, 134, 74)},
    (Pattern.SPOTS, Pattern.HOOPS, Pattern.CHEVRONS, Pattern.HALVES),
)
PALETTE = palette_with(*STABLE.colours.values())
"""The palette that its pictures are encoded with."""


class Form(NamedTuple):
    """What a form card's name says."""

    colour: str
    number: int


@cache
def form(card: Card) -> Form:
    """Read the name of a form card."""
    colour = card.rstrip(digits)
    return Form(colour, int(card.removeprefix(colour)))


def worn(card: Card, colours: Sequence[str]) -> Silk:
    """Return the silks with the colour and the number of a form card."""
    colour, number = form(card)
    return STABLE.silk(colour, colours, number)


def face(
    card: Card, width: int, colours: Sequence[str], racehorses: Sequence[Card], captions: Captions
) -> Image.Image:
    """Return the face of a form card, `width` pixels wide; that of a racehorse carries a cup."""
    return _face(worn(card, colours), captions.colour(form(card).colour), card in racehorses, width)


_PRINT = Print(0.34, 0.5, 1, 0.6, 0.7, 0.86, 0.18)


@shared
def _face(silk: Silk, name: str, is_racehorse: bool, width: int) -> Image.Image:
    image = horse_face(silk.number, silk, "" if is_racehorse else name, width, _PRINT, silk.colour)
    if is_racehorse:
        y = image.height * 0.86
        plaque = sheet(round(width * 0.72), round(width * 0.24), round(width * 0.12), GOLD)
        put_centred(image, plaque, width / 2, y)
        put_centred(image, trophy(round(width * 0.16), INK), width * 0.27, y)
        write(image, width * 0.37, y, name, round(width * 0.18), width=round(width * 0.45))
    return image


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
