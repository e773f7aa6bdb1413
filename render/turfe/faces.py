"""The faces of Turfe's cards: a move, and the horse it is for, or any."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engines.turfe.actions import Card, Horse
from render.parts.cache import shared
from render.parts.cards import Print, band, blank, card_height, horse_face, line
from render.parts.lettering import Face
from render.parts.mount import shadow
from render.parts.palette import CREAM, HEDGE, LINE, SILVER
from render.parts.shapes import put_centred
from render.parts.silks import Silk, token
from render.turfe.captions import Captions
from render.turfe.horses import PEARL, STABLE, silks


class Kind(NamedTuple):
    """What a card's name says: a horse, None for any, and the move: `+3`, `−2`."""

    horse: str | None
    move: str


def kind(card: str) -> Kind:
    """Read the name of a card."""
    split = next(number for number, char in enumerate(card) if char in "+-")
    name, move = card[:split], card[split:].replace("-", "−")
    return Kind(None if name == "any" else name, move)


def name(card: Card, captions: Captions) -> str:
    """Return what a card is called in a text."""
    horse, move = kind(card)
    return f"{captions.any_horse if horse is None else captions.horse(horse)} {move}"


def face(card: Card, width: int, horses: Sequence[Horse], captions: Captions) -> Image.Image:
    """Return the face of a card, `width` pixels wide."""
    who = kind(card)
    if who.horse is None:
        return _neutral(who.move, captions.any_horse, tuple(silks(horses).values()), width)
    return _coloured(who.move, STABLE.silk(who.horse, horses), captions.horse(who.horse), width)


_PRINT = Print(0.31, 0.44, 1, 0.55, 0.74, 0.85, 0.17)


@shared
def _coloured(move: str, worn: Silk, name: str, width: int) -> Image.Image:
    return horse_face(move, worn, name, width, _PRINT, SILVER if worn.colour == PEARL else worn.colour)


@shared
def _neutral(move: str, label: str, field: tuple[Silk, ...], width: int) -> Image.Image:
    image, height = blank(width, HEDGE), card_height(width)
    line(image, width * _PRINT.text_y, move, _PRINT.text, room=1, face=Face.DISPLAY)
    back = move.startswith("−")
    put_centred(image, shadow(LINE, round(width * 0.5), faces_right=not back), width / 2, height * 0.475)
    band(image, height * 0.68, width * 0.11)
    line(image, height * 0.68, label, _PRINT.label, fill=CREAM)
    step = width * 0.8 / max(len(field), 1)
    for number, worn in enumerate(field):
        x = width / 2 + (number - (len(field) - 1) / 2) * step
        put_centred(image, token(worn, round(min(step, width * 0.16))), x, height * 0.86)
    return image
