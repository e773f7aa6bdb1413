"""Text in pictures: made drawable, shortened to its place, and centred on its capitals.

Names come from users and may hold anything: every script, emoji, control characters, towers of accents. Each letter is
drawn in the first typeface that has it; what none has is left out, and a name of which nothing is left is replaced by
a spare one. Whatever it is, a line keeps within its height and its width.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import groupby
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from render.parts.cache import shared
from render.parts.canvas import Canvas, Surface
from render.parts.letters import clusters, drawable, in_faces, is_simple, plain, scripts, tidied
from render.parts.palette import INK, Colour
from render.parts.typefaces import JOINERS, SHAPES, Face, covers_all, font, scaled

__all__ = ["ELLIPSIS", "Align", "Face", "Line", "engrave", "fitted", "font", "headline", "plain", "write"]

ELLIPSIS = "…"

_MARK = re.compile(r" \(\d{1,2}\)$")
"""What tells names apart that look alike. A shortened name keeps it."""
Align = Literal["l", "m", "r"]
Direction = Literal["ltr", "rtl"]

_LEAST = 0.78
_ROUNDED = 1.12
"""How much more a line may shrink than its size does, since letters are whole pixels."""
_ABOVE, _BELOW = 1.3, 0.6
"""How far ink may reach above and below the line that letters stand on, in sizes."""
_SHARE = {"l": 0.0, "m": 0.5, "r": 1.0}
_ISOLATE, _END = "\u2068", "\u2069"

Box = tuple[float, float, float, float]


@lru_cache(maxsize=512)
def cap_height(face: str, size: int) -> float:
    """Return the height of a capital letter in pixels."""
    _, top, _, bottom = font(face, size).getbbox("H", anchor="ls")
    return bottom - top


class Run(NamedTuple):
    """Letters of one face that run one way, and where they begin, in pixels from where their line does."""

    text: str
    face: str
    size: int
    x: float = 0
    direction: Direction | None = None

    def box(self) -> Box:
        """Return the left, the top, the right and the bottom of its ink, seen from where it begins."""
        return font(self.face, self.size).getbbox(self.text, anchor="ls", direction=self.direction)

    def advance(self) -> float:
        """Return how far on the next run begins."""
        return font(self.face, self.size).getlength(self.text, direction=self.direction)

    def draw(self, draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
        """Draw it in a line that begins at a point."""
        letters = font(self.face, self.size)
        draw.text((x + self.x, y), self.text, fill=255, font=letters, anchor="ls", direction=self.direction)


class Setting(NamedTuple):
    """How a line is set: its runs from left to right, the box of all ink seen from where it begins, and its length."""

    runs: tuple[Run, ...]
    box: Box
    advance: float


class Line(NamedTuple):
    """One line of text that fits its place, with the face of those of its letters that it can draw."""

    text: str
    face: Face
    size: int

    @property
    def setting(self) -> Setting:
        """Where its letters are."""
        return _setting(self)

    @property
    def lead(self) -> float:
        """How far ink hangs out to the left, in pixels."""
        return -min(self.setting.box[0], 0)

    @property
    def width(self) -> float:
        """The width in pixels that the line takes, ink that hangs out included."""
        return max(self.setting.advance, self.setting.box[2]) + self.lead


@lru_cache(maxsize=8192)
def _setting(line: Line) -> Setting:
    runs: list[Run] = []
    boxes: list[Box] = []
    x = 0.0
    for text, face, direction in _runs(line.text, line.face):
        run, (left, top, right, bottom) = _tamed(
            Run(text, face, scaled(face, line.size), x, direction), line.size
        )
        runs.append(run)
        boxes.append((left + x, top, right + x, bottom))
        x += run.advance()
    lefts, tops, rights, bottoms = zip(*boxes, strict=True) if boxes else ((0.0,),) * 4
    return Setting(tuple(runs), (min(lefts), min(tops), max(rights), max(bottoms)), x)


def _tamed(run: Run, size: int) -> tuple[Run, Box]:
    """Return a run set so small that it keeps within the height of a line of a size, and its box."""
    while True:
        box = run.box()
        over = max(box[1] / (-_ABOVE * size), box[3] / (_BELOW * size))
        if over <= 1 or run.size == 1:
            return run, box
        run = run._replace(size=max(min(run.size - 1, int(run.size / over)), 1))


@lru_cache(maxsize=4096)
def _runs(text: str, face: Face) -> tuple[tuple[str, str, Direction | None], ...]:
    """Return the runs of a text as they stand from left to right: letters, their face, and the way they run."""
    if is_simple(text) and covers_all(face, text):
        return ((text, face, None),) if text else ()
    known = scripts()
    drawn = in_faces(text, face)
    seen = "".join(letters for letters, _ in drawn)
    levels = known.levels(seen) if known.is_right_to_left(seen) else None
    at, told = 0, []
    for letters, used in drawn:
        told.append((letters, used, levels[at] if levels else 0))
        at += len(letters)
    runs = [
        ("".join(letters for letters, *_ in same), used, level)
        for (used, level), same in groupby(told, key=lambda each: each[1:])
    ]
    ordered = (runs[place] for place in known.in_sight([level for *_, level in runs]))
    return tuple(_directed(*run, is_turned=levels is not None) for run in ordered if run[1])


def _directed(text: str, face: str, level: int, *, is_turned: bool) -> tuple[str, str, Direction | None]:
    """Return a run for Pillow, which without HarfBuzz is told every letter from left to right."""
    if not is_turned and SHAPES:
        return text, face, None
    if SHAPES:
        return text, face, "rtl" if level % 2 else "ltr"
    seen = "".join(char for char in text if char not in JOINERS)
    return scripts().turned(seen) if level % 2 else seen, face, None


@lru_cache(maxsize=4096)
def fitted(text: str, face: Face, size: int, width: int | None = None, spare: str = "") -> Line:
    """Return the line that stands for a text in at most `width` pixels: set smaller, then shortened.

    A text of which nothing can be drawn is replaced by `spare`.
    """
    line = Line(*drawable(tidied(text), face), size)
    if not _is_seen(line):
        line = Line(*drawable(tidied(spare), face), size)
    if width is None:
        return line
    for smaller in _sizes(line, width):
        line = line._replace(size=smaller)
        if line.width <= width:
            return line
    return _shortened(line, width)


def _sizes(line: Line, width: int) -> Iterable[int]:
    """Return the sizes at which a line may fit, the largest first: at least the smallest one."""
    least = round(line.size * _LEAST)
    may_fit = int(line.size * width * _ROUNDED / max(line.width, 1))
    return range(min(line.size, max(may_fit, least)), least - 1, -1)


def _is_seen(line: Line) -> bool:
    _, top, _, bottom = line.setting.box
    return bottom > top


def _shortened(line: Line, width: int) -> Line:
    marked = _MARK.search(line.text)
    mark = marked[0] if marked and _ending(line, [], marked[0]).width <= width else ""
    text = line.text.removesuffix(mark)
    letters = clusters(text)
    if _ending(line, letters[:1], mark).width > width:
        letters = list(text)  # a hundred emoji joined into one are no letter
    fits, too_long = 0, len(letters)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if _ending(line, letters[:middle], mark).width <= width:
            fits = middle
        else:
            too_long = middle
    return _ending(line, letters[:fits], mark)


def _ending(line: Line, letters: list[str], mark: str) -> Line:
    """Return the line that ends after so many letters, with an ellipsis where its reader ends, and the mark."""
    text = "".join(letters).rstrip()
    is_open = text.count(_ISOLATE) > text.count(_END)
    return line._replace(text=text + _END * is_open + ELLIPSIS + mark)


def write(
    image: Surface,
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    face: Face = Face.TEXT,
    fill: Colour = INK,
    align: Align = "l",
    width: int | None = None,
    spare: str = "",
) -> float:
    """Write a line whose capitals are centred on `y`, at most `width` pixels wide; return the width it took.

    `spare` is written instead of a text of which nothing can be drawn.
    """
    line = fitted(text, face, size, width, spare)
    if line.text:
        left = x - line.width * _SHARE[align] + line.lead
        baseline = y + cap_height(line.face, size) / 2
        _put_down(image, line, left, baseline, fill)
    return line.width


def _put_down(image: Surface, line: Line, left: float, baseline: float, fill: Colour) -> None:
    (aside, whole_left), (below, whole_down) = math.modf(left), math.modf(baseline)
    letters, (lead, rise) = _letters(line, aside, below), _box(line)[:2]
    x, y = int(whole_left) + lead - _MARGIN, int(whole_down) + rise - _MARGIN
    if isinstance(image, Canvas):
        image.stamp(letters, x, y, fill)
    else:
        image.paste(fill, (x, y), letters)


_MARGIN = 2
"""Pixels around the letters of a line: room for what lies between two pixels."""


@lru_cache(maxsize=8192)
def _box(line: Line) -> tuple[int, int, int, int]:
    """Return the left, the top, the right and the bottom of a line, seen from where it begins."""
    left, top, right, bottom = line.setting.box
    return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


@shared
def _letters(line: Line, aside: float, below: float) -> Image.Image:
    """Return what lets ink through where a line is, so large a part of a pixel aside and below."""
    left, top, right, bottom = _box(line)
    letters = Image.new("L", (right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN), 0)
    at = _MARGIN - left + aside, _MARGIN - top + below
    draw = ImageDraw.Draw(letters)
    for run in line.setting.runs:
        run.draw(draw, *at)
    return letters


headline = partial(write, face=Face.DISPLAY)
"""Write a line, like `write`, in the face of heads and figures."""

poster = partial(write, face=Face.POSTER)
"""Write a line, like `write`, in the narrow face of posters: titles, and figures that have to be large."""


def engrave(
    draw: ImageDraw.ImageDraw,
    x: float,
    y: float,
    text: str,
    size: int,
    fill: Colour,
    face: Face = Face.DISPLAY,
) -> None:
    """Draw a text that every face has, its capitals centred on a point; all in the pixels of `draw`."""
    baseline = y + cap_height(face, size) / 2
    draw.text((x, baseline), text, fill=fill, font=font(face, size), anchor="ms")
