"""How somebody's bankroll came to be what it is: a curve on turf, with as few labels as a telephone can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from render.kit.alt import alt_text
from render.kit.page import EDGE, HEAD, WIDTH, page
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, INK, LINE, LOSS, TURF_LIGHT
from render.picture import Picture, png

PANEL = (WIDTH - 2 * EDGE, 560)
_LEFT, _RIGHT, _TOP, _BOTTOM = 190, PANEL[0] - 40, 60, 464
_SIZE = 44
"""Pixels of a label: eleven on a telephone."""


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
    panel = Canvas(*PANEL, CREAM)
    low, high = min(curve.values), max(curve.values)
    for amount in dict.fromkeys((high, low)):
        y = _height(amount, low, high)
        panel.line((_LEFT, y, _RIGHT, y), fill=LINE, width=3)
        headline(panel, _LEFT - 20, y, captions.number(amount), _SIZE, align="r", width=_LEFT - 32)
    _hill(panel, curve.values, low, high)
    if low < 0 < high:
        y = _height(0, low, high)
        panel.line((_LEFT, y, _RIGHT, y), fill=LOSS, width=3)
    half = (_RIGHT - _LEFT) // 2 - 20
    write(panel, _LEFT, PANEL[1] - 48, curve.since, _SIZE, fill=FADED, width=half)
    if curve.until != curve.since:
        write(panel, _RIGHT, PANEL[1] - 48, curve.until, _SIZE, fill=FADED, align="r", width=half)
    image = page(curve.title, panel, room=560)
    headline(image, WIDTH - EDGE - 4, HEAD / 2, curve.now, 46, fill=GOLD, align="r", width=540)
    return image


def _height(amount: int, low: int, high: int) -> int:
    """Return how far down an amount is drawn; where all are equal, half-way."""
    share = (amount - low) / (high - low) if high > low else 0.5
    return round(_BOTTOM - share * (_BOTTOM - _TOP))


def _hill(panel: Canvas, values: Sequence[int], low: int, high: int) -> None:
    """Draw the values as a hill of turf, a step each, with a line along it."""
    width = (_RIGHT - _LEFT) / len(values)
    before: int | None = None
    for number, amount in enumerate(values):
        left, right = round(_LEFT + width * number), round(_LEFT + width * (number + 1))
        y = _height(amount, low, high)
        panel.rectangle((left, y, right - 1, _BOTTOM + 20), TURF_LIGHT)
        if before is not None and before != y:
            panel.line((left, before, left, y), fill=FOREST, width=6)
        panel.line((left - 2, y, right + 2, y), fill=FOREST, width=6)
        before = y
    panel.line((_LEFT, _BOTTOM + 20, _RIGHT, _BOTTOM + 20), fill=INK, width=3)
