"""Cards laid out on a table: equal ones fanned, in rows, as large as the room allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from render.parts.cards import card_height
from render.parts.lettering import headline
from render.parts.palette import CREAM, INK
from render.parts.smooth import put, put_centred, sheet

GAP = 16
"""Pixels between two fans, and between two rows."""

_SEEN = 0.2
"""How much of an equal card is seen beside the one on top, as a share of the width."""


@dataclass(frozen=True, slots=True)
class Fan:
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


def lay(image: Image.Image, fan: Fan, face: Image.Image, left: float, top: float) -> None:
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
