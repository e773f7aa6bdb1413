"""Text in pictures: made drawable, shortened to its place, and centred on its capitals.

Names come from users and may hold anything: emoji, other scripts, control characters, towers of accents.
What no packaged font can draw is left out; a name of which nothing is left is replaced by a spare one.
"""

from __future__ import annotations

import math
import unicodedata
from enum import StrEnum
from functools import cache, lru_cache, partial
from importlib.resources import as_file, files
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.parts.canvas import Canvas, Surface
from render.parts.kept import shared
from render.parts.palette import INK, Colour

ELLIPSIS = "…"
Align = Literal["l", "m", "r"]

_LONGEST = 64
_LEAST = 0.78
_SHARE = {"l": 0.0, "m": 0.5, "r": 1.0}
_SPACES = frozenset(("Zs", "Zl", "Zp"))
_MARKS = frozenset(("Mn", "Me", "Mc"))
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_NOT_A_CHARACTER = "\U0010ffff"


class Face(StrEnum):
    """A packaged font file; the licence of each lies beside it."""

    POSTER = "LeagueGothic-Regular.ttf"
    DISPLAY = "LeagueSpartan-Bold.otf"
    TEXT = "RobotoCondensed-Bold.ttf"
    FALLBACK = "DejaVuSans-Bold.ttf"
    SYMBOLS = "Symbola-racing.ttf"


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return a face at a size in pixels; each is loaded once."""
    with as_file(files("render") / "fonts" / face) as path:
        return ImageFont.truetype(path, size)


@lru_cache(maxsize=16384)
def covers(face: Face, char: str) -> bool:
    """Say whether a face has a glyph of its own for one character."""
    sample = font(face, 24)
    return char == " " or bytes(sample.getmask(char)) != bytes(sample.getmask(_NOT_A_CHARACTER))


def covers_all(face: Face, text: str) -> bool:
    """Say whether a face can draw every character of a text."""
    return all(covers(face, char) for char in text)


@cache
def cap_height(face: Face, size: int) -> float:
    """Return the height of a capital letter in pixels."""
    _, top, _, bottom = font(face, size).getbbox("H", anchor="ls")
    return bottom - top


class Line(NamedTuple):
    """One line of text that fits its place, with the face that can draw it."""

    text: str
    face: Face
    size: int

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        """The face at the line's size."""
        return font(self.face, self.size)

    @property
    def lead(self) -> float:
        """How far ink hangs out to the left, in pixels."""
        return _extent(self)[0]

    @property
    def width(self) -> float:
        """The width in pixels that the line takes, ink that hangs out included."""
        return _extent(self)[1]


@lru_cache(maxsize=8192)
def _extent(line: Line) -> tuple[float, float]:
    left, _, right, _ = line.font.getbbox(line.text, anchor="ls")
    lead = -min(left, 0)
    return lead, max(line.font.getlength(line.text), right) + lead


def plain(text: str) -> str:
    """Return a text on one line, without invisible characters and with at most one accent on a letter."""
    kept: list[str] = []
    for char in unicodedata.normalize("NFC", text[: _LONGEST * 4]):
        category = unicodedata.category(char)
        if category in _MARKS and (not kept or unicodedata.category(kept[-1]) in _MARKS | {"Zs"}):
            continue
        if category not in _UNSEEN or char in "\t\n\r":
            kept.append(" " if category in _SPACES or char.isspace() else char)
    return " ".join("".join(kept).split())[:_LONGEST]


def drawable(text: str, face: Face) -> tuple[str, Face]:
    """Return what can be drawn of a text, letters in fancy dress as plain ones, and a face that draws all of it."""
    for candidate in (text, plain(unicodedata.normalize("NFKC", text))):
        for able in (face, Face.FALLBACK):
            if covers_all(able, candidate):
                return candidate, able
    folded = unicodedata.normalize("NFKC", text)
    rest = plain("".join(char for char in folded if covers(Face.FALLBACK, char)))
    return rest, face if covers_all(face, rest) else Face.FALLBACK


@lru_cache(maxsize=4096)
def fitted(text: str, face: Face, size: int, width: int | None = None, spare: str = "") -> Line:
    """Return the line that stands for a text in at most `width` pixels: set smaller, then shortened.

    A text of which nothing can be drawn, or that would tower over its line, is replaced by `spare`.
    """
    whole, able = drawable(plain(text), face)
    line = Line(whole, able, size)
    if not _is_tame(line):
        line = Line(*drawable(plain(spare), face), size)
    if width is None:
        return line
    for smaller in range(size, round(size * _LEAST) - 1, -1):
        line = line._replace(size=smaller)
        if line.width <= width:
            return line
    return _shortened(line, width)


def _is_tame(line: Line) -> bool:
    _, top, _, bottom = line.font.getbbox(line.text, anchor="ls")
    return bool(line.text) and bottom > top and top >= -1.3 * line.size and bottom <= 0.6 * line.size


def _shortened(line: Line, width: int) -> Line:
    fits, too_long = 0, len(line.text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if line._replace(text=line.text[:middle].rstrip() + ELLIPSIS).width <= width:
            fits = middle
        else:
            too_long = middle
    return line._replace(text=line.text[:fits].rstrip() + ELLIPSIS)


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
    left, top, right, bottom = line.font.getbbox(line.text, anchor="ls")
    return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


@shared
def _letters(line: Line, aside: float, below: float) -> Image.Image:
    """Return what lets ink through where a line is, so large a part of a pixel aside and below."""
    left, top, right, bottom = _box(line)
    letters = Image.new("L", (right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN), 0)
    at = _MARGIN - left + aside, _MARGIN - top + below
    ImageDraw.Draw(letters).text(at, line.text, fill=255, font=line.font, anchor="ls")
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
