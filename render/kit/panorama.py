"""A course seen from the rails: the whole way from start to finish at a glance, a lane a horse, the stand behind it."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import poster
from render.parts.palette import CREAM, FOREST, GOLD, INK, TURF, TURF_GRAIN, TURF_LIGHT, TURF_LINE, WHITE
from render.parts.poster import HEAD, WIDTH, head_ground
from render.parts.sketch import Sketch
from render.parts.stands import grandstand, hedge, hills, judges_box, poplars, rail, sky, winning_post

SKY, HEDGE_TOP, TOP, BOTTOM, PAPER = HEAD, 228, 262, 598, 642
"""Where the sky, the hedge and the lanes begin, where the lanes end, and where the paper begins, in pixels."""
_START, _FINISH = 176, 1042
"""Where the noses of the horses are at the start, and where the finishing line is."""
_CELL = 14
"""The side of a square of the finishing line."""
_MOST = 152
"""How wide a horse is at most."""
_APART = 62
"""Pixels between two numbers at least."""


class Panorama(NamedTuple):
    """A course of so many squares, with a lane a horse. Points are where a horse's nose and its hooves are."""

    squares: int
    lanes: int

    @property
    def lane(self) -> float:
        """The height of a lane in pixels."""
        return (BOTTOM - TOP) / self.lanes

    def x(self, square: float) -> float:
        """Return where the nose of a horse is on a square; one that is home is over the line, all of it."""
        if square > self.squares:
            return WIDTH - 8.0
        return _START + (_FINISH - _START) * square / self.squares

    @property
    def horse(self) -> int:
        """The width of a galloping horse in pixels."""
        return min(_MOST, round(self.lane * 1.8))

    def laid(self, start: str, finish: str, palette: Image.Image, height: int) -> Canvas:
        """Return a canvas with the empty course, and below it paper to the foot of a board so high."""
        return _laid(palette, self, start.upper(), finish.upper(), height)

    def foot(self, lane: int) -> float:
        """Return where the hooves in a lane are."""
        return TOP + self.lane * (lane + 1) - 7

    @property
    def step(self) -> int:
        """How many squares lie between two that are numbered."""
        square = (_FINISH - _START) / self.squares
        return next((step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if step * square >= _APART), 1000)


def _drawn(course: Panorama, start: str, finish: str, height: int) -> Image.Image:
    ground = Sketch(WIDTH, height, CREAM)
    sky(ground, SKY, HEDGE_TOP + 4, WIDTH / 2)
    hills(ground, HEDGE_TOP + 2, 44)
    poplars(
        ground, HEDGE_TOP + 2, (40, 84), (74, 106), (108, 76), (158, 64), (1006, 70), (1158, 96), (1186, 72)
    )
    grandstand(ground, 210, 930, 148, HEDGE_TOP)
    judges_box(ground, _FINISH + 36, _FINISH + 84, 162, HEDGE_TOP)
    head_ground(ground)
    hedge(ground, HEDGE_TOP, HEDGE_TOP + 16)
    _turf(ground, course)
    ground.rectangle(0, BOTTOM, WIDTH, PAPER, FOREST)
    rail(ground, HEDGE_TOP + 24, 0, WIDTH, TURF_GRAIN)
    rail(ground, BOTTOM - 1, 0, WIDTH, FOREST, foot=0)
    winning_post(ground, _FINISH + _CELL, 186, TOP)
    image = ground.image()
    _numbers(image, course, start, finish)
    return image


def _turf(ground: Sketch, course: Panorama) -> None:
    ground.rectangle(0, HEDGE_TOP + 16, WIDTH, BOTTOM, TURF)
    for lane in range(0, course.lanes, 2):
        top = TOP + lane * course.lane
        ground.rectangle(0, top, WIDTH, top + course.lane, TURF_LIGHT)
    for square in range(course.step, course.squares, course.step):
        ground.rectangle(course.x(square) - 1.5, TOP, course.x(square) + 1.5, BOTTOM, TURF_LINE)
    ground.rectangle(_START - 3, TOP, _START + 3, BOTTOM, WHITE)
    for row in range((BOTTOM - TOP) // _CELL):
        for column in range(2):
            left, top = _FINISH + column * _CELL, TOP + row * _CELL
            colour = INK if (row + column) % 2 else WHITE
            ground.rectangle(left, top, left + _CELL, top + _CELL, colour)


def _numbers(image: Image.Image, course: Panorama, start: str, finish: str) -> None:
    """Write the numbers of the squares below the course, with the names of its two lines."""
    y = (BOTTOM + PAPER) / 2 + 3
    poster(image, 28, y, start, 36, fill=GOLD, width=_START - 40)
    poster(image, WIDTH - 24, y, finish, 36, fill=GOLD, align="r", width=WIDTH - _FINISH - 40)
    for square in range(course.step, course.squares + 1, course.step):
        poster(image, course.x(square), y, str(square), 40, fill=CREAM, align="m")


_laid = laid(_drawn)
