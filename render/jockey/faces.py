"""The faces of the jockey cards: the move, the horse or the position it is for, and its condition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image

from render.jockey.horses import STABLE
from render.jockey.words import Words
from render.kit.faces import Print, horse_face
from render.parts.cards import band, blank, line
from render.parts.lettering import Face
from render.parts.mount import shadow
from render.parts.palette import CREAM, FADED, HEDGE, INK, LINE
from render.parts.shapes import put_centred
from render.parts.silks import Silk

_NAME = re.compile(r"(?:no(?P<position>\d+)|(?P<horse>[a-z]+?))(?P<move>[+x]\d+)")


class Kind(NamedTuple):
    """What a card's name says: a horse or a position, and the move (`+10`, `x3`)."""

    horse: str | None
    position: int | None
    move: str


@cache
def kind(card: str) -> Kind:
    """Read the name of a card; ValueError if it is none."""
    found = _NAME.fullmatch(card)
    if found is None:
        raise ValueError(f"not a jockey card: {card!r}")
    position = found["position"]
    return Kind(found["horse"], int(position) if position else None, found["move"])


def face(card: str, width: int, horses: Sequence[str], words: Words) -> Image.Image:
    """Return the face of a card, `width` pixels wide."""
    who = kind(card)
    condition = _condition(who, words)
    if who.horse is None:
        label = words.position.format(position=who.position)
        return _neutral(who.move, who.position or 0, label, condition, width)
    name = words.horse(who.horse)
    return _coloured(who.move, STABLE.silk(who.horse, horses), name, condition, width)


def _condition(who: Kind, words: Words) -> str:
    if who.move == "x3":
        return words.lead_tripled
    if who.move == "+30":
        return words.stays_behind
    return words.one_ahead if who.position == 3 else ""


_NOTED = Print(label_y=0.79)
"""With a condition below the name."""


@lru_cache(maxsize=256)
def _coloured(move: str, worn: Silk, name: str, condition: str, width: int) -> Image.Image:
    at = _NOTED if condition else Print()
    image = horse_face(move.replace("x", "×"), worn, name, width, at, worn.colour)
    line(image, image.height * 0.9, condition, 0.125, fill=FADED)
    return image


@lru_cache(maxsize=256)
def _neutral(move: str, position: int, label: str, condition: str, width: int) -> Image.Image:
    image = blank(width, HEDGE)
    line(image, width * 0.3, move.replace("x", "×"), 0.4, face=Face.DISPLAY)
    middle = image.height * (0.53 if condition else 0.56)
    band(image, middle, width * 0.16)
    line(image, middle, label, 0.25, face=Face.DISPLAY, fill=CREAM)
    _field(image, position, width, image.height * (0.775 if condition else 0.82))
    line(image, image.height * 0.9, condition, 0.125, fill=FADED)
    return image


def _field(image: Image.Image, position: int, width: int, y: float) -> None:
    """Draw the field of four as shadows, the leader on the right, with the horse in the position dark."""
    step = width * 0.195
    for other in range(1, 5):
        colour = INK if other == position else LINE
        put_centred(image, shadow(colour, round(width * 0.2)), width / 2 + (2.5 - other) * step, y)
