"""A page of a leaderboard: who stands where with how much, and below it the reader's own place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from render.kit.alt import alt_text
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import Face, fitted, poster, write
from render.parts.letters import isolated, plain
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, FOREST, GOLD, HEDGE, INK, LOSS, SHADE, fixed_palette
from render.parts.poster import EDGE, HEAD, WIDTH, head_ground, with_title
from render.parts.shapes import put_centred, rosette
from render.parts.sketch import Sketch
from render.picture import Picture, png

ROW, GAP, FOOT = 76, 14, 16
"""The height of a line, of the space above the reader's own one, and of the edge below all, in pixels."""

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
    image = _laid(fixed_palette(), len(shown.lines), has_own=shown.own is not None)
    with_title(image, shown.title.upper(), room=WIDTH - 2 * EDGE - 170)
    put_centred(image, shadow(HEDGE, 128), WIDTH - 104, (HEAD - 6) / 2)
    widest = max((fitted(line.value, Face.POSTER, 60, 330).width for line in _all(shown)), default=0)
    right = WIDTH - 72 - widest
    for number, line in enumerate(shown.lines):
        _put_line(image, line, HEAD + ROW * (number + 0.5), right, shown.stand_in)
    if shown.own:
        _put_line(image, shown.own, image.height - FOOT - ROW / 2, right, shown.stand_in)
    return image


def _ground(lines: int, *, has_own: bool) -> Image.Image:
    own = ROW + GAP if has_own else 0
    ground = Sketch(WIDTH, HEAD + ROW * lines + own + FOOT, CREAM)
    head_ground(ground)
    for line in range(0, lines, 2):
        ground.rectangle(0, HEAD + ROW * line, WIDTH, HEAD + ROW * (line + 1), SHADE)
    if has_own:
        ground.rectangle(0, HEAD + ROW * lines, WIDTH, HEAD + ROW * lines + GAP, FOREST)
    ground.rectangle(0, ground.height - FOOT, WIDTH, ground.height, FOREST)
    return ground.image()


_laid = laid(_ground)


def _put_line(image: Canvas, line: Line, y: float, right: float, stand_in: str) -> None:
    """Write a line: the place, the name, its value, and up to `right` what is said besides, where there is room."""
    if line.is_own:
        image.rectangle((0, y - ROW / 2, WIDTH, y + ROW / 2 - 1), fill=GOLD)
    if line.place <= MOST_WORN:
        put_centred(image, rosette(line.place, 66), 76, y)
    else:
        poster(image, 76, y, f"{line.place:,}", 50, align="m", width=112)
    fill = LOSS if line.is_loss and not line.is_own else INK
    poster(image, WIDTH - 40, y, line.value, 60, fill=fill, align="r", width=330)
    room = right - 150 - 32 - min(fitted(line.name, Face.TEXT, 42, 520, stand_in).width, 420)
    if line.beside and room > 90:
        faded = INK if line.is_own else FADED
        right -= (
            write(image, right, y, line.beside, 34, fill=faded, align="r", width=round(min(300, room))) + 28
        )
    write(image, 150, y, line.name, 42, width=round(right - 150), spare=stand_in)
