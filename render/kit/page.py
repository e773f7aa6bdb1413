"""What results are laid out on: a page of panels side by side, and tables with columns under their heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from PIL import Image, ImageDraw

from engines.core import Seat
from render.parts.lettering import Align, drawn, headline, write
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, FOREST, HEDGE, INK, LINE, SHADE, Colour
from render.parts.shapes import put_centred, sheet
from render.words import Captions

WIDTH, EDGE, HEAD = 1200, 28, 92
"""The width of a page, its edge, and the height of its head, in pixels."""

View = TypeVar("View")
Words = TypeVar("Words", bound=Captions)


@dataclass(frozen=True, slots=True)
class Seats(Generic[Words]):
    """What the seats are called in a picture in the drawing: their names by seat, and the words it carries."""

    names: Sequence[str]
    words: Words

    def name(
        self, image: Image.Image, seat: Seat, x: float, y: float, size: int, width: int, **how: Any
    ) -> float:
        """Write the name of a seat, or what stands in for it; `how` is as for `write`. Return the width it took."""
        spare = self.words.stand_in(seat)
        return write(image, x, y, self.names[seat], size, width=width, spare=spare, **how)

    def called(self, seat: Seat, size: int, width: int) -> str:
        """Return what can be drawn of a seat's name in so many pixels, for a sentence around it."""
        return drawn(self.names[seat], size, width, self.words.stand_in(seat))


@dataclass(frozen=True, slots=True)
class Scene(Seats[Words], Generic[View, Words]):
    """A picture in the drawing, and the view it shows."""

    view: View


def page(
    title: str,
    *panels: Image.Image,
    edge: int = EDGE,
    head: int = HEAD,
    gap: int = 20,
    room: int = 860,
    is_adorned: bool = False,
) -> Image.Image:
    """Return a page of panels that are equally high; `room` is how wide the title may be.

    In the head of an adorned one stands a racing horse.
    """
    image = Image.new("RGB", (WIDTH, head + panels[0].height + edge), FOREST)
    headline(image, edge + 4, head / 2, title, 46, fill=CREAM, width=room)
    if is_adorned:
        put_centred(image, shadow(HEDGE, 128), WIDTH - 110, head / 2)
    left = edge
    for panel in panels:
        image.paste(panel, (left, head), sheet(*panel.size, 24, CREAM))
        left += panel.width + gap
    return image


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
