"""The table of a result: columns under their heads, a row a player, every other row shaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.parts.lettering import Align, headline, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, INK, LINE, SHADE, Colour
from render.parts.shapes import put_centred

_BARE = 150
"""From how many empty pixels on an ornament fills them."""


class Column(NamedTuple):
    """A column: where it ends, or begins with `l` for left, and how wide what stands in it may be, in pixels."""

    at: int
    width: int
    align: Align = "r"

    def figure(self, table: Image.Image, y: float, text: str, size: int, fill: Colour = INK) -> float:
        """Write a figure into the column of a table; return the width it took."""
        return headline(table, self.at, y, text, size, fill=fill, align=self.align, width=self.width)


def ruled(
    width: int, height: int, titles: int, heads: Mapping[Column, str] | None = None, size: int = 28
) -> Image.Image:
    """Return an empty table with a line below the heads of its columns, which are `titles` pixels high."""
    table = Image.new("RGB", (width, height), CREAM)
    ImageDraw.Draw(table).line((0, titles - 2, width, titles - 2), fill=LINE, width=3)
    for column, text in (heads or {}).items():
        y = titles / 2 + 2
        write(table, column.at, y, text, size, fill=FADED, align=column.align, width=column.width)
    return table


def rows(table: Image.Image, top: float, row: float, count: int) -> Iterator[float]:
    """Begin one row after the other, `row` pixels high, from `top` down: yield the middle of each.

    The first and every other one is shaded, and only when it is begun: what hangs over from above is cut off.
    """
    for number in range(count):
        above = top + row * number
        if number % 2 == 0:
            ImageDraw.Draw(table).rectangle((0, above, table.width, above + row - 1), fill=SHADE)
        yield above + row / 2


def filled(table: Image.Image, titles: int, count: int, *, most: float, ornament: int) -> Iterator[float]:
    """Begin as many rows below the heads as fill the table, none higher than `most`, like `rows`.

    On much empty room below them stands a racing horse, `ornament` pixels wide.
    """
    row = min(most, (table.height - titles) / count)
    empty = table.height - titles - row * count
    if empty > _BARE:
        put_centred(table, shadow(SHADE, ornament), table.width / 2, table.height - empty / 2)
    yield from rows(table, titles, row, count)
