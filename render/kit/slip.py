"""The slip of paper below a hand, perforated between its parts, and the stakes of a bet on it."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.parts.fonts import Face
from render.parts.lettering import fitted, headline, write
from render.parts.palette import CREAM, FADED, INK, LINE
from render.parts.silks import Silk, token
from render.parts.smooth import put_centred, sheet

SLIP_WIDTH, SLIP_HEIGHT = 1144, 116
"""The size of a slip in pixels."""

_AFTER_TOKEN, _AFTER_STAKE, _FIGURE = 0.16, 0.4, 0.68
"""Spaces and the height of figures beside a token, as shares of it."""


def blank_slip() -> Image.Image:
    """Return a fresh slip."""
    return sheet(SLIP_WIDTH, SLIP_HEIGHT, 18, CREAM).copy()


def headed_slip(title: str, label: str, at: int = 300, size: int = 30) -> Image.Image:
    """Return a fresh slip with a title, and a label below it, on a part that ends `at` so many pixels."""
    slip, middle, room = blank_slip(), SLIP_HEIGHT / 2, at - 50
    headline(slip, 30, middle - 22, title, size, width=room)
    write(slip, 30, middle + 24, label, size - 2, fill=FADED, width=room)
    perforate(slip, at)
    return slip


def perforate(slip: Image.Image, x: int) -> None:
    """Draw a dashed line from the upper edge of a slip to the lower one."""
    for dash in range(8, slip.height - 8, 18):
        ImageDraw.Draw(slip).line((x, dash, x, dash + 9), fill=LINE, width=4)


def stakes(backed: Sequence[tuple[Silk, str]], size: int) -> Image.Image:
    """Return the horses that a bet backs, each with its stake, in one line with tokens `size` pixels wide."""
    figure = round(size * _FIGURE)
    widths = [fitted(text, Face.DISPLAY, figure).width for _, text in backed]
    around = size * (1 + _AFTER_TOKEN + _AFTER_STAKE)
    line = Image.new("RGBA", (round(sum(widths) + around * len(widths)), size), (*INK, 0))
    x = 0.0
    for (worn, text), width in zip(backed, widths, strict=True):
        put_centred(line, token(worn, size), x + size / 2, size / 2)
        headline(line, x + size * (1 + _AFTER_TOKEN), size / 2, text, figure)
        x += around + width
    return line
