"""The faces of the form cards: a number, and the horse and the colour it is for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engines.newmarket.actions import Card
from render.kit.faces import Print, horse_face
from render.newmarket.horses import form, worn
from render.newmarket.words import Words
from render.parts.lettering import write
from render.parts.palette import GOLD, INK
from render.parts.shapes import put_centred, sheet, trophy
from render.parts.silks import Silk


def face(
    card: Card, width: int, colours: Sequence[str], racehorses: Sequence[Card], words: Words
) -> Image.Image:
    """Return the face of a form card, `width` pixels wide; that of a racehorse carries a cup."""
    name = words.colour(form(card).colour)
    return _face(worn(card, colours), name, card in racehorses, width)


_PRINT = Print(0.34, 0.5, 1, 0.6, 0.7, 0.86, 0.18)


@lru_cache(maxsize=128)
def _face(silk: Silk, name: str, is_racehorse: bool, width: int) -> Image.Image:
    image = horse_face(silk.number, silk, "" if is_racehorse else name, width, _PRINT, silk.colour)
    if is_racehorse:
        y = image.height * 0.86
        plaque = sheet(round(width * 0.72), round(width * 0.24), round(width * 0.12), GOLD)
        put_centred(image, plaque, width / 2, y)
        put_centred(image, trophy(round(width * 0.16), INK), width * 0.27, y)
        write(image, width * 0.37, y, name, round(width * 0.18), width=round(width * 0.45))
    return image
