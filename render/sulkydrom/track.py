"""The course of Sulkydrom seen from the rails: eight lanes unrolled from start to finish, the inner one the furthest.

Lanes have more spaces in the curves the further out they are, and every section ends level in all of them: so a space
of an outer lane is drawn shorter there. A place is drawn by its section and its share of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate, product
from typing import NamedTuple

from PIL import Image, ImageDraw

from engines.sulkydrom.course import Section, Spot
from engines.sulkydrom.view import View
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.kept import kept, shared
from render.parts.palette import FOREST, INK, SAND, SAND_LIGHT, SAND_LINE, WHITE, Colour
from render.parts.shapes import FINE, Point
from render.sulkydrom.sulky import PALETTE

WIDTH, HEIGHT = 1200, 384
"""The size of the course on the board, in pixels."""

_START, _FINISH = 160.0, 1092.0
"""Where the noses of the horses are at the start, and where the finishing line is."""
_LANES, _TOP = 8, 8.0
"""How many lanes fill the height of the course, and how far below its upper edge they begin."""
_HOME = 92.0
"""How long the place behind the finish is."""


@dataclass(frozen=True, slots=True)
class Track:
    """The course in the drawing; distances are pixels from the start along it, outwards from the lanes' middle."""

    lanes: int
    lane: float
    """The height of a lane."""
    sections: tuple[Section, ...]
    bounds: tuple[float, ...]
    """Where each section begins, and where the last one ends."""

    @property
    def half(self) -> float:
        """Half the height of all lanes."""
        return self.lanes * self.lane / 2

    def point(self, distance: float, outwards: float) -> Point:
        """Return where a place so far along the course and so far outwards of the middle of its lanes is."""
        return _START + distance, _TOP + self.half + outwards

    def span(self, place: Spot) -> tuple[float, float]:
        """Return between which distances a place lies: 0 is the start, beyond the last space is home."""
        space = place.space
        if space <= 0:
            return 56 - _START, 0.0
        for number, section in enumerate(self.sections):
            count = section.spaces_in(place.lane)
            if space <= count:
                start, end = self.bounds[number], self.bounds[number + 1]
                return start + (end - start) * (space - 1) / count, start + (end - start) * space / count
            space -= count
        return self.bounds[-1], self.bounds[-1] + _HOME

    def is_home(self, place: Spot) -> bool:
        """Tell whether a place is beyond the line."""
        return place.space > sum(section.spaces_in(place.lane) for section in self.sections)

    def outwards(self, lane: float) -> float:
        """Return how far outwards of the middle a lane lies, lanes from 1."""
        return (lane - 0.5) * self.lane - self.half

    def stand(self, place: Spot) -> tuple[float, float]:
        """Return at what distance the end of a place is, where a nose is, and how far outwards its middle."""
        _, end = self.span(place)
        return end, self.outwards(place.lane)

    def at(self, place: Spot) -> Point:
        """Return the middle of a place."""
        return self.point(sum(self.span(place)) / 2, self.outwards(place.lane))

    def nose(self, place: Spot) -> Point:
        """Return where the nose of a horse is on a place, in the middle of its lane."""
        return self.point(*self.stand(place))

    def outline(self, place: Spot) -> list[Point]:
        """Return the corners of a place."""
        (start, end), inner = self.span(place), self.outwards(place.lane) - self.lane / 2
        outer = inner + self.lane
        return [
            self.point(*corner) for corner in ((start, inner), (end, inner), (end, outer), (start, outer))
        ]

    def spaces(self, lane: int) -> list[Spot]:
        """Return the spaces of a lane, from 1."""
        count = sum(section.spaces_in(lane) for section in self.sections)
        return [Spot(lane, space) for space in range(1, count + 1)]


@cache
def track(sections: tuple[Section, ...], lanes: int) -> Track:
    """Return the course of some sections and lanes, in pixels of the board."""
    height = HEIGHT - 2 * _TOP
    unit = (_FINISH - _START) / sum(section.spaces for section in sections)
    bounds = accumulate((section.spaces * unit for section in sections), initial=0.0)
    return Track(lanes, height / max(lanes, _LANES), sections, tuple(bounds))


def track_of(view: View) -> Track:
    """Return the course of a view."""
    return track(view.course, len(view.lengths))


# ---------------------------------------------------------------------------------------------------- the drawing


class Window(NamedTuple):
    """What is seen of the course: the place of its upper left corner, its size in pixels, and how large."""

    left: float
    top: float
    width: int
    height: int
    zoom: float = 1.0

    def on(self, point: Point) -> Point:
        """Return where a place of the course is in the window."""
        return (point[0] - self.left) * self.zoom, (point[1] - self.top) * self.zoom

    def with_head(self, height: int) -> Window:
        """Return it with so many pixels more above."""
        return self._replace(top=self.top - height / self.zoom, height=self.height + height)


WHOLE = Window(0, 0, WIDTH, HEIGHT)


def ground(view: View, window: Window = WHOLE) -> Image.Image:
    """Return a fresh picture of the empty course, all of it: windows of parts are drawn by `painted`."""
    return _painted(track_of(view), window)


def painted(way: Track, window: Window, fine: int = FINE) -> Image.Image:
    """Return what is seen of the empty course, drawn `fine` times as large and reduced."""
    sheet = Image.new("RGB", (window.width * fine, window.height * fine), FOREST)
    draw, by = ImageDraw.Draw(sheet), window.zoom * fine
    right, bottom = window.left + window.width / window.zoom, window.top + window.height / window.zoom
    for shape in shapes(way):
        if not _touches(shape.box, (window.left, window.top, right, bottom)):
            continue
        points = [((x - window.left) * by, (y - window.top) * by) for x, y in shape.points]
        if shape.width:
            width = max(1, round(shape.width * by))
            draw.line(points, fill=shape.fill, width=width, joint="curve" if width > _FINE_LINE else None)
        else:
            draw.polygon(points, fill=shape.fill)
    return sheet.reduce(fine)


_painted = kept(painted)


# ------------------------------------------------------------------------------------------- parts of the course

_TILE = 320
"""Pixels of a side of the squares that a part of the course is laid of: other parts are laid of the same."""


def lay(canvas: Canvas, way: Track, window: Window) -> None:
    """Lay the part of the empty course that a window shows: one whose corner is on a whole pixel of the course."""
    left, top = round(window.left * window.zoom), round(window.top * window.zoom)
    across = range(left // _TILE, (left + window.width - 1) // _TILE + 1)
    down = range(top // _TILE, (top + window.height - 1) // _TILE + 1)
    for row, column in product(down, across):
        canvas.put(
            _laid_tile(PALETTE, way, column, row, window.zoom), column * _TILE - left, row * _TILE - top
        )


def _tile(way: Track, column: int, row: int, zoom: float) -> Image.Image:
    return painted(way, Window(column * _TILE / zoom, row * _TILE / zoom, _TILE, _TILE, zoom), _TILE_FINE)


_laid_tile, _TILE_FINE = laid(_tile), 2


def mark(canvas: Canvas, way: Track, window: Window, place: Spot, fill: Colour, line: Colour) -> None:
    """Fill a place in such a window, and draw a line around it."""
    left, top, *_ = _mask_box(way, place, window.zoom)
    x, y = left - round(window.left * window.zoom), top - round(window.top * window.zoom)
    for colour, width in ((fill, 0.0), (line, _AROUND)):
        canvas.stamp(_mask(way, place, window.zoom, width), x, y, colour)


_AROUND = 0.9
"""The width of the line around a place that is marked, in pixels of the board."""


@cache
def _outline(way: Track, place: Spot) -> list[Point]:
    return way.outline(place)


def _mask_box(way: Track, place: Spot, zoom: float) -> tuple[int, int, int, int]:
    """Return the pixels of the course that a place and the line around it take."""
    points, reach = _outline(way, place), _AROUND + 1 / zoom
    across, down = [x for x, _ in points], [y for _, y in points]
    return (
        math.floor((min(across) - reach) * zoom),
        math.floor((min(down) - reach) * zoom),
        math.ceil((max(across) + reach) * zoom),
        math.ceil((max(down) + reach) * zoom),
    )


@shared
def _mask(way: Track, place: Spot, zoom: float, width: float) -> Image.Image:
    """Return what lets a place through, or the line around it."""
    left, top, right, bottom = _mask_box(way, place, zoom)
    sheet = Image.new("L", ((right - left) * _TILE_FINE, (bottom - top) * _TILE_FINE))
    points = [
        ((x * zoom - left) * _TILE_FINE, (y * zoom - top) * _TILE_FINE) for x, y in _outline(way, place)
    ]
    draw = ImageDraw.Draw(sheet)
    if width:
        draw.line([*points, *points[:2]], fill=255, width=max(1, round(width * zoom * _TILE_FINE)))
    else:
        draw.polygon(points, fill=255)
    return sheet.reduce(_TILE_FINE)


_FINE_LINE = 10
"""Lines up to so many fine pixels wide look the same without rounded joints, which take long to draw."""

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""


def _touches(one: Box, other: Box) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


@dataclass(frozen=True, slots=True)
class Shape:
    """Something on the ground: an area, or a line that has a width."""

    points: list[Point]
    fill: Colour
    width: float = 0
    box: Box = field(init=False)

    def __post_init__(self) -> None:
        across, down = [x for x, _ in self.points], [y for _, y in self.points]
        object.__setattr__(self, "box", (min(across), min(down), max(across), max(down)))


@cache
def shapes(way: Track) -> tuple[Shape, ...]:
    """Return what the ground is drawn of, the lowest first."""
    return (*_areas(way), *_lines(way), *_finish(way), *_rails(way))


def _areas(way: Track) -> Iterator[Shape]:
    """Lay sand all over, and in the curves lighter sand in every other lane: there the lanes are not of one length."""
    yield Shape(_box(way, -_START, WIDTH, -way.half, way.half), SAND)
    for number, section in enumerate(way.sections):
        for lane in range(1, way.lanes + 1):
            if (lane + (section.kind == "curve")) % 2:
                inner = way.outwards(lane) - way.lane / 2
                yield Shape(
                    _box(way, way.bounds[number], way.bounds[number + 1], inner, inner + way.lane), SAND_LIGHT
                )


def _lines(way: Track) -> Iterator[Shape]:
    """Draw a hairline where each space ends, and longer ones where a section does."""
    for lane in range(1, way.lanes + 1):
        inner = way.outwards(lane) - way.lane / 2
        for space in way.spaces(lane):
            end = way.span(space)[1]
            x = round(end)
            yield Shape(_box(way, x, x + 2, inner + way.lane * 0.62, inner + way.lane), SAND_LINE)
    for bound in way.bounds[1:-1]:
        yield Shape(_box(way, bound - 1, bound + 1, -way.half, way.half), SAND_LINE)
    yield Shape(_box(way, -3, 3, -way.half, way.half), WHITE)


def _finish(way: Track) -> Iterator[Shape]:
    cell = way.lane / 4
    for column, row in product(range(2), range(way.lanes * 4)):
        start, inner = way.bounds[-1] + column * cell, row * cell - way.half
        yield Shape(_box(way, start, start + cell, inner, inner + cell), INK if (row + column) % 2 else WHITE)


def _rails(way: Track) -> Iterator[Shape]:
    for outwards in (way.half + 2, -way.half - 2):
        yield Shape(_box(way, -_START, WIDTH, outwards - 3, outwards + 3), WHITE)


def _box(way: Track, start: float, end: float, inner: float, outer: float) -> list[Point]:
    """Return the corners of what lies between two distances and two lines along the course."""
    return [way.point(*corner) for corner in ((start, inner), (end, inner), (end, outer), (start, outer))]
