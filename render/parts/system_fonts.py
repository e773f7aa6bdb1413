"""Typefaces that the system brings: looked through for what no packaged one can draw, such as rare Hanzi."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

FOLDERS: Final = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "C:/Windows/Fonts",
)
MOST: Final = 192
"""How many are looked through, and kept open from then on."""

_ENDINGS = frozenset((".ttf", ".otf", ".ttc"))
_UNLIKE = ("Mono", "Italic", "Oblique", "Color", "Thin", "Light", "UI", "Condensed")
"""What is in the names of faces that would look strange beside bold letters, or cannot be drawn in one colour."""

_NOT_A_CHARACTER = "\U0010ffff"
_SAMPLE = 24


@cache
def found() -> tuple[str, ...]:
    """Return the paths of the faces that suit best, bold ones of Noto first; always in one order."""
    paths = [path for folder in FOLDERS for path in Path(folder).expanduser().rglob("*")]
    likely = [path for path in paths if path.suffix.lower() in _ENDINGS and not _is_unlike(path)]
    families = {_family(path) for path in likely}
    bold = {_family(path) for path in likely if "Bold" in path.name}
    wanted = [
        path
        for path in likely
        if ("Bold" in path.name or _family(path) not in bold) and not _has_sans(path, families)
    ]
    return tuple(map(str, sorted(wanted, key=_rank)))[:MOST]


def _family(path: Path) -> str:
    return path.stem.partition("-")[0]


def _has_sans(path: Path, families: set[str]) -> bool:
    """Say whether there is the same face without serifs, which looks more like the others."""
    return "Serif" in path.name and _family(path).replace("Serif", "Sans") in families


def _is_unlike(path: Path) -> bool:
    return any(word in path.name for word in _UNLIKE)


def _rank(path: Path) -> tuple[bool, bool, bool, str]:
    return not path.name.startswith("Noto"), "Serif" in path.name, "Bold" not in path.name, str(path)


@lru_cache(maxsize=2048)
def having(cluster: str) -> str | None:
    """Return the path of the first face that can draw every character of a text; None where there is none."""
    return next((path for path in found() if _covers_all(path, cluster)), None)


def _covers_all(path: str, chars: str) -> bool:
    sample = _sample(path)
    return sample is not None and all(bytes(sample[0].getmask(char)) != sample[1] for char in chars)


@lru_cache(maxsize=MOST)
def _sample(path: str) -> tuple[ImageFont.FreeTypeFont, bytes] | None:
    """Return a face, and what it draws for a character that it lacks; None for one that Pillow cannot draw."""
    try:
        plain = ImageFont.truetype(path, _SAMPLE, layout_engine=ImageFont.Layout.BASIC)
        return plain, bytes(plain.getmask(_NOT_A_CHARACTER))
    except OSError:
        return None
