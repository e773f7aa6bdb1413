"""The sand of the course: sweeping lanes with a hairline where a space ends, the start, the finish, the rails."""

from __future__ import annotations

from itertools import pairwise, product
from typing import NamedTuple

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.palette import FOREST, INK, SAND, SAND_LIGHT, SAND_LINE, WHITE, Colour
from render.parts.shapes import Point
from render.parts.sketch import Sketch
from render.sulkydrom.sulky import PALETTE
from render.sulkydrom.track import FINISH, HEIGHT, START, WIDTH, Track

_CELL = 11.5
"""The side of a square of the finishing line, in pixels of the board."""


_STEP = 6
"""How many rows of a slanted line are alike."""


class Window(NamedTuple):
    """What is seen of the course: its upper left corner on it, and how many times as wide and as high it is."""

    left: float = 0
    top: float = 0
    across: float = 1
    down: float = 1

    def on(self, point: Point) -> Point:
        """Return where a place of the course is in the window."""
        return (point[0] - self.left) * self.across, (point[1] - self.top) * self.down


def draw_course(ground: Sketch, way: Track, window: Window) -> None:
    """Draw what is seen of the empty course."""

    def box(left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        (x, y), (end, foot) = window.on((left, top)), window.on((right, bottom))
        ground.rectangle(x, y, end, foot, fill)

    top, bottom = way.y(0.5), way.bottom
    box(0, 0, WIDTH, HEIGHT, SAND)
    for lane in range(1, way.lanes + 1, 2):
        box(0, way.y(lane - 0.5), WIDTH, way.y(lane + 0.5), SAND_LIGHT)
    for line in way.lines():
        _hairline(ground, [window.on(point) for point in line])
    for bound in way.bounds[1:-1]:
        _upright(ground, window.on((bound, top)), window.on((bound, bottom)), 4, SAND_LINE)
    box(START - 3, top, START + 3, bottom, WHITE)
    for column, row in product(range(2), range(round((bottom - top) / _CELL))):
        left, upper = FINISH + column * _CELL, top + row * _CELL
        box(left, upper, left + _CELL, upper + _CELL, INK if (row + column) % 2 else WHITE)
    for y in (top, bottom):
        box(0, y - 5, WIDTH, y + 1, WHITE)
        box(0, y + 1, WIDTH, y + 4, SAND_LINE)


def _hairline(ground: Sketch, points: list[Point]) -> None:
    """Draw a line between two spaces on whole pixels, a slanted one in steps."""
    if points[0][0] == points[-1][0]:
        _upright(ground, points[0], points[-1], 2, SAND_LINE)
        return
    for (x, y), (end, foot) in pairwise(points):
        if foot < 0 or y > ground.height or max(x, end) < -2 or min(x, end) > ground.width + 2:
            continue  # not in the picture
        top = y
        while top < foot:
            bottom = min((top // _STEP + 1) * _STEP, foot)
            middle = x + (end - x) * ((top + bottom) / 2 - y) / (foot - y)
            _upright(ground, (middle, top), (middle, bottom), 2, SAND_LINE)
            top = bottom


def _upright(ground: Sketch, upper: Point, lower: Point, width: int, fill: Colour) -> None:
    """Draw an upright line on whole pixels: rows that are alike take next to no room in a file."""
    x = round(upper[0]) - width // 2
    ground.rectangle(x, upper[1], x + width, lower[1], fill)


# --------------------------------------------------------------------------------------------- parts of the course

_TILE = 320
"""Pixels of a side of the squares that a part of the course is laid of: other parts are laid of the same."""


def lay(canvas: Canvas, way: Track, window: Window, top: int) -> None:
    """Lay the part of the course that a window shows, below so many rows; its corner is on a whole pixel."""
    left, above = round(window.left * window.across), round(window.top * window.down)
    across = range(left // _TILE, (left + canvas.width - 1) // _TILE + 1)
    down = range(above // _TILE, (above + canvas.height - top - 1) // _TILE + 1)
    for row, column in product(down, across):
        tile = _laid_tile(PALETTE, way, column, row, window.across, window.down)
        canvas.put(tile, column * _TILE - left, row * _TILE - above + top)


def _tile(way: Track, column: int, row: int, across: float, down: float) -> Image.Image:
    ground = Sketch(_TILE, _TILE, FOREST)
    draw_course(ground, way, Window(column * _TILE / across, row * _TILE / down, across, down))
    return ground.image()


_laid_tile = laid(_tile, on=())
