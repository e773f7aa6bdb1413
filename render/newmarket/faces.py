"""The faces of the form cards: a number, and the horse and the colour it is for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engines.newmarket.actions import Card
from render.newmarket.horses import form, worn
from render.newmarket.words import Words
from render.parts.cards import blank, card_height
from render.parts.lettering import headline, write
from render.parts.mount import mount
from render.parts.palette import GOLD, INK
from render.parts.signs import trophy
from render.parts.silks import Silk
from render.parts.smooth import put_centred, sheet


def face(
    card: Card, width: int, colours: Sequence[str], racehorses: Sequence[Card], words: Words
) -> Image.Image:
    """Return the face of a form card, `width` pixels wide; that of a racehorse carries a cup."""
    name = words.colour(form(card).colour)
    return _face(worn(card, colours), name, card in racehorses, width)


@lru_cache(maxsize=128)
def _face(silk: Silk, name: str, is_racehorse: bool, width: int) -> Image.Image:
    image = blank(width, silk.colour)
    height = card_height(width)
    size = round(width * 0.5)
    headline(image, width / 2, width * 0.34, silk.number, size, align="m")
    put_centred(image, mount(silk, round(width * 0.7)), width / 2, height * 0.6)
    if is_racehorse:
        plaque = sheet(round(width * 0.72), round(width * 0.24), round(width * 0.12), GOLD)
        put_centred(image, plaque, width / 2, height * 0.86)
        put_centred(image, trophy(round(width * 0.16), INK), width * 0.27, height * 0.86)
        left, room = width * 0.37, round(width * 0.45)
        write(image, left, height * 0.86, name, round(width * 0.18), width=room)
    else:
        write(image, width / 2, height * 0.86, name, round(width * 0.18), align="m")
    return image
