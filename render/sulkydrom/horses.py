"""The horses of Sulkydrom in their silks: a letter, a colour and a pattern each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engines.sulkydrom.actions import Letter
from render.parts.palette import Colour, palette_with
from render.parts.silks import LOOKS, Silk, coloured

CINDER: Colour = (203, 160, 118)
"""A space of the track."""
CINDER_DARK: Colour = (190, 146, 105)
"""Its neighbour."""
CINDER_LINE: Colour = (226, 194, 160)
"""Lines between lanes and spaces."""

_LOOKS = dict(zip("ABCDEFGH", LOOKS, strict=True))


@cache
def silk(letter: Letter) -> Silk:
    """Return the silks of a horse."""
    colour, pattern = _LOOKS[letter]
    return coloured(letter, colour, pattern)


def silks(letters: Sequence[Letter]) -> tuple[Silk, ...]:
    """Return the silks of some horses, in their order."""
    return tuple([silk(letter) for letter in letters])


PALETTE = palette_with(CINDER_DARK, CINDER_LINE, *(colour for colour, _ in LOOKS), ground=CINDER)
"""The palette that its pictures are encoded with."""
