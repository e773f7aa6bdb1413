"""Tempo cards: what each gives a horse or a position; the Joker and the Galopp card, small for the table and large."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.sulkydrom.actions import Letter
from engines.sulkydrom.edition import LETTERS
from render.parts.cache import shared
from render.parts.cards import blank, card_height
from render.parts.lettering import Face, font, poster
from render.parts.mount import shadow
from render.parts.palette import BLUE, CREAM, FADED, GAIN, GOLD, INK, LINE, LOSS, Colour, readable_on
from render.parts.shapes import FINE, fresh_sheet, layer, put_centred
from render.parts.silks import Silk
from render.parts.sprites import Pose, sprite
from render.sulkydrom.sulky import letter, silk

HORSE: Colour = GAIN
POSITION: Colour = BLUE
"""The frames of the two kinds of card."""


@shared
def horse_face(shows: tuple[int, ...], own: Letter, running: tuple[Letter, ...], width: int) -> Image.Image:
    """Return a horse card: as large as it can be what it gives the own horse, and as bars what the others get."""
    face, height = blank(width, HORSE), card_height(width)
    own_side = round(width * 0.26)
    put_centred(face, letter(silk(own), own_side), width * 0.27, height * 0.23)
    poster(face, width * 0.64, height * 0.235, str(shows[LETTERS.index(own)]), round(width * 0.66), align="m")
    others = [
        _Bar(each, silk(each).colour, shows[LETTERS.index(each)]) for each in sorted(running) if each != own
    ]
    _bars(face, others, (width * 0.1, height * 0.43, width * 0.9, height * 0.94))
    return face


@shared
def position_face(shows: tuple[int, ...], seats: int, width: int) -> Image.Image:
    """Return a position card: as bars what it gives each position that there can be, the first on the left."""
    face, height = blank(width, POSITION), card_height(width)
    bars = [_Bar(str(position + 1), POSITION, shows[position]) for position in range(seats)]
    _bars(face, bars, (width * 0.09, height * 0.07, width * 0.91, height * 0.94))
    return face


class _Bar(NamedTuple):
    """What somebody gets: who it is, at the foot of a bar in a colour, and how much."""

    foot: str
    colour: Colour
    value: int


_FULL = 8
"""What a bar is worth that is as high as there is room."""


def _bars(face: Image.Image, bars: Sequence[_Bar], box: tuple[float, float, float, float]) -> None:
    """Draw bars side by side in a box, on each its value, on its foot whose it is."""
    left, top, right, bottom = box
    step = min((right - left) / len(bars), (right - left) / 3)
    left, wide = (left + right - step * len(bars)) / 2, max(step - 2, 8)
    figure = max(26, min(round(step * 1.4), round((bottom - top) * 0.3)))
    foot, room = figure * 0.84, bottom - top - figure * 1.7
    draw = ImageDraw.Draw(face)
    for number, bar in enumerate(bars):
        x = left + step * (number + 0.5)
        upper = bottom - foot - room * min(bar.value, _FULL) / _FULL
        draw.rectangle(
            (round(x - wide / 2), round(upper), round(x + wide / 2), round(bottom)),
            fill=bar.colour,
            outline=INK,
        )
        poster(face, x, bottom - foot / 2, bar.foot, figure, fill=readable_on(bar.colour), align="m")
        poster(face, x, upper - figure * 0.44, str(bar.value), figure, align="m")


@cache
def small_card(height: int, *, is_joker: bool) -> Image.Image:
    """Return the small sign of a Joker or a Galopp card that somebody still has."""
    card = fresh_sheet(
        round(height * 1.1), height, round(height * 0.18), GOLD if is_joker else LOSS, edge=INK
    )
    figure = star(round(height * 0.6), INK) if is_joker else shadow(CREAM, round(height * 0.86))
    put_centred(card, figure, card.width / 2, card.height / 2)
    return card


@cache
def safe(width: int) -> Image.Image:
    """Return the sign of a horse that cannot be given a Galopp any more: a galloping one, struck out."""
    figure = shadow(FADED, width)

    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom = figure.width * FINE, figure.height * FINE
        draw.line((right * 0.1, bottom * 0.92, right * 0.9, bottom * 0.08), fill=LOSS, width=4 * FINE)

    struck = figure.copy()
    struck.alpha_composite(layer(*figure.size, paint))
    return struck


@cache
def star(height: int, colour: Colour) -> Image.Image:
    """Return a five-pointed star."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = height * FINE
        face = font(Face.FALLBACK, size)
        left, top, right, bottom = face.getbbox("★")
        draw.text((size / 2 - (left + right) / 2, size / 2 - (top + bottom) / 2), "★", fill=colour, font=face)

    return layer(height, height, paint)


def special(width: int, title: str, worn: Silk, *, is_joker: bool, spent: str) -> Image.Image:
    """Return a Joker or a Galopp card, which shows a horse that breaks; `spent` is written on a played one."""
    colour = (GOLD if is_joker else LOSS) if not spent else LINE
    card, height = blank(width, colour), card_height(width)
    room = round(width * 0.8)
    poster(card, width / 2, height * 0.17, title.upper(), round(width * 0.3), align="m", width=room)
    if is_joker:
        figure = star(round(width * 0.56), colour)
    else:
        figure = sprite(Pose.BREAKING, worn, round(width * 0.84)).image if not spent else shadow(LINE, room)
    put_centred(card, figure, width / 2, height * 0.53)
    poster(card, width / 2, height * 0.87, spent.upper(), round(width * 0.22), align="m", width=room)
    return card
