"""The order of finish, for the panel of a result: a stripe of turf a horse, the first ones wider."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from PIL import Image, ImageDraw

from engines.parts.ranking import ranking
from render.parts.palette import TURF_LIGHT

Horse = TypeVar("Horse")


def in_places(
    horses: Sequence[Horse], home: Sequence[Horse], squares: Sequence[int]
) -> list[tuple[Horse, int]]:
    """Return every horse with its place: those at home, then the rest by their squares, equals alike.

    `squares` are by horse; `home` is in the order of finish.
    """
    rest = [horse for horse in horses if horse not in home]
    ranks = ranking([squares[horses.index(horse)] for horse in rest])
    behind = sorted(zip(rest, ranks, strict=True), key=lambda pair: pair[1])
    return [
        *((horse, place) for place, horse in enumerate(home, 1)),
        *((horse, len(home) + rank) for horse, rank in behind),
    ]


def stripes(panel: Image.Image, weights: Sequence[float]) -> Iterator[tuple[int, int]]:
    """Mow stripes that share a panel by their weights, every other one lighter: yield the top and height of each."""
    top = 0.0
    for number, weight in enumerate(weights):
        height = panel.height * weight / sum(weights)
        if number % 2:
            ImageDraw.Draw(panel).rectangle((0, top, panel.width, top + height), fill=TURF_LIGHT)
        yield round(top), round(height)
        top += height
