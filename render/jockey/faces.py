"""The faces of the jockey cards: the move, the horse or the position it is for, and its condition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

from render.jockey.captions import Captions
from render.jockey.horses import STABLE
from render.parts.cache import shared
from render.parts.cards import Print, band, blank, horse_face, line
from render.parts.lettering import Face
from render.parts.mount import shadow
from render.parts.palette import CREAM, HEDGE, INK, LINE, mixed
from render.parts.shapes import put_centred
from render.parts.silks import Silk

PALE = mixed(LINE, INK, 0.15)
"""Any other horse."""


class Kind(NamedTuple):
    """What a card's name says: a horse or a position, and the move (`+10`, `x3`)."""

    horse: str | None
    position: int | None
    move: str


@cache
def kind(card: str) -> Kind:
    """Read the name of a card."""
    who, move = re.split(r"(?=[+x]\d)", card)
    position = re.fullmatch(r"no(\d+)", who)
    return Kind(None, int(position[1]), move) if position else Kind(who, None, move)


def face(card: str, width: int, horses: Sequence[str], captions: Captions) -> Image.Image:
    """Return the face of a card, `width` pixels wide."""
    who = kind(card)
    condition = _condition(who)
    if who.horse is None:
        label = captions.position.format(position=who.position)
        return _neutral(who.move, who.position or 0, label, condition, width)
    return _coloured(who.move, STABLE.silk(who.horse, horses), captions.horse(who.horse), condition, width)


class Condition(NamedTuple):
    """What else a card says, as two horses with a few signs between them: whether its own is the one in front."""

    is_ahead: bool
    gap: str


def _condition(who: Kind) -> Condition | None:
    if who.move == "x3":
        return Condition(is_ahead=True, gap="×3")
    if who.move == "+30":
        return Condition(is_ahead=False, gap="5")
    return Condition(is_ahead=True, gap="1") if who.position == 3 else None


_NOTED = Print(text_y=0.25, text=0.36, horse_y=0.45, horse=0.68, label_y=0.695)
"""With a condition below the name."""


@shared
def _coloured(move: str, worn: Silk, name: str, condition: Condition | None, width: int) -> Image.Image:
    at = _NOTED if condition else Print()
    image = horse_face(move.replace("x", "×"), worn, name, width, at, worn.colour)
    if condition:
        _conditioned(image, condition)
    return image


@shared
def _neutral(move: str, position: int, label: str, condition: Condition | None, width: int) -> Image.Image:
    image = blank(width, HEDGE)
    line(image, width * 0.3, move.replace("x", "×"), 0.4, face=Face.DISPLAY)
    middle = image.height * 0.55
    band(image, middle, width * 0.16)
    line(image, middle, label, 0.25, face=Face.DISPLAY, fill=CREAM)
    if condition:
        _conditioned(image, condition)
    else:
        _field(image, position, width, image.height * 0.82)
    return image


def _conditioned(image: Image.Image, condition: Condition) -> None:
    """Draw the condition of a card at its foot: its own horse dark, the other one pale, the gap between them."""
    width, y = image.width, image.height * 0.855
    for side, is_own in ((-1, not condition.is_ahead), (1, condition.is_ahead)):
        put_centred(
            image, shadow(INK if is_own else PALE, round(width * 0.31)), width / 2 + side * width * 0.255, y
        )
    line(image, y, condition.gap, 0.2, face=Face.POSTER)


def _field(image: Image.Image, position: int, width: int, y: float) -> None:
    """Draw the field of four as shadows, the leader on the right, with the horse in the position dark."""
    step = width * 0.195
    for other in range(1, 5):
        colour = INK if other == position else PALE
        put_centred(image, shadow(colour, round(width * 0.2)), width / 2 + (2.5 - other) * step, y)
