"""What stays of a board: the hoarding with the posters of the four racehorses, the turf where cards lie, the paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engines.newmarket.view import View
from render.newmarket.captions import Captions
from render.newmarket.faces import PALETTE, form, worn
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import poster
from render.parts.palette import (
    CREAM,
    FOREST,
    HEDGE,
    INK,
    RAY,
    TURF,
    TURF_GRAIN,
    TURF_LIGHT,
    WHITE,
    Colour,
    readable_on,
)
from render.parts.poster import HEAD, WIDTH, head_ground
from render.parts.sketch import Sketch
from render.parts.stands import rail

HEIGHT = 900
"""The height of a board in pixels."""
POSTER = 282, 276
"""The size of a poster in pixels."""
TOP, LEFT, BETWEEN = 112, 21, 10
"""Where the posters hang, and the pixels between two of them."""
RAIL, TURF_TOP, PAPER = 396, 400, 608
"""Where the rail below the hoarding is, and where turf and paper begin."""
_TITLE, _SKY, _FOOT, _MONEY, _BACKERS = 8, 60, 166, 178, 236
"""Where the parts of a poster begin, from its top: title, picture, the turf in it, money, backers."""


class Bill(NamedTuple):
    """What is printed on a poster: a colour, and a title in it."""

    colour: Colour
    title: str


def bills(view: View, captions: Captions) -> tuple[Bill, ...]:
    """Return what is printed on the posters of the racehorses."""
    return tuple(
        Bill(
            worn(horse, view.colours).colour,
            f"{captions.colour(form(horse).colour)} {form(horse).number}".upper(),
        )
        for horse in view.racehorses
    )


def left_of(at: int) -> int:
    """Return where the left edge of a poster is, from 0."""
    return LEFT + at * (POSTER[0] + BETWEEN)


def laid_ground(view: View, captions: Captions) -> Canvas:
    """Return a board with nothing on it yet."""
    return _laid(PALETTE, bills(view, captions))


def laid_wall(view: View, captions: Captions, below: int) -> Canvas:
    """Return a page with nothing on it but a head and the posters, and room of so many pixels below them."""
    return _laid_wall(PALETTE, bills(view, captions), below)


def _drawn(printed: Sequence[Bill]) -> Image.Image:
    ground = Sketch(WIDTH, HEIGHT, CREAM)
    _wall(ground, printed)
    ground.rectangle(0, RAIL, WIDTH, PAPER, TURF)
    ground.rectangle(0, TURF_TOP + 104, WIDTH, PAPER, TURF_LIGHT)
    rail(ground, RAIL, 0, WIDTH, TURF_GRAIN, foot=10)
    ground.rectangle(0, PAPER - 6, WIDTH, PAPER, FOREST)
    return _titled(ground, printed)


def _drawn_wall(printed: Sequence[Bill], below: int) -> Image.Image:
    ground = Sketch(WIDTH, RAIL + below, FOREST)
    _wall(ground, printed)
    return _titled(ground, printed)


def _wall(ground: Sketch, printed: Sequence[Bill]) -> None:
    head_ground(ground)
    hoarding(ground, HEAD, RAIL)
    for at, bill in enumerate(printed):
        paper_of(ground, left_of(at), TOP, bill)


def _titled(ground: Sketch, printed: Sequence[Bill]) -> Image.Image:
    image = ground.image()
    for at, bill in enumerate(printed):
        titled(image, left_of(at), TOP, bill)
    return image


_laid_wall = laid(_drawn_wall)
_laid = laid(_drawn)


def hoarding(ground: Sketch, top: float, bottom: float) -> None:
    """Draw the boards on which posters hang."""
    ground.rectangle(0, top, ground.width, bottom, FOREST)
    for y in (top + 3, bottom - 8):
        ground.rectangle(0, y, ground.width, y + 5, HEDGE)


def paper_of(ground: Sketch, x: float, y: float, bill: Bill) -> None:
    """Draw the paper of a poster: a band for its title, the sun over the turf, room for money and for backers."""
    width, height = POSTER
    ground.rectangle(x, y, x + width, y + height, INK)
    ground.rectangle(x + 3, y + 3, x + width - 3, y + height - 3, WHITE)
    left, right = x + _TITLE, x + width - _TITLE
    ground.rectangle(left, y + _TITLE, right, y + _SKY, bill.colour)
    ground.rectangle(left, y + _SKY, right, y + _FOOT, RAY)
    ground.disc((left + right) / 2, y + _FOOT, _FOOT - _SKY - 14, WHITE)
    ground.rectangle(left, y + _FOOT, right, y + _MONEY, TURF)
    ground.rectangle(left, y + _MONEY, right, y + _MONEY + 3, INK)
    ground.rectangle(left, y + _BACKERS, right, y + height - _TITLE, RAY)


def titled(image: Image.Image, x: float, y: float, bill: Bill) -> None:
    """Print the title of a poster."""
    width = POSTER[0]
    fill = readable_on(bill.colour)
    middle = y + (_TITLE + _SKY) / 2 + 1
    poster(image, x + width / 2, middle, bill.title, 54, fill=fill, align="m", width=width - 40)


FOOT, MONEY, BACKERS = _FOOT, (_MONEY + _BACKERS) / 2 + 2, (_BACKERS + POSTER[1] - _TITLE) / 2
"""Where the hooves of the horse on a poster are, and the middles of its lines of money and backers, from its top."""
