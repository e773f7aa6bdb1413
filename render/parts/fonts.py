"""The packaged typefaces, and which characters each of them can draw."""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import as_file, files

from PIL import ImageFont

_NOT_A_CHARACTER = "\U0010ffff"


class Face(StrEnum):
    """A packaged font file; the licence of each lies beside it."""

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
