"""An oval race course: lanes of turf, numbered squares, the start, the finish and the paddock behind it.

Distances are measured in pixels along the middle of the course, from the left end of the lower straight, to
the right and on against the clock. Each horse keeps its own lane: horses on one square stand side by side.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.parts.cache import copied
from render.parts.ground import laid
from render.parts.lettering import Face, engrave, poster
from render.parts.palette import CREAM, FOREST, GOLD, INK, TURF, TURF_LIGHT, TURF_LINE, WHITE, Colour
from render.parts.shapes import FINE, Point

_BOARD = 1200
"""The width in pixels of the board that a course fills."""


class Scale(NamedTuple):
    """A size of the course: the picture, the tokens, and the height of the square numbers, in pixels."""

    width: int
    height: int
    token: int
    numbers: int

    @property
    def factor(self) -> float:
        """How large the course is beside that of the board."""
        return self.width / _BOARD


@dataclass(frozen=True, slots=True)
class Oval:
    """The geometry of a course, in pixels. The first five fields describe its middle line."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float
    lanes: int
    lane: float
    """The width of a lane."""
    squares: int
    start: float
    """The distance of the starting line from the left end of the lower straight."""
    pocket: float = 0.0
    """The length of the stretch behind the starting line, where horses wait on square 0."""
    paddock: float = 0.0
    """The length of the stretch behind the finishing line, where horses are home."""

    @property
    def length(self) -> float:
        """Once round, along the middle line."""
        return 2 * (self._across + self._down) + math.tau * self.radius

    @property
    def square(self) -> float:
        """The length of a square along the middle line."""
        return (self.length - self.pocket - self.paddock) / self.squares

    @property
    def half(self) -> float:
        """Half the width of the course."""
        return self.lanes * self.lane / 2

    @property
    def _across(self) -> float:
        return self.right - self.left - 2 * self.radius

    @property
    def _down(self) -> float:
        return self.bottom - self.top - 2 * self.radius

    def point(self, distance: float, outwards: float = 0.0) -> Point:
        """Return the point at a distance along the middle line, moved outwards by some pixels."""
        rest = distance % self.length
        reach = self.radius + outwards
        left, right = self.left + self.radius, self.right - self.radius
        top, bottom = self.top + self.radius, self.bottom - self.radius
        arc = math.pi * self.radius / 2
        legs = (
            (self._across, (left, bottom + reach), (1, 0), (right, bottom), 0.0),
            (self._down, (right + reach, bottom), (0, -1), (right, top), math.pi / 2),
            (self._across, (right, top - reach), (-1, 0), (left, top), math.pi),
            (self._down, (left - reach, top), (0, 1), (left, bottom), 3 * math.pi / 2),
        )
        for length, (x, y), (dx, dy), (turn_x, turn_y), turned in legs:
            if rest < length:
                return x + dx * rest, y + dy * rest
            rest -= length
            if rest < arc:
                angle = turned + rest / self.radius
                return turn_x + reach * math.sin(angle), turn_y + reach * math.cos(angle)
            rest -= arc
        return left, bottom + reach

    def outwards(self, lane: int) -> float:
        """Return how far the middle of a lane lies outwards of the middle line; lane 0 is the innermost."""
        return (lane + 0.5) * self.lane - self.half

    def along(self, square: float) -> float:
        """Return the distance of the middle of a square; 0 is the pocket, beyond the last one the paddock."""
        if square <= 0:
            return self.start - self.pocket / 2
        if square < 1:
            return self.along(0) + (self.along(1) - self.along(0)) * square
        home = self.start + self.squares * self.square + self.paddock / 2
        last = self.start + (self.squares - 0.5) * self.square
        if square > self.squares:
            return last + (home - last) * min(square - self.squares, 1.0)
        return self.start + (square - 0.5) * self.square

    def at(self, square: float, lane: int) -> Point:
        """Return the middle of a square (fractions lie between squares) in a lane."""
        return self.point(self.along(square), self.outwards(lane))


def drawn_course(oval: Oval, scale: Scale, start: str, finish: str, room: float) -> Image.Image:
    """Return a fresh picture of the empty course, with numbers, and the names of its lines in so much room each."""
    fine = Image.new("RGB", (scale.width * FINE, scale.height * FINE), FOREST)
    draw = ImageDraw.Draw(fine)
    _turf(draw, oval)
    _lines(draw, oval)
    _start_and_finish(draw, oval)
    _rails(draw, oval)
    image, size = fine.reduce(FINE), scale.numbers
    _numbers(ImageDraw.Draw(image), oval, size)
    for square, text in ((0, start), (oval.squares + 1, finish)):
        x, y = oval.point(oval.along(square), oval.half + size * 0.95)
        room_here = round(room * scale.factor)
        poster(image, x, y, text.upper(), round(size * 1.5), fill=GOLD, align="m", width=room_here)
    return image


course, laid_course = copied(drawn_course), laid(drawn_course, on=())


def _fine(points: list[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


def _edge(oval: Oval, start: float, end: float, outwards: float) -> list[Point]:
    steps = max(2, math.ceil(abs(end - start) / 4))
    return _fine([oval.point(start + (end - start) * step / steps, outwards) for step in range(steps + 1)])


def _stretch(draw: ImageDraw.ImageDraw, oval: Oval, start: float, end: float, fill: Colour) -> None:
    half = oval.half
    draw.polygon(_edge(oval, start, end, half) + _edge(oval, end, start, -half), fill=fill)


def _turf(draw: ImageDraw.ImageDraw, oval: Oval) -> None:
    _stretch(draw, oval, oval.start - oval.pocket, oval.start, TURF_LIGHT)
    for square in range(oval.squares):
        start = oval.start + square * oval.square
        _stretch(draw, oval, start, start + oval.square, TURF_LIGHT if square % 2 else TURF)
    finish = oval.start + oval.squares * oval.square
    _stretch(draw, oval, finish, finish + oval.paddock, TURF)


def _lines(draw: ImageDraw.ImageDraw, oval: Oval) -> None:
    for lane in range(1, oval.lanes):
        outwards = lane * oval.lane - oval.half
        dashes = oval.squares * 2
        for dash in range(0, dashes, 2):
            start = oval.start + (dash + 0.5) * oval.square / 2
            points = _edge(oval, start, start + oval.square / 2, outwards)
            draw.line(points, fill=TURF_LINE, width=FINE * 3 // 2)
    for square in range(10, oval.squares, 10):
        _across(draw, oval, oval.start + square * oval.square, TURF_LINE, 2.5)


def _across(draw: ImageDraw.ImageDraw, oval: Oval, distance: float, fill: Colour, width: float) -> None:
    ends = _fine([oval.point(distance, -oval.half), oval.point(distance, oval.half)])
    draw.line(ends, fill=fill, width=round(width * FINE))


def _start_and_finish(draw: ImageDraw.ImageDraw, oval: Oval) -> None:
    _across(draw, oval, oval.start, WHITE, 5)
    rows = oval.lanes * 4
    cell = 2 * oval.half / rows
    finish = oval.start + oval.squares * oval.square
    for column in range(2):
        for row in range(rows):
            start = finish + column * cell
            inner = row * cell - oval.half
            corners = _edge(oval, start, start + cell, inner) + _edge(oval, start + cell, start, inner + cell)
            draw.polygon(corners, fill=INK if (row + column) % 2 else WHITE)
    back = oval.start - oval.pocket
    _stretch(draw, oval, back - 3, back + 3, FOREST)


def _rails(draw: ImageDraw.ImageDraw, oval: Oval) -> None:
    for outwards in (oval.half, -oval.half):
        rail = _edge(oval, 0, oval.length, outwards)
        draw.line([*rail, rail[1]], fill=WHITE, width=4 * FINE, joint="curve")


def _numbers(draw: ImageDraw.ImageDraw, oval: Oval, height: int) -> None:
    for square in range(1, oval.squares + 1):
        size, fill = (round(height * 1.5), GOLD) if square % 10 == 0 else (round(height * 1.25), CREAM)
        x, y = oval.point(oval.along(square), oval.half + height * 0.8)
        engrave(draw, x, y, str(square), size, fill, Face.POSTER)
