"""Plates on a board: where a horse is, who leads, how far a move went, money."""

from __future__ import annotations

from functools import cache

from PIL import Image, ImageDraw

from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import CREAM, GOLD, INK, Colour, readable_on
from render.parts.shapes import FINE, layer, put, sheet
from render.parts.silks import Silk

PLATE = 36
"""The height of a plate with a number in pixels."""


def number_plate(
    image: Canvas, x: float, y: float, text: str, *, colour: Colour = CREAM, size: int = 38
) -> int:
    """Put a plate with a number on a board, the middle of its left edge at a point; return its width."""
    height, width = round(size * 0.95), plate_width(text, size)
    put(image, sheet(width, height, 6, colour, edge=INK, thick=2.5), x, y - height / 2)
    poster(image, x + width / 2, y, text, size, fill=readable_on(colour), align="m")
    return width


def plate_width(text: str, size: int = 38) -> int:
    """Return the width that a plate with a number takes."""
    return max(round(size * 0.95), round(fitted(text, Face.POSTER, size).width) + 16)


def pennant_width(text: str, size: int = 34, room: int = 260) -> int:
    """Return the width that a pennant with a text takes."""
    return round(fitted(text, Face.POSTER, size, room).width + size * 1.3)


def pennant(
    image: Canvas, x: float, y: float, text: str, *, size: int = 34, room: int = 260, faces_right: bool = True
) -> None:
    """Hang a golden pennant on a board, the middle of its left edge at a point: who leads."""
    width, height = pennant_width(text, size, room), round(size * 1.06)
    put(image, _pennant(width, height, faces_right), x, y - height / 2)
    middle = x + width / 2 + (-1 if faces_right else 1) * size * 0.22
    poster(image, middle, y, text, size, align="m", width=room)


@cache
def _pennant(width: int, height: int, faces_right: bool) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom, notch = width * FINE - 1, height * FINE - 1, height * FINE * 0.45
        points = [(0.0, 0.0), (right, 0), (right - notch, bottom / 2), (right, bottom), (0, bottom)]
        if not faces_right:
            points = [(right - x, y) for x, y in points]
        draw.polygon(points, fill=GOLD, outline=INK, width=2 * FINE)

    return layer(width, height, paint)


def trail(
    image: Canvas,
    worn: Silk,
    left: float,
    right: float,
    y: float,
    label: str = "",
    *,
    height: int = 24,
    is_old: bool = False,
) -> None:
    """Draw the trail of a move to the right: a band in the silk's colour, an older one hollow, its length on it."""
    width = round(right - left)
    if width < height // 2:
        return
    put(image, _band(width, height, worn.colour, is_old), left, y - height / 2)
    size = round(height * 1.25)
    if label and fitted(label, Face.POSTER, size).width + height // 2 < width:
        fill = INK if is_old else readable_on(worn.colour)
        poster(image, left + width / 2, y, label, size, fill=fill, align="m")


@cache
def _band(width: int, height: int, colour: Colour, is_old: bool) -> Image.Image:
    """Return a band with a swallow's tail at its left, in dashes if it is old."""

    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom, notch = width * FINE - 1, height * FINE - 1, height * FINE * 0.5
        points = [(0, 0), (right, 0), (right, bottom), (0, bottom), (notch, bottom / 2)]
        if not is_old:
            draw.polygon(points, fill=colour, outline=INK, width=2 * FINE)
            return
        draw.polygon(points, fill=CREAM, outline=colour, width=4 * FINE)

    return layer(width, height, paint)


def coin(diameter: int) -> Image.Image:
    """Return a gold coin, to stand before an amount."""
    return sheet(diameter, diameter, diameter // 2, GOLD, edge=INK, thick=2.5)


def money_plate(image: Canvas, x: float, y: float, text: str, *, size: int = 38) -> float:
    """Write an amount behind a coin, from a point to the right; return the width it took."""
    side = round(size * 0.72)
    put(image, coin(side), x, y - side / 2)
    return side + 8 + poster(image, x + side + 8, y, text, size)
