"""The picture above a playbill: what a game is about, before a sky with its title."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import ELLIPSIS, Face, fitted, poster
from render.parts.palette import (
    CREAM,
    FOREST,
    GOLD,
    HEDGE,
    INK,
    SAND,
    SAND_GRAIN,
    SAND_LIGHT,
    TURF,
    TURF_GRAIN,
    TURF_LIGHT,
    WHITE,
    Colour,
    readable_on,
)
from render.parts.poster import EDGE, HEAD, WIDTH, head_ground
from render.parts.shapes import put, put_centred, sheet
from render.parts.silks import Silk, standard_silks
from render.parts.sketch import Sketch
from render.parts.sprites import GALLOP, TROT, Pose, sprite, width_beside
from render.parts.stands import hedge, hills, poplars, rail, sky

BOTTOM: Final = 452
"""Where it ends, in pixels from the top of the playbill."""

_HORIZON, _FOOT = 330, 432
"""Where the sky ends, and where the hooves are."""
_LARGE, _SMALL = 440, 180
"""How wide the foremost horse is, and each of those behind it."""
_NOSE, _ROOM = 1182, 650
"""Where the foremost nose is, and how wide the title may be."""
_TITLE, _SIZES, _LINES = 196, (196, 152, 124), (112, 92, 72)
"""Where the middle of the title is, and the sizes that it is tried in, on a line of its own or on two."""
_CARD: Final = 176, 262
_APART = 94
_LEAPS: Final = 372, 1150, 414
"""How wide a horse is that leaps, where its nose is, and where its hooves are."""


class Hero(StrEnum):
    """What a game is about."""

    GALLOP = "gallop"
    LEAP = "leap"
    TROT = "trot"
    CARDS = "cards"
    """Racehorses that are printed on cards."""


def ground_of(hero: Hero) -> Colour:
    """Return the colour of the ground that horses run on."""
    return SAND if hero is Hero.TROT else TURF


def with_hero(
    palette: Image.Image, hero: Hero, title: str, silks: Sequence[Silk], height: int, followers: int = 3
) -> Canvas:
    """Return paper so many pixels high with an empty head, and below that the title of a game and its horses.

    Without silks the horses wear standard ones: they stand for any. So many at most follow the foremost.
    """
    image = Canvas(WIDTH, height, CREAM)
    put(image, _laid(palette, hero), 0, 0)
    _title(image, title.upper())
    worn = [*silks] or standard_silks(4)
    _behind(image, worn[1 : 1 + followers], TROT if hero is Hero.TROT else GALLOP)
    _DRAWN[hero](image, worn)
    return image


def _title(image: Canvas, title: str) -> None:
    """Write the title as large as it goes; a long one on two lines."""
    for size in _SIZES:
        if not _is_cut(title, size):
            poster(image, EDGE, _TITLE, title, size, width=_ROOM)
            return
    words = title.split()
    parted = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))] or [(title, "")]
    lines = min(parted, key=lambda lines: max(map(len, lines)))
    size = next((size for size in _LINES if not any(_is_cut(line, size) for line in lines)), _LINES[-1])
    for y, line in zip((_TITLE - 46, _TITLE + 46), lines, strict=True):
        poster(image, EDGE, y, line, size, width=_ROOM)


def _is_cut(title: str, size: int) -> bool:
    return fitted(title, Face.POSTER, size, _ROOM).text.endswith(ELLIPSIS)


def _drawn(hero: Hero) -> Image.Image:
    is_sand = hero is Hero.TROT
    ground = Sketch(WIDTH, BOTTOM, CREAM)
    sky(ground, HEAD, _HORIZON, 930, rays=6)
    hills(ground, _HORIZON, 40)
    poplars(ground, _HORIZON, (22, 40), (46, 42), (70, 36), (720, 58), (744, 70), (1180, 60))
    head_ground(ground)
    hedge(ground, _HORIZON, _HORIZON + 14)
    ground.rectangle(0, _HORIZON + 14, WIDTH, BOTTOM, SAND if is_sand else TURF)
    ground.rectangle(0, _HORIZON + 48, WIDTH, _HORIZON + 84, SAND_LIGHT if is_sand else TURF_LIGHT)
    rail(ground, _HORIZON + 24, 0, WIDTH, SAND_GRAIN if is_sand else TURF_GRAIN)
    ground.rectangle(0, BOTTOM - 6, WIDTH, BOTTOM, GOLD)
    if hero is Hero.LEAP:
        _fence(ground, 870, 1060)
    return ground.image()


_laid = laid(_drawn)


def _fence(ground: Sketch, left: float, right: float) -> None:
    """Draw a fence of brush in its white frame, to be leapt over."""
    top = _FOOT - 74
    for number in range(round((right - left) / 13)):
        x = left + 13 * number
        ground.polygon([(x - 3, top + 30), (x + 5, top - 10 + number * 7 % 12), (x + 16, top + 30)], FOREST)
    ground.rectangle(left, top + 18, right, _FOOT, FOREST)
    for x in range(round(left) + 12, round(right), 26):
        ground.rectangle(x, top + 22, x + 8, _FOOT - 22, HEDGE)
    ground.rectangle(left - 6, _FOOT - 26, right + 6, _FOOT - 14, WHITE)
    for x in (left - 8, right):
        ground.rectangle(x, top + 10, x + 8, _FOOT + 4, WHITE)


# ------------------------------------------------------------------------------------------------------ horses


def _gallop(image: Canvas, silks: Sequence[Silk]) -> None:
    _put(image, Pose.STRETCHED, silks[0], _LARGE, _NOSE, _FOOT)


def _leap(image: Canvas, silks: Sequence[Silk]) -> None:
    width, nose, lowest = _LEAPS
    horse = sprite(Pose.LEAPING, silks[0], width)
    put(image, horse.image, nose - horse.nose, lowest - horse.image.height)


def _trot(image: Canvas, silks: Sequence[Silk]) -> None:
    _put(image, Pose.TROT_REACH, silks[0], 392, _NOSE, _FOOT)


def _cards(image: Canvas, silks: Sequence[Silk]) -> None:
    shown = silks[:4]
    left = WIDTH - EDGE - _CARD[0] - _APART * (len(shown) - 1)
    for number, silk in enumerate(shown):
        put(image, _card(silk), left + _APART * number, 140 + 12 * (number % 2))


def _card(silk: Silk) -> Canvas:
    """Return a card with a horse's head in its colour."""
    (width, height), card = _CARD, Canvas(*_CARD)
    put(card, sheet(width, height, 16, CREAM, edge=INK, thick=3), 0, 0)
    card.rectangle((12, 66, width - 13, height - 13), silk.colour)
    poster(card, 16, 38, silk.number, 56)
    poster(card, width - 16, 38, silk.number, 56, align="r")
    head = sprite(Pose.PORTRAIT, silk, width - 30, rim=readable_on(silk.colour)).image
    put_centred(card, head, width / 2, (66 + height - 13) / 2)
    return card


def _behind(image: Canvas, silks: Sequence[Silk], poses: Sequence[Pose]) -> None:
    """Draw the horses that follow, below the title."""
    for number, silk in enumerate(silks):
        nose = 32 + (_SMALL + 30) * (number + 1)
        _put(image, poses[(number + 1) % len(poses)], silk, _SMALL, nose, _FOOT - 4 - 8 * (number % 2))


def _put(image: Canvas, pose: Pose, silk: Silk, width: int, nose: float, foot: float) -> None:
    horse = sprite(pose, silk, width_beside(pose, Pose.STRETCHED, width))
    put(image, horse.image, nose - horse.nose, foot - horse.y)


_DRAWN: dict[Hero, Callable[[Canvas, Sequence[Silk]], None]] = {
    Hero.GALLOP: _gallop,
    Hero.LEAP: _leap,
    Hero.TROT: _trot,
    Hero.CARDS: _cards,
}
