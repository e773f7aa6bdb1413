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

_STAND_IN: Final = re.compile(r"player (\d+)")
"""What pictures write where a name cannot be drawn, folded."""


def folded(name: str) -> str:
    """Return what names have in common that look alike: in case, width, blanks, and letters that nobody sees."""
    plain = unicodedata.normalize("NFKC", name).replace(_BRAILLE_BLANK, " ")
    seen = "".join(each for each in _UNSEEN.sub("", plain) if unicodedata.category(each) not in {"Cf", "Cc"})
    return unicodedata.normalize("NFKC", " ".join(seen.split()).casefold())


@lru_cache(maxsize=512)
def told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of seats, those marked that look like an earlier seat's, or like another seat's stand-in.

    They follow from the names in the order of the seats alone, so that every picture and list has the same.
    """
    keys, taken, told = [folded(name) for name in names], set[str](), list[str]()
    for seat, (name, key) in enumerate(zip(names, keys, strict=True)):
        stands_in = _STAND_IN.fullmatch(key)
        is_anothers = stands_in is not None and int(stands_in[1]) != seat + 1
        marked, number = name, 1
        while key and (
            folded(marked) in taken
            or (marked == name and is_anothers)
            or (number > 1 and folded(marked) in keys)
        ):
            number += 1
            marked = f"{name} ({number})"
        taken.add(folded(marked))
        told.append(marked)
    return tuple(told)
