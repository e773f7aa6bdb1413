"""A round course on which every horse keeps its own lane."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

from PIL import Image

from render.parts.canvas import Canvas
from render.parts.oval import Oval, Scale, course, laid_course
from render.parts.shapes import Point

FULL, SMALL = Scale(1200, 800, 52, 17), Scale(720, 480, 34, 12)
"""The sizes of the course of a board and of that of a replay."""


class Round(NamedTuple):
    """A round course of so many squares, with a lane a horse."""

    spaces: int
    lanes: int
    scale: Scale = FULL

    @property
    def oval(self) -> Oval:
        """Its geometry."""
        return _oval(self)

    @property
    def token(self) -> int:
        """The diameter of a horse in pixels."""
        return self.scale.token

    @property
    def horse(self) -> int:
        """The width of a galloping horse on a board in pixels."""
        return min(112, round(self.oval.lane * 2.4) + 14)

    def direction(self, square: float, lane: int) -> float:
        """Return where the course leads on a square, in degrees clockwise of to the right."""
        along = self.oval.along(square)
        (x, y), (on, down) = (self.oval.point(along + step, self.oval.outwards(lane)) for step in (-2, 2))
        return math.degrees(math.atan2(down - y, on - x))

    def stand(self, square: float, lane: int) -> Point:
        """Return where a horse stands on a board.

        Where the course leads up or down the page those of the outer lanes are further inside, so that they cover no
        number, and every other one is further on, so that they do not cover each other.
        """
        steep = abs(math.sin(math.radians(self.direction(square, lane))))
        if not steep or not 0 < square <= self.spaces:
            return self.point(square, lane)
        most = self.oval.half - self.horse * 0.44
        inside = 1 - steep * (1 - most / max(self.oval.outwards(self.lanes - 1), most))
        on = steep * min(self.oval.square * 0.25, 14) * (1 if lane % 2 else -1)
        return self.oval.point(self.oval.along(square) + on, self.oval.outwards(lane) * inside)

    def point(self, square: float, lane: int) -> Point:
        """Return the middle of a token on a square (fractions lie between); at home it leaves room for a rosette."""
        x, y = self.oval.at(square, lane)
        over = min(max(square - self.spaces, 0.0), 1.0)
        return x - over * self.token * 0.28, y

    def passed(self, start: int, end: int, lane: int) -> list[Point]:
        """Return the middle of the square a horse came from, and of those between, fewer on a course of many."""
        step = max(1, self.spaces // 80)
        squares = (start, *range(start + step, min(end, self.spaces + 1), step))
        return [self.oval.at(square, lane) for square in squares]

    @property
    def dot(self) -> int:
        """The width of a hoofprint in pixels."""
        return round(17 * self.scale.factor)

    def ground(self, start: str, finish: str) -> Image.Image:
        """Return a fresh picture of the empty course, with the names of its two lines."""
        return course(self.oval, self.scale, start, finish, 88)

    def laid(self, start: str, finish: str, palette: Image.Image) -> Canvas:
        """Return a canvas that is the same, in the colours of a palette."""
        return laid_course(palette, self.oval, self.scale, start, finish, 88)


@cache
def _oval(round_: Round) -> Oval:
    by = round_.scale.factor
    return Oval(
        left=124 * by,
        top=124 * by,
        right=1076 * by,
        bottom=676 * by,
        radius=150 * by,
        lanes=round_.lanes,
        lane=184 * by / round_.lanes,
        squares=round_.spaces,
        start=500 * by,
        pocket=70 * by,
        paddock=112 * by,
    )
