"""The faces of the jockey cards: the move, the horse or the position it is for, and its condition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.jockey.horses import STABLE
from render.jockey.words import Words
from render.parts.cards import blank, card_height
from render.parts.fonts import Face
from render.parts.lettering import write
from render.parts.mount import mount, shadow
from render.parts.palette import CREAM, FADED, HEDGE, INK, LINE, Colour
from render.parts.silks import Silk
from render.parts.smooth import put_centred

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


@lru_cache(maxsize=256)
def _coloured(move: str, worn: Silk, name: str, condition: str, width: int) -> Image.Image:
    image = blank(width, worn.colour)
    height = card_height(width)
    _head(image, move, width)
    put_centred(image, mount(worn, round(width * 0.74)), width / 2, height * 0.53)
    _foot(image, name, condition, width)
    return image


@lru_cache(maxsize=256)
def _neutral(move: str, position: int, label: str, condition: str, width: int) -> Image.Image:
    image = blank(width, HEDGE)
    height = card_height(width)
    _head(image, move, width)
    middle, half = height * (0.53 if condition else 0.56), width * 0.16
    inset = width * 0.072
    band = (inset, middle - half, width - inset - 1, middle + half)
    ImageDraw.Draw(image).rectangle(band, fill=HEDGE)
    _line(image, middle, label, round(width * 0.25), face=Face.DISPLAY, fill=CREAM)
    _field(image, position, width, height * (0.775 if condition else 0.82))
    _foot(image, "", condition, width)
    return image


def _field(image: Image.Image, position: int, width: int, y: float) -> None:
    """Draw the field of four as shadows, the leader on the right, with the horse in the position dark."""
    step = width * 0.195
    for other in range(1, 5):
        colour = INK if other == position else LINE
        put_centred(image, shadow(colour, round(width * 0.2)), width / 2 + (2.5 - other) * step, y)


def _head(image: Image.Image, move: str, width: int) -> None:
    _line(image, width * 0.3, move.replace("x", "×"), round(width * 0.4), face=Face.DISPLAY, fill=INK)


def _foot(image: Image.Image, name: str, condition: str, width: int) -> None:
    height = card_height(width)
    _line(image, height * (0.79 if condition else 0.84), name, round(width * 0.15), fill=INK)
    _line(image, height * 0.9, condition, round(width * 0.125), fill=FADED)


def _line(
    image: Image.Image, y: float, text: str, size: int, *, face: Face = Face.TEXT, fill: Colour
) -> None:
    most = round(image.width * 0.8)
    write(image, image.width / 2, y, text, size, face=face, fill=fill, align="m", width=most)
