"""Playing cards on cream paper: their faces, most of them for a horse, the back, and how they are laid out in fans."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from render.parts.cache import copied, shared
from render.parts.canvas import Surface
from render.parts.lettering import Face, headline, write
from render.parts.mount import mount, shadow
from render.parts.palette import CREAM, FOREST, HEDGE, INK, LINE, WHITE, Colour
from render.parts.shapes import FINE, layer, put, put_centred, sheet
from render.parts.silks import Silk

RATIO = 1.4
"""Height to width of every card."""


def card_height(width: int) -> int:
    """Return the height in pixels of a card of a width."""
    return round(width * RATIO)


@copied
def blank(width: int, colour: Colour) -> Image.Image:
    """Return a fresh empty card face with a frame in one colour."""
    height, radius = card_height(width), width * 0.09
    frame = width * 0.05

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for inset, fill in ((0.0, INK), (1.5, WHITE), (frame * 0.75, colour), (frame * 1.45, CREAM)):
            box = (inset * FINE, inset * FINE, (width - inset) * FINE - 1, (height - inset) * FINE - 1)
            draw.rounded_rectangle(box, (radius - inset * 0.6) * FINE, fill=fill)

    return layer(width, height, paint)


def line(card: Image.Image, y: float, text: str, size: float, *, room: float = 0.8, **how: Any) -> None:
    """Write a line in the middle of a card; size and room are shares of its width, `how` is as for `write`."""
    high, wide = round(card.width * size), round(card.width * room)
    write(card, card.width / 2, y, text, high, align="m", width=wide, **how)


def band(card: Image.Image, middle: float, half: float) -> None:
    """Draw a band across a card, for a line on it."""
    inset = card.width * 0.072
    ImageDraw.Draw(card).rectangle((inset, middle - half, card.width - inset - 1, middle + half), fill=HEDGE)


class Card(NamedTuple):
    """A card: its name in words, and what draws its face `width` pixels wide."""

    name: str
    face: Callable[[int], Image.Image]


def printed(text: str, label: str, worn: Silk | None = None) -> Card:
    """Return a card with the standard face: what it does, and the name of a horse or some other word."""
    return Card(f"{label} {text}", partial(_face, text, label, worn))


@shared
def _face(text: str, label: str, worn: Silk | None, width: int) -> Image.Image:
    return horse_face(text, worn, label, width, Print(), worn.colour if worn else HEDGE)


class Print(NamedTuple):
    """Where things stand on a card and how large they are: shares of its width; `horse_y`, `label_y` of its height."""

    text_y: float = 0.3
    text: float = 0.4
    room: float = 0.8
    horse_y: float = 0.53
    horse: float = 0.74
    label_y: float = 0.85
    label: float = 0.21


def horse_face(text: str, worn: Silk | None, label: str, width: int, at: Print, frame: Colour) -> Image.Image:
    """Return a fresh face of a card; one that is for no horse shows the shadow of one."""
    card, height = blank(width, frame), card_height(width)
    line(card, width * at.text_y, text, at.text, room=at.room, face=Face.DISPLAY)
    figure = round(width * at.horse)
    put_centred(card, mount(worn, figure) if worn else shadow(LINE, figure), width / 2, height * at.horse_y)
    line(card, height * at.label_y, label, at.label, face=Face.POSTER)
    return card


@cache
def back(width: int) -> Image.Image:
    """Return the back of a card."""
    face = blank(width, FOREST)
    inset = round(width * 0.1)
    inner = sheet(width - 2 * inset, face.height - 2 * inset, round(width * 0.06), HEDGE)
    for shape in (inner, shadow(CREAM, round(width * 0.62))):
        put_centred(face, shape, width / 2, face.height / 2)
    return face


@cache
def tally_card(height: int) -> Image.Image:
    """Return a tiny card pair that stands before the number of cards somebody holds."""
    width, step = round(height / RATIO), max(2, height // 6)

    def paint(draw: ImageDraw.ImageDraw) -> None:
        for shift, fill in ((step, FOREST), (0, CREAM)):
            box = [edge * FINE for edge in (shift, step - shift, shift + width, height - shift)]
            draw.rounded_rectangle(box, 3 * FINE, fill=fill, outline=INK, width=round(1.6 * FINE))

    return layer(width + step + 1, height + 1, paint)


GAP = 16
"""Pixels between two fans, and between two rows."""

_SEEN = 0.2
"""How much of an equal card is seen beside the one on top, as a share of the width."""


class Fan(NamedTuple):
    """Equal cards, and how many there are."""

    card: str
    copies: int

    def width(self, card: int) -> int:
        """Return the width of the fan in pixels, for cards of a width."""
        return round(card * (1 + (self.copies - 1) * _SEEN))


def fanned(cards: Iterable[str]) -> list[Fan]:
    """Return the fans that cards make, in their order."""
    return [Fan(card, count) for card, count in Counter(cards).items()]


def taken(row: Sequence[Fan], width: int) -> int:
    """Return the pixels that a row takes, for cards of a width."""
    return sum(fan.width(width) for fan in row) + GAP * (len(row) - 1)


def in_rows(fans: Sequence[Fan], widths: Sequence[int], room: int) -> tuple[int, list[list[Fan]]]:
    """Return the first of `widths` with which the fans fit into two rows of `room` pixels, and the rows.

    If none does, it is the last one, with as many rows as it takes. There is always one row, maybe empty.
    """
    for width in widths:
        rows = _rows(fans, width, room)
        if len(rows) <= 2:
            return width, rows
    return widths[-1], _rows(fans, widths[-1], room)


def _rows(fans: Sequence[Fan], width: int, room: int) -> list[list[Fan]]:
    rows: list[list[Fan]] = [[]]
    for fan in fans:
        if rows[-1] and taken([*rows[-1], fan], width) > room:
            rows.append([])
        rows[-1].append(fan)
    return rows


def laid_out(
    rows: Sequence[Sequence[Fan]], width: int, middle: float, top: float
) -> Iterator[tuple[Fan, float, float]]:
    """Yield every fan with its left and its top, each row centred on `middle`, the first one from `top` on."""
    for number, row in enumerate(rows):
        left = middle - taken(row, width) / 2
        for fan in row:
            yield fan, left, top + number * (card_height(width) + GAP)
            left += fan.width(width) + GAP


def lay(image: Surface, fan: Fan, face: Image.Image, left: float, top: float) -> None:
    """Paste a fan of a card's face, and how many copies there are if it is more than one."""
    width = face.width
    for copy in range(fan.copies):
        put(image, face, left + copy * width * _SEEN, top)
    if fan.copies > 1:
        size = round(width * 0.3)
        x, y = left + size * 0.38, top + size * 0.38
        put_centred(image, sheet(size, size, size // 2, INK, edge=CREAM, thick=3), x, y)
        text, height = f"×{fan.copies}", round(size * 0.5)
        headline(image, x, y, text, height, fill=CREAM, align="m", width=size - 8)
