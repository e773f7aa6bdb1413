"""The oval of Sulkydrom: eight lanes whose spaces grow in number outwards in the curves, all ending level.

A place is drawn by its section and its share of it. A course of the usual build, straights about two curves,
lies on the straights and curves of the oval; any other is laid round it in proportion.
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
from render.parts.oval import Oval
from render.parts.palette import FOREST, INK, TURF, TURF_LIGHT, WHITE, Colour
from render.parts.shapes import FINE, Point
from render.sulkydrom.sulky import CINDER, CINDER_DARK, CINDER_LINE, PALETTE

WIDTH, HEIGHT = 1200, 620
"""The size of the course on the board, in pixels."""

_LANE, _INNER, _SIDE = 30, 46, 14
"""The width of a lane, the radius of the inner rail in a curve, and the margin, in pixels of the board."""
_USUAL = ("straight", "curve", "straight", "curve", "straight")
_STEP = 5.0
"""How far apart the points of a bent line are."""
_START, _HOME = 1.0, 0.9
"""How long the place behind the start and the one behind the finish are, in spaces of the home straight."""


@dataclass(frozen=True, slots=True)
class Track:
    """The course in the drawing; distances are pixels along the middle of the lanes."""

    oval: Oval
    sections: tuple[Section, ...]
    bounds: tuple[float, ...]
    """Where each section begins, and where the last one ends."""
    unit: float
    """The length of a space of the straight that holds start and finish."""

    def span(self, place: Spot) -> tuple[float, float]:
        """Return between which distances a place lies: 0 is the start, beyond the last space is home."""
        space = place.space
        if space <= 0:
            return self.bounds[0] - _START * self.unit, self.bounds[0]
        for number, section in enumerate(self.sections):
            count = section.spaces_in(place.lane)
            if space <= count:
                start, end = self.bounds[number], self.bounds[number + 1]
                return start + (end - start) * (space - 1) / count, start + (end - start) * space / count
            space -= count
        return self.bounds[-1], self.bounds[-1] + _HOME * self.unit

    def is_home(self, place: Spot) -> bool:
        """Tell whether a place is beyond the line."""
        return place.space > sum(section.spaces_in(place.lane) for section in self.sections)

    def outwards(self, lane: float) -> float:
        """Return how far outwards of the middle a lane lies, lanes from 1."""
        return (lane - 0.5) * self.oval.lane - self.oval.half

    def stand(self, place: Spot) -> tuple[float, float]:
        """Return at what distance the middle of a place is, and how far outwards of the middle."""
        start, end = self.span(place)
        return (start + end) / 2, self.outwards(place.lane)

    def at(self, place: Spot) -> Point:
        """Return the middle of a place."""
        return self.oval.point(*self.stand(place))

    def outline(self, place: Spot) -> list[Point]:
        """Return the corners of a place, enough of them for a curve."""
        start, end = self.span(place)
        inner = self.outwards(place.lane) - self.oval.lane / 2
        return self.edge(start, end, inner) + self.edge(start, end, inner + self.oval.lane)[::-1]

    def edge(self, start: float, end: float, outwards: float) -> list[Point]:
        """Return a line along the course between two distances."""
        steps = max(1, math.ceil((end - start) / _STEP))
        return [self.oval.point(start + (end - start) * step / steps, outwards) for step in range(steps + 1)]

    def spaces(self, lane: int) -> list[Spot]:
        """Return the spaces of a lane, from 1."""
        count = sum(section.spaces_in(lane) for section in self.sections)
        return [Spot(lane, space) for space in range(1, count + 1)]


@cache
def track(sections: tuple[Section, ...], lanes: int) -> Track:
    """Return the course of some sections and lanes, in pixels of the board."""
    lane = _LANE * 8 / max(lanes, 8)
    reach = _INNER + lanes * lane
    left, right, middle = _SIDE + reach, WIDTH - _SIDE - reach, HEIGHT / 2
    radius = _INNER + lanes * lane / 2
    box = left - radius, middle - radius, right + radius, middle + radius
    oval = Oval(*box, radius, lanes, lane, squares=1, start=0)
    across, arc = right - left, math.pi * radius
    if tuple(section.kind for section in sections) == _USUAL:
        first, last = sections[0].spaces, sections[-1].spaces
        unit = across / (first + last + _START + _HOME)
        lengths = [first * unit, arc, across, arc, last * unit]
        start = across - lengths[0]
    else:
        unit = oval.length / (sum(section.spaces for section in sections) + _START + _HOME)
        lengths = [section.spaces * unit for section in sections]
        start = across / 2
    return Track(oval, sections, tuple(accumulate(lengths, initial=start)), unit)


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


def laid_ground(view: View) -> Canvas:
    """Return a canvas that is all of it."""
    return _laid(PALETTE, track_of(view), WHOLE)


def painted(way: Track, window: Window, fine: int = FINE) -> Image.Image:
    """Return what is seen of the empty course, drawn `fine` times as large and reduced."""
    sheet = Image.new("RGB", (window.width * fine, window.height * fine), FOREST)
    draw, by = ImageDraw.Draw(sheet), window.zoom * fine
    right, bottom = window.left + window.width / window.zoom, window.top + window.height / window.zoom
    for shape in _shapes(way):
        if not _touches(shape.box, (window.left, window.top, right, bottom)):
            continue
        points = [((x - window.left) * by, (y - window.top) * by) for x, y in shape.points]
        if shape.width:
            width = max(1, round(shape.width * by))
            draw.line(points, fill=shape.fill, width=width, joint="curve" if width > _FINE_LINE else None)
        else:
            draw.polygon(points, fill=shape.fill)
    return sheet.reduce(fine)


_painted, _laid = kept(painted), laid(painted)


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
def _shapes(way: Track) -> tuple[Shape, ...]:
    """Return what the ground is drawn of, the lowest first."""
    return (*_areas(way), *_lines(way), *_finish(way), *_rails(way))


def _areas(way: Track) -> Iterator[Shape]:
    yield Shape(way.edge(0, way.oval.length, way.oval.half), CINDER)
    yield Shape(way.edge(0, way.oval.length, -way.oval.half), TURF)
    yield from _mown(way)
    for lane in range(1, way.oval.lanes + 1):
        for space in way.spaces(lane)[1::2]:
            yield Shape(way.outline(space), CINDER_DARK)


def _mown(way: Track) -> Iterator[Shape]:
    """Mow the infield in stripes across, between its rounded ends."""
    oval, reach, stripes = way.oval, way.oval.radius - way.oval.half, 9
    left, middle = oval.left + oval.radius, (oval.top + oval.bottom) / 2
    step = (oval.right - oval.left - 2 * oval.radius) / stripes
    upper, lower = middle - reach, middle + reach
    for stripe in range(0, stripes, 2):
        x = left + stripe * step
        yield Shape([(x, upper), (x + step, upper), (x + step, lower), (x, lower)], TURF_LIGHT)


def _lines(way: Track) -> Iterator[Shape]:
    for lane in range(1, way.oval.lanes):
        outer = lane * way.oval.lane - way.oval.half
        yield Shape(way.edge(way.bounds[0], way.bounds[-1], outer), CINDER_LINE, 1.5)
    for lane in range(1, way.oval.lanes + 1):
        ends = [way.span(space)[1] for space in way.spaces(lane)]
        lines = way.outwards(lane) - way.oval.lane / 2, way.outwards(lane) + way.oval.lane / 2
        yield from (Shape([way.oval.point(end, line) for line in lines], CINDER_LINE, 1.5) for end in ends)
    for bound in (*way.bounds[1:-1], way.bounds[0]):
        rails = -way.oval.half, way.oval.half
        width = 5 if bound == way.bounds[0] else 2
        yield Shape([way.oval.point(bound, rail) for rail in rails], WHITE, width)


def _finish(way: Track) -> Iterator[Shape]:
    cell = way.oval.lane / 3
    for column, row in product(range(2), range(way.oval.lanes * 3)):
        start, inner = way.bounds[-1] + column * cell, row * cell - way.oval.half
        corners = [(start, inner), (start + cell, inner), (start + cell, inner + cell), (start, inner + cell)]
        fill = INK if (row + column) % 2 else WHITE
        yield Shape([way.oval.point(*corner) for corner in corners], fill)


def _rails(way: Track) -> Iterator[Shape]:
    for outwards in (way.oval.half, -way.oval.half):
        rail = way.edge(0, way.oval.length, outwards)
        for start in range(0, len(rail), 20):
            yield Shape(rail[max(start - 1, 0) : start + 21], WHITE, 4)
