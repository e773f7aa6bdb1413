"""The face of a card for a horse: large what it does, the horse at full gallop, and its name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image

from render.parts.cards import blank, card_height, line
from render.parts.lettering import Face
from render.parts.mount import mount, shadow
from render.parts.palette import HEDGE, LINE, Colour
from render.parts.shapes import put_centred
from render.parts.silks import Silk


class Card(NamedTuple):
    """A card: its name in words, and what draws its face `width` pixels wide."""

    name: str
    face: Callable[[int], Image.Image]


def printed(text: str, label: str, worn: Silk | None = None) -> Card:
    """Return a card with the standard face: what it does, and the name of a horse or some other word."""
    return Card(f"{label} {text}", partial(_face, text, label, worn))


@lru_cache(maxsize=256)
def _face(text: str, label: str, worn: Silk | None, width: int) -> Image.Image:
    return horse_face(text, worn, label, width, PRINT, worn.colour if worn else HEDGE)


class Print(NamedTuple):
    """Where things stand on a card and how large they are: shares of its width; `horse_y`, `label_y` of its height."""

    text_y: float = 0.3
    text: float = 0.4
    room: float = 0.8
    horse_y: float = 0.53
    horse: float = 0.74
    label_y: float = 0.84
    label: float = 0.15


PRINT = Print()
"""How most cards are printed."""


def horse_face(text: str, worn: Silk | None, label: str, width: int, at: Print, frame: Colour) -> Image.Image:
    """Return a fresh face of a card; one that is for no horse shows the shadow of one."""
    card, height = blank(width, frame), card_height(width)
    line(card, width * at.text_y, text, at.text, room=at.room, face=Face.DISPLAY)
    figure = round(width * at.horse)
    put_centred(card, mount(worn, figure) if worn else shadow(LINE, figure), width / 2, height * at.horse_y)
    line(card, height * at.label_y, label, at.label)
    return card
