"""The photo finish: the horses as they came home before the stand, the winner the largest, their names below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import CREAM, FOREST, GOLD, INK, TURF, TURF_GRAIN, TURF_LIGHT, WHITE
from render.parts.plates import number_plate
from render.parts.poster import HEAD, WIDTH, head_ground
from render.parts.shapes import medal, put
from render.parts.silks import Silk
from render.parts.sketch import Sketch
from render.parts.sprites import GALLOP, Pose, sprite, width_beside
from render.parts.stands import crowd, hedge, rail

BOTTOM = 472
"""Where the photo ends, in pixels from the top of the page."""

_STAND, _TURF, _NAMES = HEAD, 176, 412
"""Where the stand, the turf and the names begin."""
_FOOT, _LINE = 392, 1076
"""Where the hooves are, and where the finishing line is."""
_FEW, _MANY = (350, 280, 226), (300, 232, 184)
"""The widths of the first three horses, in a field of up to five and in a larger one."""
_MOST = 150
"""The width of every other horse at most."""


class Placed(NamedTuple):
    """A horse in the order of finish."""

    name: str
    silk: Silk
    rank: int | None
    """None while it is still running."""
    is_home: bool
    ordinal: str = ""
    """How the rank is written."""


def photo_ground(ground: Sketch) -> None:
    """Draw the stand, the course and the finishing line onto a ground, below an empty head."""
    crowd(ground, 0, WIDTH, _STAND, _TURF - 14)
    head_ground(ground)
    hedge(ground, _TURF - 14, _TURF)
    ground.rectangle(0, _TURF, WIDTH, _NAMES, TURF)
    ground.rectangle(0, _TURF + 64, WIDTH, _TURF + 150, TURF_LIGHT)
    for number, y in enumerate(range(_TURF + 18, _NAMES, 12)):
        ground.rectangle(_LINE, y, _LINE + 12, y + 12, INK if number % 2 else WHITE)
        ground.rectangle(_LINE + 12, y, _LINE + 24, y + 12, WHITE if number % 2 else INK)
    rail(ground, _TURF + 14, 0, WIDTH, TURF_GRAIN)
    ground.rectangle(0, _NAMES, WIDTH, BOTTOM, FOREST)
    ground.rectangle(0, _NAMES, WIDTH, _NAMES + 4, GOLD)


STRIDE = (Pose.STRETCHED, *(GALLOP[number % len(GALLOP)] for number in range(2, 9)))
"""The poses of horses with jockeys, by their places."""


def with_photo(image: Canvas, placed: Sequence[Placed], stride: Sequence[Pose] = STRIDE) -> None:
    """Draw the horses, the first first, from the right to the left onto a page with a photo's ground."""
    spots = list(_spots(placed))
    for number in reversed(range(len(placed))):
        horse, (nose, width) = placed[number], spots[number]
        pose = stride[number % len(stride)]
        drawn = sprite(pose, horse.silk, width_beside(pose, stride[0], width))
        put(image, drawn.image, nose - drawn.nose, _FOOT - drawn.y)
    for horse, (nose, width) in zip(placed, spots, strict=True):
        _named(image, horse, nose, width)


def _named(image: Canvas, horse: Placed, nose: float, width: int) -> None:
    """Write the rank and the name of a horse below it; the rank of one that is home on a plate of its colour."""
    y, size = (_NAMES + BOTTOM) / 2 + 2, 50 if horse.rank == 1 else 42
    if horse.rank is None or not horse.is_home:
        text = f"{horse.ordinal} {horse.name}".lstrip()
        if fitted(text, Face.POSTER, 40).width > width - 8:
            text = horse.ordinal or horse.silk.number
        poster(image, nose - width * 0.5, y, text, 40, fill=CREAM, align="m", width=width - 8)
        return
    colour, x = medal(horse.rank), nose - width + 4
    plate = number_plate(image, x, y, horse.ordinal, colour=colour, size=size - 2, fill=INK)
    poster(image, nose - width + plate + 14, y, horse.name, size, fill=CREAM, width=width - plate - 16)


def _spots(placed: Sequence[Placed]) -> Iterator[tuple[float, int]]:
    """Yield where the nose of each horse is, and how wide it is."""
    first = (_FEW if len(placed) <= 5 else _MANY)[: len(placed)]
    nose, rest = WIDTH - 36.0, len(placed) - len(first)
    room = nose - 16 - sum(first)
    widths = [*first, *[min(_MOST, round(room / rest))] * rest] if rest else list(first)
    gap = (nose - 16 - sum(widths)) / len(widths)
    for width in widths:
        yield nose, width
        nose -= width + gap
