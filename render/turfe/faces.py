"""The faces of Turfe's cards: a move, and the horse it is for, or any."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.turfe.actions import Card, Horse
from render.parts.cards import blank, card_height
from render.parts.lettering import headline, write
from render.parts.mount import mount, shadow
from render.parts.palette import CREAM, HEDGE, LINE, SILVER
from render.parts.silks import Silk, token
from render.parts.smooth import put_centred
from render.turfe.horses import PEARL, STABLE, silks
from render.turfe.words import Words


class Kind(NamedTuple):
    """What a card's name says: a horse, None for any, and the move: `+3`, `−2`."""

    horse: str | None
    move: str


def kind(card: str) -> Kind:
    """Read the name of a card."""
    split = next(place for place, char in enumerate(card) if char in "+-")
    name, move = card[:split], card[split:].replace("-", "−")
    return Kind(None if name == "any" else name, move)


def name(card: Card, words: Words) -> str:
    """Return what a card is called in a text."""
    horse, move = kind(card)
    return f"{words.any_horse if horse is None else words.horse(horse)} {move}"


def face(card: Card, width: int, horses: Sequence[Horse], words: Words) -> Image.Image:
    """Return the face of a card, `width` pixels wide."""
    who = kind(card)
    if who.horse is None:
        return _neutral(who.move, words.any_horse, tuple(silks(horses).values()), width)
    return _coloured(who.move, STABLE.silk(who.horse, horses), words.horse(who.horse), width)


@lru_cache(maxsize=256)
def _coloured(move: str, worn: Silk, name: str, width: int) -> Image.Image:
    image = blank(width, SILVER if worn.colour == PEARL else worn.colour)
    height = card_height(width)
    _head(image, move)
    put_centred(image, mount(worn, round(width * 0.74)), width / 2, height * 0.55)
    _line(image, height * 0.85, name, round(width * 0.17))
    return image


@lru_cache(maxsize=256)
def _neutral(move: str, label: str, field: tuple[Silk, ...], width: int) -> Image.Image:
    image = blank(width, HEDGE)
    height = card_height(width)
    _head(image, move)
    back = move.startswith("−")
    put_centred(image, shadow(LINE, round(width * 0.5), faces_right=not back), width / 2, height * 0.475)
    inset, middle, half = width * 0.072, height * 0.68, width * 0.11
    band = (inset, middle - half, width - inset - 1, middle + half)
    ImageDraw.Draw(image).rectangle(band, fill=HEDGE)
    write(
        image, width / 2, middle, label, round(width * 0.17), fill=CREAM, align="m", width=round(width * 0.8)
    )
    step = width * 0.8 / max(len(field), 1)
    for place, worn in enumerate(field):
        x = width / 2 + (place - (len(field) - 1) / 2) * step
        put_centred(image, token(worn, round(min(step, width * 0.16))), x, height * 0.86)
    return image


def _head(image: Image.Image, move: str) -> None:
    width = image.width
    size = round(width * 0.44)
    headline(image, width / 2, width * 0.31, move, size, align="m", width=width)


def _line(image: Image.Image, y: float, text: str, size: int) -> None:
    write(image, image.width / 2, y, text, size, align="m", width=round(image.width * 0.8))
