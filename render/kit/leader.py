"""Who leads on a course that turns: a pennant beside the horse, its tip at it, where it covers least of all else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from render.parts.canvas import Canvas
from render.parts.plates import Tip, pennant, pennant_box
from render.parts.shapes import Point

Box = tuple[float, float, float, float]
"""A left, a top, a right and a bottom in pixels."""

_NEAR = 4
"""Pixels between a horse and the tip."""
_STRAIGHT = 0.7
"""From which part of its way a horse runs along the page rather than up or down."""
_SHARES = (0.5, 0.2, 0.8, 0.12, 0.88)
"""Where the tip of a pennant above or below a horse may be on it, or where on the side of a horse it may point."""


class Hung(NamedTuple):
    """A pennant: what is on it, its tip, and the box it takes."""

    text: str
    tip: Tip
    x: float
    y: float
    share: float
    box: Box


def with_pennant(image: Canvas, hung: Hung) -> None:
    """Hang it."""
    pennant(image, hung.x, hung.y, hung.text, tip=hung.tip, share=hung.share)


def beside(text: str, horse: Box, direction: float, page: Box, taken: Sequence[Box]) -> Hung:
    """Return the pennant of a horse that runs in a direction, where it covers least of what is taken.

    The direction is in degrees clockwise of to the right; of ways that cover as little the first of `_ways` is taken.
    """
    others = [box for box in taken if box != horse]
    tried: list[tuple[float, Hung]] = []
    for hung in _ways(text, horse, direction, page):
        cost = _cost(hung, page, [horse, *others])
        if cost <= 0:
            return hung
        tried.append((cost, hung))
    return min(tried, key=lambda each: each[0])[1]


def _ways(text: str, horse: Box, direction: float, page: Box) -> Iterator[Hung]:
    """Yield the ways to hang it: ahead of the horse, then inside of the course; in a bend the other way about."""
    left, top, right, bottom = horse
    x, y = (left + right) / 2, (top + bottom) / 2
    places: dict[Tip, Point] = {
        Tip.LEFT: (right + _NEAR, y),
        Tip.RIGHT: (left - _NEAR, y),
        Tip.UP: (x, bottom + _NEAR),
        Tip.DOWN: (x, top - _NEAR),
    }
    along, down = math.cos(math.radians(direction)), math.sin(math.radians(direction))
    ahead, onward = (Tip.LEFT if along > 0 else Tip.RIGHT), (Tip.UP if down > 0 else Tip.DOWN)
    inside = Tip.DOWN if y > (page[1] + page[3]) / 2 else Tip.UP
    aside = Tip.RIGHT if x > (page[0] + page[2]) / 2 else Tip.LEFT
    order = (ahead, inside, aside, onward) if abs(along) > _STRAIGHT else (aside, onward, ahead, inside)
    for tip in dict.fromkeys((*order, *Tip)):
        for share in _SHARES:
            at, turned = places[tip], 0.5 if tip.is_aside else share
            if tip.is_aside:
                at = at[0], top + (bottom - top) * share
            begin, upper, wide, high = pennant_box(*at, text, tip=tip, share=turned)
            yield Hung(text, tip, *at, turned, (begin, upper, begin + wide, upper + high))


def _cost(hung: Hung, page: Box, taken: Sequence[Box]) -> float:
    """Return how much of others a pennant covers; what of it lies outside of the page counts four times.

    To point at somebody else is worst of all.
    """
    left, top, right, bottom = hung.box
    outside = (right - left) * (bottom - top) - _common(hung.box, page)
    tip = hung.x - 2, hung.y - 2, hung.x + 2, hung.y + 2
    astray = sum(_common(tip, other) for other in taken[1:])
    return outside * 4 + sum(_common(hung.box, other) for other in taken) + astray * 1000


def _common(one: Box, other: Box) -> float:
    """Return the area that two boxes have in common."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(wide, 0) * max(high, 0)
