"""Form cards: how their names are read, their silks, their coats, their faces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from string import digits
from typing import NamedTuple

from PIL import Image

from engines.newmarket.actions import Card
from render.art.coats import Coat
from render.newmarket.captions import Captions
from render.newmarket.owners import OWNERS
from render.parts.cache import shared
from render.parts.cards import blank
from render.parts.lettering import poster
from render.parts.palette import BLUE, GOLD, INK, RED, YELLOW, palette_with
from render.parts.shapes import put, put_centred, sheet, trophy
from render.parts.silks import Pattern, Silk, Stable, token
from render.parts.sprites import Pose, coat_of, colours_of, sprite

STABLE = Stable(
    {"blue": BLUE, "red": RED, "yellow": YELLOW, "green": (16, 134, 74)},
    (Pattern.SPOTS, Pattern.HOOPS, Pattern.CHEVRONS, Pattern.HALVES),
)
_COATS: tuple[Coat, ...] = tuple(coat_of(number) for number in ("13", "12", "11", "10"))
"""The horses of a colour have one coat, by its place in the edition: that of its racehorse, as replays show it."""
_FLAT = [
    colour
    for silk, coat in zip(STABLE.silks(tuple(STABLE.colours)).values(), _COATS, strict=True)
    for colour in colours_of(silk, coat)
]
PALETTE = palette_with(
    *STABLE.colours.values(),
    flat=tuple(dict.fromkeys([*_FLAT, *(silk.colour for silk in OWNERS)])),
    most=3,
)
"""The palette that its pictures are encoded with."""


class Form(NamedTuple):
    """What a form card's name says."""

    colour: str
    number: int


@cache
def form(card: Card) -> Form:
    """Read the name of a form card."""
    colour = card.rstrip(digits)
    return Form(colour, int(card.removeprefix(colour)))


def worn(card: Card, colours: Sequence[str]) -> Silk:
    """Return the silks with the colour and the number of a form card."""
    colour, number = form(card)
    return STABLE.silk(colour, colours, number)


def coat(colour: str, colours: Sequence[str]) -> Coat:
    """Return the coat of the horses of a colour; those of a stranger look as the first."""
    return _COATS[(colours.index(colour) if colour in colours else 0) % len(_COATS)]


def face(
    card: Card, width: int, colours: Sequence[str], racehorses: Sequence[Card], captions: Captions
) -> Image.Image:
    """Return the face of a form card, `width` pixels wide: what tells it stands on its left; a racehorse has a cup."""
    colour = form(card).colour
    name = captions.colour(colour).upper()
    return _face(worn(card, colours), coat(colour, colours), name, card in racehorses, width)


INDEX = 0.222
"""Where the middle of number, pattern and owner is on a card, as a share of its width."""


@shared
def _face(silk: Silk, kind: Coat, name: str, is_racehorse: bool, width: int) -> Image.Image:
    image = covered_face(silk, width).copy()
    horse = sprite(Pose.STRETCHED, silk, round(width * 0.46), coat=kind, number=" ").image
    put(image, horse, width * 0.44, image.height * 0.5 - horse.height / 2)
    if is_racehorse:
        plaque = sheet(round(width * 0.4), round(width * 0.36), round(width * 0.06), GOLD, edge=INK)
        put_centred(image, plaque, width * 0.68, image.height * 0.2)
        put_centred(image, trophy(round(width * 0.25), INK), width * 0.68, image.height * 0.2)
    size, room = round(width * 0.23), round(width * 0.45)
    poster(image, width * 0.675, image.height * 0.83, name, size, align="m", width=room)
    return image


@shared
def covered_face(silk: Silk, width: int) -> Image.Image:
    """Return the face of a card under another one: its left side, and nothing that would be cut."""
    image = blank(width, silk.colour)
    x, height = width * INDEX, image.height
    poster(image, x, height * 0.19, silk.number, round(width * 0.49), align="m")
    put_centred(image, token(silk._replace(number=" "), round(width * 0.29)), x, height * 0.47)
    return image
