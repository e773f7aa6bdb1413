"""What results are laid out on: a page of panels side by side, and tables with columns under their heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from engines.core import Seat
from render.captions import Captions
from render.parts.canvas import Canvas, Surface
from render.parts.lettering import Align, Face, fitted, headline, plain, write
from render.parts.letters import isolated
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, FOREST, HEDGE, INK, LINE, SHADE, Colour
from render.parts.shapes import put, put_centred, round_off

WIDTH, EDGE, HEAD = 1200, 28, 92
"""The width of a page, its edge, and the height of its head, in pixels."""

View = TypeVar("View")
C = TypeVar("C", bound=Captions)


@dataclass(frozen=True, slots=True)
class Seats(Generic[C]):
    """What the seats are called in a picture in the drawing: their names by seat, and the captions it carries."""

    names: Sequence[str]
    captions: C

    def name(
        self, image: Surface, seat: Seat, x: float, y: float, size: int, width: int, **how: Any
    ) -> float:
        """Write the name of a seat, or what stands in for it; `how` is as for `write`. Return the width it took."""
        spare = self.captions.stand_in(seat)
        return write(image, x, y, self.names[seat], size, width=width, spare=spare, **how)

    def called(self, seat: Seat, size: int, width: int) -> str:
        """Return what can be drawn of a seat's name in so many pixels, for a sentence around it."""
        line = fitted(self.names[seat], Face.TEXT, size, width, self.captions.stand_in(seat))
        return isolated(plain(line.text))


@dataclass(frozen=True, slots=True)
class Scene(Seats[C], Generic[View, C]):
    """A picture in the drawing, and the view it shows."""

    view: View


def page(
    title: str,
    *panels: Canvas,
    edge: int = EDGE,
    head: int = HEAD,
    gap: int = 20,
    room: int = 860,
    is_adorned: bool = False,
) -> Canvas:
    """Return a page of panels that are equally high, with `room` for a title, and a racing horse if it is adorned."""
    image = Canvas(WIDTH, head + panels[0].height + edge, FOREST)
    headline(image, edge + 4, head / 2, title, 46, fill=CREAM, width=room)
    if is_adorned:
        put_centred(image, shadow(HEDGE, 128), WIDTH - 110, head / 2)
    left = edge
    for panel in panels:
        put(image, panel, left, head)
        round_off(image, (left, head, left + panel.width, head + panel.height), 24, FOREST)
        left += panel.width + gap
    return image


def head(image: Surface, y: float, title: str, news: str) -> None:
    """Write at the upper edge of a board which race it is, and what is going on."""
    took = headline(image, EDGE + 4, y, title, 42, fill=CREAM, width=560)
    room = round(WIDTH - 2 * EDGE - 40 - took)
    write(image, WIDTH - EDGE - 4, y, news, 34, fill=CREAM, align="r", width=room)


_BARE = 150
"""From how many empty pixels on an ornament fills them."""


class Column(NamedTuple):
    """A column: where it ends, or begins with `l` for left, and how wide what stands in it may be, in pixels."""

    at: int
    width: int
    align: Align = "r"

    def figure(self, table: Canvas, y: float, text: str, size: int, fill: Colour = INK) -> float:
        """Write a figure into the column of a table; return the width it took."""
        return headline(table, self.at, y, text, size, fill=fill, align=self.align, width=self.width)


def ruled(
    width: int, height: int, titles: int, heads: Mapping[Column, str] | None = None, size: int = 28
) -> Canvas:
    """Return an empty table with a line below the heads of its columns, which are `titles` pixels high."""
    table = Canvas(width, height, CREAM)
    table.line((0, titles - 2, width, titles - 2), fill=LINE, width=3)
    for column, text in (heads or {}).items():
        y = titles / 2 + 2
        write(table, column.at, y, text, size, fill=FADED, align=column.align, width=column.width)
    return table


def rows(table: Canvas, top: float, row: float, count: int) -> Iterator[float]:
    """Begin row after row from `top` down, every other one shaded so that what hangs over is cut: yield the middles."""
    for number in range(count):
        above = top + row * number
        if number % 2 == 0:
            table.rectangle((0, above, table.width, above + row - 1), fill=SHADE)
        yield above + row / 2


def filled(table: Canvas, titles: int, count: int, *, most: float, ornament: int) -> Iterator[float]:
    """Begin rows that fill a table, like `rows`, none higher than `most`; in much empty room stands an ornament."""
    row = min(most, (table.height - titles) / count)
    empty = table.height - titles - row * count
    if empty > _BARE:
        put_centred(table, shadow(SHADE, ornament), table.width / 2, table.height - empty / 2)
    yield from rows(table, titles, row, count)
