"""Plates on a board: where a horse is, who leads, how far a move went, money."""

from __future__ import annotations

from enum import Enum, auto

from PIL import Image, ImageDraw

from render.parts.cache import shared
from render.parts.canvas import Canvas
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import CREAM, GOLD, INK, Colour, readable_on
from render.parts.shapes import FINE, layer, put, sheet
from render.parts.silks import Silk


def number_plate(
    image: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    colour: Colour = CREAM,
    size: int = 38,
    fill: Colour | None = None,
) -> int:
    """Put a plate with a number on a board, the middle of its left edge at a point; return its width.

    It is written in `fill`, or in what stands out most from its colour.
    """
    height, width = round(size * 0.95), plate_width(text, size)
    put(image, sheet(width, height, 6, colour, edge=INK, thick=2.5), x, y - height / 2)
    poster(image, x + width / 2, y, text, size, fill=fill or readable_on(colour), align="m")
    return width


def plate_width(text: str, size: int = 38) -> int:
    """Return the width that a plate with a number takes."""
    return max(round(size * 0.95), round(fitted(text, Face.POSTER, size).width) + 16)


class Tip(Enum):
    """On which side of a pennant its tip is: there stands whom it names."""

    LEFT = auto()
    RIGHT = auto()
    UP = auto()
    DOWN = auto()

    @property
    def is_aside(self) -> bool:
        """Whether it lies on the left or on the right."""
        return self in {Tip.LEFT, Tip.RIGHT}


PENNANT = 34
"""The height of what is written on a pennant in pixels."""
_TIP = 16
"""How far the tip of a pennant sticks out, in pixels."""


def pennant_size(text: str, size: int = PENNANT, room: int = 260, tip: Tip = Tip.LEFT) -> tuple[int, int]:
    """Return the width and the height that a pennant with a text takes, its tip included."""
    wide, high = round(fitted(text, Face.POSTER, size, room).width + size * 0.7), round(size * 1.06)
    return (wide + _TIP, high) if tip.is_aside else (wide, high + _TIP)


def pennant_box(
    x: float,
    y: float,
    text: str,
    *,
    size: int = PENNANT,
    room: int = 260,
    tip: Tip = Tip.LEFT,
    share: float = 0.5,
) -> tuple[float, float, float, float]:
    """Return the left, the top, the width and the height of a pennant with its tip at a point.

    Of a tip upwards or downwards `share` says how far right on the pennant it is, from 0 to 1.
    """
    wide, high = pennant_size(text, size, room, tip)
    if tip.is_aside:
        return x if tip is Tip.LEFT else x - wide, y - high / 2, wide, high
    return x - wide * share, y if tip is Tip.UP else y - high, wide, high


def pennant(
    image: Canvas,
    x: float,
    y: float,
    text: str,
    *,
    size: int = PENNANT,
    room: int = 260,
    tip: Tip = Tip.LEFT,
    share: float = 0.5,
) -> None:
    """Hang a golden pennant on a board, its tip at a point: who stands there leads."""
    left, top, wide, high = pennant_box(x, y, text, size=size, room=room, tip=tip, share=share)
    put(image, _pennant(round(wide), round(high), tip, round(share, 2)), left, top)
    aside = {Tip.LEFT: _TIP / 2 - 1, Tip.RIGHT: 1 - _TIP / 2}.get(tip, 0)
    down = {Tip.UP: _TIP / 2, Tip.DOWN: -_TIP / 2}.get(tip, 0)
    poster(image, left + wide / 2 + aside, top + high / 2 + down, text, size, align="m", width=room)


@shared
def _pennant(width: int, height: int, tip: Tip, share: float) -> Image.Image:
    def paint(draw: ImageDraw.ImageDraw) -> None:
        right, bottom, out = width * FINE - 1, height * FINE - 1, _TIP * FINE
        points: list[tuple[float, float]]
        if tip.is_aside:
            points = [(0, bottom / 2), (out, 0), (right, 0), (right, bottom), (out, bottom)]
        else:
            at = min(max(share * right, out), right - out)
            points = [
                (at, 0),
                (at + out, out),
                (right, out),
                (right, bottom),
                (0, bottom),
                (0, out),
                (at - out, out),
            ]
        if tip is Tip.RIGHT:
            points = [(right - x, y) for x, y in points]
        if tip is Tip.DOWN:
            points = [(x, bottom - y) for x, y in points]
        draw.polygon(points, fill=GOLD, outline=INK, width=2 * FINE)

    return layer(width, height, paint)


def trail(
    image: Canvas, worn: Silk, left: float, right: float, y: float, *, height: int = 24, is_old: bool = False
) -> None:
    """Draw the trail of a move to the right: a band in the silk's colour, an older one hollow."""
    width = round(right - left)
    if width >= height // 2:
        put(image, _band(width, height, worn.colour, is_old), left, y - height / 2)


def length(
    image: Canvas,
    worn: Silk,
    left: float,
    right: float,
    y: float,
    text: str,
    *,
    height: int = 24,
    is_old: bool = False,
) -> None:
    """Write on a trail how far the move went, where there is room for it."""
    size = round(height * 1.25)
    if fitted(text, Face.POSTER, size).width + height // 2 < round(right - left):
        fill = INK if is_old else readable_on(worn.colour)
        poster(image, left + round(right - left) / 2, y, text, size, fill=fill, align="m")


@shared
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
