"""The order of finish, for the panel of a result: a stripe of turf a horse, the first ones wider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from PIL import Image, ImageDraw

from engines.parts.ranking import ranking
from render.parts.lettering import headline
from render.parts.mount import mount
from render.parts.palette import CREAM, TURF, TURF_LIGHT
from render.parts.signs import flag, medal, rosette
from render.parts.silks import Silk
from render.parts.smooth import put_centred

FINISH, TABLE = (320, 680), (804, 680)
"""The sizes of the panel with the order of finish and of the table beside it, in pixels."""
TITLES = 56
"""The height of the table's head."""

Horse = TypeVar("Horse")


def in_order(
    horses: Sequence[Horse], home: Sequence[Horse], squares: Sequence[int]
) -> list[tuple[Horse, int]]:
    """Return every horse with its rank: those at home, then the rest by their squares, equals alike.

    `squares` are by horse; `home` is in the order of finish.
    """
    rest = [horse for horse in horses if horse not in home]
    ranks = ranking([squares[horses.index(horse)] for horse in rest])
    behind = sorted(zip(rest, ranks, strict=True), key=lambda pair: pair[1])
    return [
        *((horse, rank) for rank, horse in enumerate(home, 1)),
        *((horse, len(home) + rank) for horse, rank in behind),
    ]


def order_of_finish(
    size: tuple[int, int],
    worn: Mapping[Horse, Silk],
    home: Sequence[Horse],
    squares: Sequence[int],
    *,
    weights: Sequence[float] = (1.7, 1.35),
    riding: tuple[int, int, float] = (168, 168, 0.92),
    ribbon: float = 0.48,
) -> Image.Image:
    """Return a panel with every horse of `worn` by its rank, those at home with a flag, the rest with their squares.

    `weights` are those of the first stripes. A horse stands in the middle of `riding`, at most so many pixels wide,
    or so large a share of its stripe's height; `ribbon` is the share of its rosette.
    """
    panel = Image.new("RGB", size, TURF)
    order = in_order(list(worn), home, squares)
    shares = [*weights, *(1.0 for _ in order)][: len(order)]
    x, most, share = riding
    for (horse, rank), (top, height) in zip(order, mown(panel, shares), strict=True):
        y = top + height / 2
        put_centred(panel, mount(worn[horse], min(most, round(height * share))), x, y)
        put_centred(panel, rosette(str(rank), min(76, round(height * ribbon)), medal(rank)), 50, y)
        if horse in home:
            put_centred(panel, flag(42, CREAM), 284, y)
        else:
            square = str(squares[list(worn).index(horse)])
            headline(panel, 284, y, square, 38, fill=CREAM, align="m", width=66)
    return panel


def mown(panel: Image.Image, weights: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Mow a panel in stripes by their weights, every other one lighter: yield the top and the height of each."""
    top = 0.0
    for number, weight in enumerate(weights):
        height = panel.height * weight / sum(weights)
        if number % 2:
            ImageDraw.Draw(panel).rectangle((0, top, panel.width, top + height), fill=TURF_LIGHT)
        yield round(top), round(height)
        top += height
