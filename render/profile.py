"""How somebody's bankroll came to be what it is: a curve on turf, with as few labels as a telephone can show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from PIL import Image

from render.kit.alt import alt_text
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import poster, write
from render.parts.mount import shadow
from render.parts.palette import (
    CREAM,
    FADED,
    FOREST,
    GOLD,
    INK,
    LINE,
    LOSS,
    TURF,
    TURF_LIGHT,
    fixed_palette,
)
from render.parts.plates import coin
from render.parts.poster import EDGE, HEAD, WIDTH, head_ground, with_title
from render.parts.shapes import put
from render.parts.sketch import Sketch
from render.parts.stands import sky
from render.picture import Picture, png

HEIGHT = 680
_LEFT, _RIGHT, _TOP, _BOTTOM = 214, WIDTH - 40, HEAD + 56, HEAD + 462
_FLOOR = _BOTTOM + 30
"""Where the turf ends on which the curve stands."""
_HORSE = 78
"""The width of the horse at the end of the curve."""
_SIZE = 44
"""Pixels of a label: fifteen on a telephone."""
_APART = 60
"""Pixels between the middles of the labels of the highest and the lowest, at least."""
_LEAST_REACH = 0.25
"""The part of the largest amount that the height shows at least: else a loss of 2 in 100 would look like ruin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveCaptions:
    """What is written in the picture, and what tells it."""

    thousands: str
    told: str  # {title}, {since}, {until}, {first}, {last}, {high}, {low}
    told_of_a_day: str
    """The same of a curve that begins and ends on one day, {since}."""

    def number(self, amount: int) -> str:
        """Write a whole number."""
        return f"{amount:,}".replace("-", "−").replace(",", self.thousands)


class _Scale(NamedTuple):
    """Which amounts the height of the picture shows."""

    floor: float
    reach: float

    @classmethod
    def of(cls, values: Sequence[int]) -> _Scale:
        """Return the scale of some values, in whose middle they lie."""
        low, high = min(values), max(values)
        reach = max(high - low, _LEAST_REACH * max(abs(high), abs(low)))
        return cls((low + high - reach) / 2, reach)

    def height(self, amount: int) -> int:
        """Return how far down an amount is drawn."""
        share = (amount - self.floor) / self.reach if self.reach else 0.5
        return round(_BOTTOM - share * (_BOTTOM - _TOP))


class Curve(NamedTuple):
    """What is shown."""

    title: str
    now: str
    """What there is in the end."""
    since: str
    until: str
    """The days of the first and of the last value."""
    values: Sequence[int]
    """Coins, from the oldest on; two at least."""


def bankroll(name: str, curve: Curve, captions: CurveCaptions) -> Picture:
    """Draw and tell a curve. 1200 × 680 pixels, PNG."""
    return png(partial(drawn, curve, captions), name, told(curve, captions))


def told(curve: Curve, captions: CurveCaptions) -> str:
    """Tell the curve in a sentence or two."""
    values = curve.values
    facts = {"first": values[0], "last": values[-1], "high": max(values), "low": min(values)}
    amounts = {fact: captions.number(amount) for fact, amount in facts.items()}
    sentence = captions.told if curve.since != curve.until else captions.told_of_a_day
    return alt_text(sentence.format(title=curve.title, since=curve.since, until=curve.until, **amounts))


def drawn(curve: Curve, captions: CurveCaptions) -> Canvas:
    """Return the picture: the title, what there is now, and the curve with its highest, its lowest and its days."""
    image = _laid(fixed_palette())
    with_title(image, curve.title.upper(), room=560)
    low, high, scale = min(curve.values), max(curve.values), _Scale.of(curve.values)
    _hill(image, curve.values, scale)
    crowded = max(0, _APART - (scale.height(low) - scale.height(high))) / 2 if low < high else 0
    for amount, aside in {low: crowded, high: -crowded}.items():
        y = scale.height(amount)
        image.line((_LEFT, y, _RIGHT, y), fill=LINE, width=2)
        poster(image, _LEFT - 18, y + aside, captions.number(amount), _SIZE + 6, align="r", width=_LEFT - 34)
    if low < 0 < high:
        y = scale.height(0)
        image.line((_LEFT, y, _RIGHT, y), fill=LOSS, width=3)
    _curve(image, curve.values, scale)
    half, below = (_RIGHT - _LEFT) // 2 - 20, (_FLOOR + HEIGHT) / 2 + 2
    write(image, _LEFT, below, curve.since, _SIZE, fill=FADED, width=half)
    if curve.until != curve.since:
        write(image, _RIGHT, below, curve.until, _SIZE, fill=FADED, align="r", width=half)
    took = poster(image, WIDTH - EDGE, (HEAD - 6) / 2, curve.now, 70, fill=GOLD, align="r", width=480)
    put(image, coin(44), WIDTH - EDGE - took - 60, (HEAD - 6) / 2 - 22)
    return image


def _ground() -> Image.Image:
    ground = Sketch(WIDTH, HEIGHT, CREAM)
    sky(ground, HEAD, _FLOOR, (_LEFT + _RIGHT) / 2)
    ground.rectangle(0, HEAD, _LEFT, HEIGHT, CREAM)
    head_ground(ground)
    ground.rectangle(0, _FLOOR, WIDTH, HEIGHT, CREAM)
    return ground.image()


_laid = laid(_ground)


def _steps(values: Sequence[int], scale: _Scale) -> Iterator[tuple[int, int, int]]:
    """Yield from where to where each value reaches, and how far down it is drawn."""
    width = (_RIGHT - _LEFT) / len(values)
    for number, amount in enumerate(values):
        left, right = round(_LEFT + width * number), round(_LEFT + width * (number + 1))
        yield left, right, scale.height(amount)


def _hill(image: Canvas, values: Sequence[int], scale: _Scale) -> None:
    """Draw the values as a hill of turf, a step each, on a strip of darker turf."""
    for left, right, y in _steps(values, scale):
        image.rectangle((left, y, right - 1, _FLOOR - 1), TURF_LIGHT)
    image.rectangle((_LEFT, _FLOOR - 12, _RIGHT, _FLOOR - 1), TURF)
    image.rectangle((_LEFT, _FLOOR, _RIGHT, _FLOOR + 2), INK)


def _curve(image: Canvas, values: Sequence[int], scale: _Scale) -> None:
    """Draw the line along the hill, and at its end a horse."""
    before, ground = None, _FLOOR
    for left, right, y in _steps(values, scale):
        ground = min(ground, y) if right > _RIGHT - _HORSE else ground
        if before is not None and before != y:
            image.line((left, before, left, y), fill=FOREST, width=6)
        image.line((left - 2, y, right + 2, y), fill=FOREST, width=6)
        before = y
    horse = shadow(FOREST, _HORSE)
    put(image, horse, _RIGHT - _HORSE, ground - horse.height - 2)
