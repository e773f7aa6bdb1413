"""What letters a text may have in a picture: one line, nothing that cannot be seen or that reorders, few marks on each.

What is written in Latin, Greek or Cyrillic letters alone needs no more than this; the rest is for `scripts`.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from types import ModuleType
from typing import Final

from render.parts.typefaces import (
    AS_EMOJI,
    JOINERS,
    Face,
    covers,
    covers_all,
    is_european,
    is_own_mark,
    legible,
)

LONGEST: Final = 64
"""How many characters are drawn at most of a text, or handed on of a name."""

ISOLATES: Final = frozenset("\u2068\u2069")

_SPACES = frozenset(("Zs", "Zl", "Zp"))
_MARKS = frozenset(("Mn", "Me", "Mc"))
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_MOST_MARKS = 4
"""How many marks a letter may have in a script that needs them; any other has one."""


@cache
def scripts() -> ModuleType:
    """Return the module that knows how letters of other scripts follow one another."""
    from render.parts import scripts as loaded  # noqa: PLC0415 - it takes time to load, and most never need it

    return loaded


def plain(text: str) -> str:
    """Return a text on one line, without invisible characters, and with no more marks on a letter than it may have."""
    return tidied("".join(char for char in text[: LONGEST * 4] if char not in ISOLATES))


def isolated(text: str) -> str:
    """Return a plain text so that neither it nor the sentence that it is put into changes the order of the other."""
    if is_simple(text) or not scripts().is_right_to_left(text):
        return text
    return str(scripts().isolated(text))


def tidied(text: str) -> str:
    """Do as `plain`, and keep what isolates a name in a sentence."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())[:LONGEST].rstrip()
    before, flat = None, text[: LONGEST * 4]
    while flat != before:
        before, flat = flat, _tidied(flat)
    return flat


def _tidied(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", "".join(filter(_is_seen, text))):
        category = unicodedata.category(char)
        if category in _MARKS and char != AS_EMOJI:
            marks += 1
            if not kept or kept[-1] == " " or marks > (_MOST_MARKS if is_own_mark(char) else 1):
                continue
        elif char not in JOINERS:
            marks = 0
        kept.append(" " if category in _SPACES or char.isspace() else char)
    flat = " ".join("".join(kept).split())
    if not is_simple(flat):
        flat = scripts().without_strays(flat)
    return cut(flat, LONGEST).rstrip()


def _is_seen(char: str) -> bool:
    is_selector = "\ufe00" <= char <= "\ufe0e" or "\U000e0100" <= char <= "\U000e01ef"
    if char in JOINERS or char in ISOLATES or char in "\t\n\r":
        return True
    return unicodedata.category(char) not in _UNSEEN and not is_selector


def is_simple(text: str) -> bool:
    """Say whether each character of a text stands for itself, one after another from left to right."""
    return text.isascii() or all(
        char < "\u0300"
        or "\u1e00" <= char < "\u200b"
        or "\u2010" <= char < "\u2028"
        or "\u0370" <= char < "\u0483"
        or "\u2070" <= char < "\u2300"
        for char in text
    )


def clusters(text: str) -> list[str]:
    """Return what a reader takes for single letters."""
    return list(text) if is_simple(text) else scripts().clusters(text)


def cut(text: str, most: int) -> str:
    """Return as many whole letters as have at most so many characters, of a longer one its beginning."""
    if len(text) <= most:
        return text
    kept = ""
    for cluster in clusters(text):
        if len(kept) + len(cluster) > most:
            break
        kept += cluster
    return kept or text[:most]


def drawable(text: str, face: Face) -> tuple[str, Face]:
    """Return what can be drawn of a tidied text, letters in fancy dress as plain ones, and the face for most of it.

    European letters stand in one face, so that a word does not change it in the middle; others have their own.
    """
    if is_simple(text) and covers_all(face, text):
        return text, face
    base = _base(face, [char for char in text if is_european(char)])
    drawn = scripts().without_strays("".join(letters for letters, _ in in_faces(text, base)))
    return " ".join(drawn.split()), base


def _base(face: Face, letters: list[str]) -> Face:
    """Return the face for the European letters of a text: as narrow a one as has them all."""
    lacks = [char for char in letters if not _is_drawn(face, char)]
    if lacks and all(_is_drawn(Face.TEXT, char) for char in letters):
        return Face.TEXT
    return Face.FALLBACK if any(covers(Face.FALLBACK, char) for char in lacks) else face


def _is_drawn(face: Face, char: str) -> bool:
    return covers(face, char) or covers_all(face, unicodedata.normalize("NFKC", char))


def in_faces(text: str, base: Face) -> list[tuple[str, str]]:
    """Return what can be drawn of the letters of a text, each with its face; what isolates has none."""
    known = scripts()
    is_japanese = known.has_kana(text)
    drawn: list[tuple[str, str]] = []
    for cluster in known.clusters(text):
        if cluster in ISOLATES:
            drawn.append((cluster, ""))
        elif cluster == " ":
            drawn.append((cluster, base))
        elif found := legible(cluster, base, is_emoji=known.is_emoji(cluster), is_japanese=is_japanese):
            drawn.append(found)
    return drawn
