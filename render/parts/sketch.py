"""What the ground of a board is drawn on: flat shapes in the pixels of the board, with smooth edges once it is done."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.parts.palette import Colour
from render.parts.shapes import Point

_FINE = 2
"""How many fine pixels lie along the side of one pixel: fewer than in a sprite, for a ground is large."""


class Sketch:
    """A ground in the drawing, so many pixels wide and high."""

    def __init__(self, width: int, height: int, colour: Colour) -> None:
        self.width = width
        self.height = height
        self._fine = Image.new("RGB", (width * _FINE, height * _FINE), colour)
        self._draw = ImageDraw.Draw(self._fine)

    def rectangle(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        """Fill a rectangle up to but without its right and its bottom."""
        box = [round(edge * _FINE) for edge in (left, top, right, bottom)]
        if box[0] < box[2] and box[1] < box[3]:
            self._draw.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=fill)

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x * _FINE, y * _FINE) for x, y in points], fill=fill)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """Draw a line through points."""
        fine = [(x * _FINE, y * _FINE) for x, y in points]
        self._draw.line(fine, fill=fill, width=round(width * _FINE), joint="curve")

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """Fill a circle around a point."""
        x, y, radius = x * _FINE, y * _FINE, radius * _FINE
        self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    def image(self) -> Image.Image:
        """Return it as pixels, with smooth edges."""
        return self._fine.reduce(_FINE)
