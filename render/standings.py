"""A page of a leaderboard: who stands where with how much, and below it the reader's own place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from render.kit.alt import alt_text
from render.kit.page import EDGE, WIDTH, page, rows
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.letters import isolated, plain
from render.parts.palette import CREAM, FADED, GOLD, INK, LOSS
from render.parts.shapes import put_centred, rosette
from render.picture import Picture, png

ROW, GAP = 76, 14
"""The height of a line, and of the space above the reader's own one, in pixels."""

MOST_WORN: Final = 3
"""Up to which place a rosette is worn."""


class Line(NamedTuple):
    """Somebody on a leaderboard, in the words of the reader's language."""

    place: int
    name: str
    """Empty where nothing is known that could be drawn."""
    value: str
    beside: str
    """What is said beside the name, such as how many games were won; may be empty."""
    is_own: bool = False
    is_loss: bool = False


class Page(NamedTuple):
    """What a picture of a leaderboard shows."""

    title: str
    lines: tuple[Line, ...]
    own: Line | None
    """The reader's own place where it is not among the lines."""
    stand_in: str
    """Stands in for a name that cannot be drawn."""
    told: str
    """How the alternative text tells a line: {place}, {name}, {value}."""


def standings(shown: Page) -> Picture:
    """Draw and tell a page of a leaderboard. 1200 pixels wide, 120 and another 76 a line high, PNG."""
    told = (
        shown.told.format(
            place=line.place, name=isolated(plain(line.name)) or shown.stand_in, value=line.value
        )
        for line in _all(shown)
    )
    return png(partial(_drawn, shown), "standings", alt_text(f"{shown.title}.", *told))


def _all(shown: Page) -> Iterator[Line]:
    yield from shown.lines
    if shown.own:
        yield shown.own


def _drawn(shown: Page) -> Canvas:
    own = ROW + GAP if shown.own else 0
    table = Canvas(WIDTH - 2 * EDGE, ROW * len(shown.lines) + own, CREAM)
    for line, y in zip(shown.lines, rows(table, 0, ROW, len(shown.lines)), strict=True):
        _put_line(table, line, y, shown.stand_in)
    if shown.own:
        _put_line(table, shown.own, table.height - ROW / 2, shown.stand_in)
    return page(shown.title, table, is_adorned=True)


def _put_line(table: Canvas, line: Line, y: float, stand_in: str) -> None:
    if line.is_own:
        table.rectangle((0, y - ROW / 2, table.width, y + ROW / 2 - 1), fill=GOLD)
    if line.place <= MOST_WORN:
        put_centred(table, rosette(line.place, 58), 70, y)
    else:
        headline(table, 70, y, f"{line.place:,}", 36, align="m", width=112)
    write(table, 150, y, line.name, 38, width=440, spare=stand_in)
    write(table, 880, y, line.beside, 26, fill=INK if line.is_own else FADED, align="r", width=270)
    colour = LOSS if line.is_loss and not line.is_own else INK
    headline(table, table.width - 36, y, line.value, 40, fill=colour, align="r", width=210)
