"""What lies behind a course: a sky with the sun's rays, hills, a grandstand full of people under flags, a hedge."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import cycle

from render.parts.palette import (
    CREAM,
    FADED,
    FOREST,
    GOLD,
    HEDGE,
    INK,
    LINE,
    RAY,
    TURF,
    TURF_GRAIN,
    WHITE,
    Colour,
)
from render.parts.shapes import Point
from render.parts.sketch import Sketch

_RAYS = 18
_HILLS = (0.3, 0.62, 0.5, 0.72, 0.42, 0.8, 0.5, 0.66, 0.38, 0.7, 0.55)
"""How high the hills are along the horizon, as shares of their height."""
_HEADS: Sequence[Colour] = (CREAM, CREAM, LINE, CREAM, GOLD, CREAM, LINE)
_COATS: Sequence[Colour] = (FOREST, INK, FADED, FOREST, INK)
_SEAT, _TIER, _BAY = 15, 14, 120


def sky(ground: Sketch, top: float, bottom: float, middle: float, rays: int = _RAYS) -> None:
    """Fill a stripe with a sky of paper, the sun's rays rising from below a point on its lower edge."""
    ground.rectangle(0, top, ground.width, bottom, CREAM)
    below, reach = bottom + 12, 2 * ground.width
    for ray in range(rays):
        turns = (math.pi * (1 + (ray + side) / rays) for side in (0, 0.5))
        ends = [_cut((middle, below), turn, top, bottom, reach) for turn in turns]
        ground.polygon([(middle, bottom), *ends], RAY)


def _cut(origin: Point, turn: float, top: float, bottom: float, reach: float) -> Point:
    """Return where a ray leaves a stripe: no ray is seen above it."""
    x, y = math.cos(turn), math.sin(turn)
    far = min(reach, (origin[1] - top) / -y if y < -0.001 else reach)
    return origin[0] + x * far, min(origin[1] + y * far, bottom)


def hills(ground: Sketch, base: float, height: float) -> None:
    """Draw low hills on a horizon, those behind a tone darker."""
    step = ground.width / (len(_HILLS) - 1)
    for shift, lift, colour in ((0.5, 1.0, TURF_GRAIN), (0.0, 0.7, TURF)):
        ridge = [((place - shift) * step, base - share * height * lift) for place, share in enumerate(_HILLS)]
        last = (ground.width + step, base - _HILLS[0] * height * lift)
        ground.polygon([(-step, base), *ridge, last, (ground.width + step, base)], colour)


def crowd(ground: Sketch, left: float, right: float, top: float, base: float) -> None:
    """Fill a box with people in the stand, tier upon tier."""
    ground.rectangle(left, top, right, base, HEDGE)
    for x, y, head, coat in _crowd(left, right, top, base):
        ground.rectangle(x - 4.5, y + 3, x + 4.5, min(y + _TIER + 4, base), coat)
        ground.disc(x, y, 4, head)


def grandstand(ground: Sketch, left: float, right: float, top: float, base: float) -> None:
    """Draw a grandstand with its crowd, a roof with a golden gutter, posts, and flags on it that fly to the left."""
    eaves = top + 20
    ground.rectangle(left, eaves, right, eaves + 8, HEDGE)
    crowd(ground, left, right, eaves + 8, base)
    bays = max(1, round((right - left) / _BAY))
    for post in range(bays + 1):
        x = left + (right - left) * post / bays
        ground.rectangle(x - 2, eaves, x + 2, base, WHITE)
    ground.polygon([(left - 18, eaves), (left + 8, top), (right - 8, top), (right + 18, eaves)], FOREST)
    ground.rectangle(left - 18, eaves - 3, right + 18, eaves + 3, GOLD)
    for number, colour in zip(range(bays), cycle((GOLD, WHITE, HEDGE)), strict=False):
        flagpole(ground, left + (right - left) * (number + 0.5) / bays, top, 30, colour)


def _crowd(
    left: float, right: float, top: float, base: float
) -> Iterator[tuple[float, float, Colour, Colour]]:
    """Yield who stands there, tier below tier: the same people every day, and a few empty places."""
    for tier in range(int((base - top - 6) / _TIER)):
        for seat in range(int((right - left - 8) / _SEAT)):
            who = (tier * 37 + seat * 23 + seat * seat * 7) % 41
            if who % 6 != 5:
                x = left + 10 + seat * _SEAT + (tier % 2) * _SEAT / 2 + who % 3 - 1
                yield x, top + 6 + tier * _TIER, _HEADS[who % len(_HEADS)], _COATS[who % len(_COATS)]


def flagpole(ground: Sketch, x: float, base: float, height: float, colour: Colour) -> None:
    """Draw a pole with a pennant."""
    top = base - height
    ground.rectangle(x - 1, top, x + 1, base, INK)
    ground.polygon([(x, top), (x - 26, top + 7), (x, top + 15)], INK)
    ground.polygon([(x, top + 1.5), (x - 21, top + 7), (x, top + 13)], colour)


def hedge(ground: Sketch, top: float, bottom: float) -> None:
    """Draw a clipped hedge all across, with light on its upper edge."""
    ground.rectangle(0, top, ground.width, bottom, FOREST)
    ground.rectangle(0, top, ground.width, top + (bottom - top) * 0.4, HEDGE)


def poplars(ground: Sketch, base: float, *places: Point) -> None:
    """Draw poplars on a horizon, each given by where it stands and how high it is; their light sides to the left."""
    for x, height in places:
        width = height * 0.17
        for side, colour in ((0.0, FOREST), (-0.34, HEDGE)):
            across, centre = width * (1 if side == 0 else 0.62), x + side * width
            points = [
                (
                    centre + across * math.sin(turn) * (0.75 + 0.25 * math.cos(turn)),
                    base - height * (0.54 - 0.46 * math.cos(turn)),
                )
                for turn in (math.tau * step / 28 for step in range(28))
            ]
            ground.polygon(points, colour)
        ground.rectangle(x - 2, base - height * 0.12, x + 2, base, INK)


def winning_post(ground: Sketch, x: float, top: float, base: float) -> None:
    """Draw the post at the finishing line, with its disc."""
    ground.rectangle(x - 4, top, x + 4, base, INK)
    ground.rectangle(x - 2, top, x + 2, base, WHITE)
    for radius, colour in ((21.0, INK), (18.5, WHITE), (13.0, GOLD), (5.0, INK)):
        ground.disc(x, top, radius, colour)


def judges_box(ground: Sketch, left: float, right: float, top: float, base: float) -> None:
    """Draw the box from which the finish is judged."""
    for x in (left + 6, right - 10):
        ground.rectangle(x, top + 30, x + 4, base, INK)
    ground.rectangle(left, top + 14, right, top + 46, WHITE)
    ground.rectangle(left, top + 34, right, top + 46, HEDGE)
    for x in (left + (right - left) * share for share in (0.3, 0.7)):
        ground.disc(x, top + 24, 4.5, INK)
        ground.rectangle(x - 5, top + 27, x + 5, top + 34, INK)
    ground.polygon([(left - 8, top + 16), ((left + right) / 2, top), (right + 8, top + 16)], FOREST)


def rail(
    ground: Sketch,
    y: float,
    left: float,
    right: float,
    shadow: Colour,
    *,
    posts: float = 60,
    foot: float = 14,
) -> None:
    """Draw a white rail with its posts, and its shadow below it."""
    for post in range(int((right - left) / posts) + 1):
        x = left + posts * (post + 0.5)
        if x < right:
            ground.rectangle(x - 2, y, x + 2, y + foot, WHITE)
    ground.rectangle(left, y + 2, right, y + 5, shadow)
    ground.rectangle(left, y - 3, right, y + 2, WHITE)
