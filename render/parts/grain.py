"""The grain of paper, turf and sand: sparse specks, one tone darker, in an order that compresses to next to nothing."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from PIL import Image, ImageChops

from render.parts.palette import GRAIN, Colour, index_of

_WIDTH, _HEIGHT = 64, 24
"""The tile that is repeated."""

_FIBRES = (
    (3, 0, 3), (15, 0, 2), (28, 0, 4), (41, 0, 2), (54, 0, 3),
    (9, 12, 4), (22, 12, 2), (35, 12, 3), (48, 12, 2), (60, 12, 3),
)  # fmt: skip
"""Where the specks of a tile begin, and how long they are: in every twelfth row, for each row of them costs bytes."""


GRAINED = tuple(colour for colour, _ in GRAIN)
"""The colours of grounds that have one."""


def grained(ground: Image.Image, palette: Image.Image, colours: Collection[Colour] = GRAINED) -> Image.Image:
    """Put the grain on whatever in a ground, an image in the colours of a palette, has one of these colours."""
    specks = _tiled(*ground.size)
    for colour, darker in GRAIN:
        if colour not in colours:
            continue
        number = index_of(colour, palette)
        of_colour = ground.point([255 * (value == number) for value in range(256)], "L")
        where = ImageChops.multiply(of_colour, specks)
        ground.paste(index_of(darker, palette), (0, 0), where)
    return ground


@cache
def _tiled(width: int, height: int) -> Image.Image:
    tile = Image.new("L", (_WIDTH, _HEIGHT), 0)
    for x, y, length in _FIBRES:
        tile.paste(255, (x, y, x + length, y + 1))
    row = Image.new("L", (width, _HEIGHT))
    for left in range(0, width, _WIDTH):
        row.paste(tile, (left, 0))
    whole = Image.new("L", (width, height))
    for top in range(0, height, _HEIGHT):
        whole.paste(row, (0, top))
    return whole
