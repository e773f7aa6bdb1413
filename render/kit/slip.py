"""The bet slip below a hand: a slip of paper, perforated between its parts, with the stakes of a bet on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

from render.captions import Captions
from render.kit.captions import StandardCaptions
from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, headline, poster, write
from render.parts.palette import CREAM, FADED, FOREST, INK, LINE
from render.parts.shapes import blank_paper, disc, put, put_centred
from render.parts.silks import Silk, token

SLIP_WIDTH, SLIP_HEIGHT = 1144, 116
"""The size of a slip in pixels."""

_AFTER_TOKEN, _AFTER_STAKE, _FIGURE = 0.16, 0.4, 0.68
"""Spaces and the height of figures beside a token, as shares of it."""


class Stake(NamedTuple):
    """What is put on a horse."""

    horse: str
    silk: Silk
    amount: int


class Bet(NamedTuple):
    """A bet: its kind in words, and what is put on which horses."""

    kind: str
    stakes: Sequence[Stake]


class Slip(NamedTuple):
    """A bet slip: a title with a label below it, and the bet or what is said where there is none."""

    title: str
    label: str
    bet: Bet | None
    empty: str
    note: str = ""


def drawn_slip(slip: Slip, captions: Captions) -> Canvas:
    """Return a bet slip."""
    paper, middle = headed_slip(slip.title, slip.label), SLIP_HEIGHT / 2
    if slip.bet is None:
        write(paper, 340, middle, slip.empty, 38, fill=FADED, width=780)
        return paper
    x = 376 + write(paper, 340, middle, slip.bet.kind, 44, width=200)
    staked = drawn_stakes(slip.bet.stakes, 60, captions)
    put(paper, staked, x, middle - staked.height / 2)
    right, room = SLIP_WIDTH - 30, round(SLIP_WIDTH - 30 - x - staked.width)
    write(paper, right, middle, slip.note, 28, fill=FADED, align="r", width=room)
    return paper


def bet_told(bet: Bet, captions: StandardCaptions) -> str:
    """Tell a bet."""
    stakes = (
        captions.alt.stake.format(horse=stake.horse, amount=captions.number(stake.amount))
        for stake in bet.stakes
    )
    return captions.alt.bet.format(kind=bet.kind, stakes=", ".join(stakes))


def blank_slip() -> Canvas:
    """Return a fresh slip."""
    return blank_paper(SLIP_WIDTH, SLIP_HEIGHT, 18, CREAM)


def headed_slip(title: str, label: str, at: int = 300, size: int = 30) -> Canvas:
    """Return a fresh slip with a title, and a label below it, on a part that ends `at` so many pixels."""
    slip, middle, room = blank_slip(), SLIP_HEIGHT / 2, at - 50
    poster(slip, 28, middle - 23, title.upper(), size + 16, width=room)
    write(slip, 28, middle + 28, label, size + 2, fill=FADED, width=room)
    perforate(slip, at)
    return slip


_NOTCH = 11
"""The radius of the notches at both ends of a perforation in pixels."""


def perforate(slip: Canvas, x: int) -> None:
    """Draw a dashed line from the upper edge of a slip to the lower one, and notches at its ends."""
    for dash in range(_NOTCH + 5, slip.height - _NOTCH - 5, 17):
        slip.line((x, dash, x, dash + 8), fill=LINE, width=4)
    for is_lower in (False, True):
        y = slip.height - _NOTCH if is_lower else 0
        slip.stamp(_notch(is_lower=is_lower), x - _NOTCH, y, FOREST)


@cache
def _notch(*, is_lower: bool) -> Image.Image:
    """Return the mask of half a disc that is cut out of an edge."""
    whole = disc(2 * _NOTCH, FOREST).getchannel("A")
    return whole.crop((0, 0, 2 * _NOTCH, _NOTCH) if is_lower else (0, _NOTCH, 2 * _NOTCH, 2 * _NOTCH))


def drawn_stakes(stakes: Sequence[Stake], size: int, captions: Captions) -> Image.Image:
    """Return the horses that a bet backs, each with its stake, in one line with tokens `size` pixels wide."""
    figure = round(size * _FIGURE)
    amounts = [captions.number(stake.amount) for stake in stakes]
    widths = [fitted(amount, Face.DISPLAY, figure).width for amount in amounts]
    around = size * (1 + _AFTER_TOKEN + _AFTER_STAKE)
    line = Image.new("RGBA", (round(sum(widths) + around * len(widths)), size), (*INK, 0))
    x = 0.0
    for stake, amount, width in zip(stakes, amounts, widths, strict=True):
        put_centred(line, token(stake.silk, size), x + size / 2, size / 2)
        headline(line, x + size * (1 + _AFTER_TOKEN), size / 2, amount, figure)
        x += around + width
    return line
