"""The slip of paper below a hand, perforated between its parts."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.parts.palette import CREAM, LINE
from render.parts.smooth import sheet

SLIP_HEIGHT = 116
"""The height of a slip in pixels."""


def blank_slip(width: int) -> Image.Image:
    """Return a fresh slip."""
    return sheet(width, SLIP_HEIGHT, 18, CREAM).copy()


def perforate(slip: Image.Image, x: int) -> None:
    """Draw a dashed line from the upper edge of a slip to the lower one."""
    for dash in range(8, slip.height - 8, 18):
        ImageDraw.Draw(slip).line((x, dash, x, dash + 9), fill=LINE, width=4)
