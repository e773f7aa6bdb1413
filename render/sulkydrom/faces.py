"""Tempo cards: what each gives a horse or a position; the Joker and the Galopp card, small for the table and large."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from engines.sulkydrom.actions import Card, Letter
from engines.sulkydrom.edition import LETTERS
from render.parts.cards import blank, card_height
from render.parts.kept import shared
from render.parts.lettering import Face, font, headline, write
from render.parts.mount import shadow
from render.parts.palette import BLUE, CREAM, FADED, GAIN, GOLD, INK, LINE, LOSS, SHADE, Colour
from render.parts.shapes import FINE, fresh_sheet, layer, put_centred
from render.sulkydrom.sulky import runner, silk

_HORSE: Colour = GAIN
_POSITION: Colour = BLUE
"""The frames of the two kinds of card."""


@shared
def horse_face(
    card: Card, shows: tuple[int, ...], own: Letter, running: tuple[Letter, ...], width: int
) -> Image.Image:
    """Return a horse card: large what it gives the own horse, small what it gives the others that run."""
    face, height = blank(width, _HORSE), card_height(width)
    number = str(shows[LETTERS.index(own)])
    size = round(width * 0.46)
    headline(face, width / 2, height * 0.25, number, size, align="m", width=width)
    rule = width * 0.14, height * 0.44, width * 0.86, height * 0.44
    ImageDraw.Draw(face).line(rule, fill=LINE, width=2)
    others = [letter for letter in running if letter != own]
    columns = 2 if len(others) > 1 else 1
    rows = max(2, -(-len(others) // columns))
    step = height * 0.38 / rows
    size = min(round(step * 1.04), round(width * 0.165))
    for at, letter in enumerate(others):
        row, column = divmod(at, columns)
        x = width * (0.5 if columns == 1 else 0.3 + 0.4 * column)
        y = height * 0.47 + step * (row + 0.5)
        put_centred(face, runner(silk(letter), size), x - size * 0.56, y)
        write(face, x + size * 0.56, y, str(shows[LETTERS.index(letter)]), size, fill=FADED, align="m")
    _name(face, card)
    return face


@shared
def position_face(card: Card, shows: tuple[int, ...], seats: int, width: int) -> Image.Image:
    """Return a position card: what it gives each position that there can be, the first on top."""
    face, height = blank(width, _POSITION), card_height(width)
    rows = -(-seats // 2) if seats > 4 else seats
    columns = 2 if seats > 4 else 1
    for position in range(seats):
        column, row = divmod(position, rows)
        x = width * (0.5 if columns == 1 else 0.29 + 0.42 * column)
        y = height * (0.09 + 0.75 * (row + 0.5) / rows)
        label = str(position + 1)
        radius = width * 0.085
        left = x - width * (0.16 if columns == 1 else 0.1)
        box = (left - radius, y - radius, left + radius, y + radius)
        ImageDraw.Draw(face).ellipse(box, fill=_POSITION)
        write(face, left, y, label, round(width * 0.125), fill=CREAM, align="m")
        size = round(width * (0.24 if columns == 1 else 0.2))
        x += width * (0.14 if columns == 1 else 0.1)
        headline(face, x, y, str(shows[position]), size, align="m")
    _name(face, card)
    return face


def _name(face: Image.Image, card: Card) -> None:
    size = max(14, round(face.width * 0.105))
    write(face, face.width / 2, face.height * 0.893, card.upper(), size, fill=FADED, align="m")


@cache
def small_card(height: int, *, is_joker: bool, has: bool) -> Image.Image:
    """Return the small sign of a Joker or a Galopp card; a played one is an empty frame with the sign in pale."""
    fill, edge = (GOLD if is_joker else LOSS, INK) if has else (SHADE, LINE)
    ink = LINE if not has else INK if is_joker else CREAM
    card = fresh_sheet(round(height * 1.1), height, round(height * 0.18), fill, edge=edge)
    figure = star(round(height * 0.6), ink) if is_joker else shadow(ink, round(height * 0.86))
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
