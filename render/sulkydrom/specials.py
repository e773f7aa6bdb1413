"""The Joker and the Galopp card, in small for the table and large for the desk, and what is played of them."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.parts.cards import blank, card_height
from render.parts.lettering import Face, font, headline, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, GOLD, INK, LINE, LOSS, SHADE, Colour
from render.parts.shapes import FINE, layer, put_centred, sheet


@cache
def joker_card(height: int, *, has: bool) -> Image.Image:
    """Return the small sign of a Joker; a played one is an empty frame with the sign in pale."""
    card = _small(height, GOLD if has else SHADE, has)
    put_centred(card, star(round(height * 0.6), INK if has else LINE), card.width / 2, card.height / 2)
    return card


@cache
def galopp_card(height: int, *, has: bool) -> Image.Image:
    """Return the small sign of a Galopp card; a played one is an empty frame with the sign in pale."""
    card = _small(height, LOSS if has else SHADE, has)
    figure = shadow(CREAM if has else LINE, round(height * 0.86))
    put_centred(card, figure, card.width / 2, card.height / 2)
    return card


def _small(height: int, fill: Colour, has: bool) -> Image.Image:
    return sheet(round(height * 1.1), height, round(height * 0.18), fill, edge=INK if has else LINE).copy()


@cache
def star(height: int, colour: Colour) -> Image.Image:
    """Return a five-pointed star."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        size = height * FINE
        face = font(Face.FALLBACK, size)
        left, top, right, bottom = face.getbbox("★")
        draw.text((size / 2 - (left + right) / 2, size / 2 - (top + bottom) / 2), "★", fill=colour, font=face)

    return layer(height, height, paint)


def special(width: int, title: str, *, is_joker: bool, spent: str) -> Image.Image:
    """Return a Joker or Galopp card; `spent` is written across one that is played, else it is empty."""
    colour = (GOLD if is_joker else LOSS) if not spent else LINE
    card, height = blank(width, colour), card_height(width)
    ink = INK if not spent else LINE
    room = round(width * 0.8)
    headline(card, width / 2, height * 0.2, title, round(width * 0.22), fill=ink, align="m", width=room)
    figure = star(round(width * 0.56), colour) if is_joker else shadow(colour, round(width * 0.74))
    put_centred(card, figure, width / 2, height * 0.56)
    write(card, width / 2, height * 0.87, spent, round(width * 0.16), align="m", width=room)
    return card
