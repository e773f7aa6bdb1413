"""Names that look alike are told apart: the later seat's is marked with a number, as in `Ana (2)`."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_UNSEEN: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Letters without a picture that Unicode does not count among its format characters (its property
`Default_Ignorable_Code_Point`)."""

_BRAILLE_BLANK: Final = "\u2800"
"""Drawn as a blank; Unicode counts it among the symbols."""

_INVISIBLE: Final = frozenset(("Cc", "Cf", "Co", "Cs"))
"""Categories of characters that nobody sees, wherever they are shown."""

_STAND_IN: Final = re.compile(r"player (\d+)")
"""What pictures write where a name cannot be drawn, folded."""


def folded(name: str) -> str:
    """Return what names have in common that look alike: in case, width, blanks, and letters that nobody sees.

    Characters that Python's Unicode does not know yet stay: what is stored must not change with the next version.
    """
    plain = unicodedata.normalize("NFKC", name).replace(_BRAILLE_BLANK, " ")
    words = _UNSEEN.sub("", plain).split()
    seen = ("".join(each for each in word if unicodedata.category(each) not in _INVISIBLE) for word in words)
    return unicodedata.normalize("NFKC", " ".join(filter(None, seen)).casefold())


def _drawn(name: str) -> str:
    """Do the same for pictures, which leave out characters that Unicode does not know yet."""
    return folded("".join(each for each in name if unicodedata.category(each) != "Cn"))


@lru_cache(maxsize=512)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of seats, those marked that look like an earlier seat's, or like another seat's stand-in.

    They follow from the names in the order of the seats alone, so that every picture and list has the same.
    """
    keys, taken, told = [_drawn(name) for name in names], set[str](), list[str]()
    for seat, (name, key) in enumerate(zip(names, keys, strict=True)):
        stands_in = _STAND_IN.fullmatch(key)
        is_anothers = stands_in is not None and int(stands_in[1]) != seat + 1
        marked, number = name, 1
        while key and (
            _drawn(marked) in taken
            or (marked == name and is_anothers)
            or (number > 1 and _drawn(marked) in keys)
        ):
            number += 1
            marked = f"{name} ({number})"
        taken.add(_drawn(marked))
        told.append(marked)
    return tuple(told)
