"""The empty course: the way round with its hedges and painted signs, the stand and the water inside it, the paper."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from PIL import Image

from engines.jumpyjack.course import Course
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import (
    DOUBLE,
    DOUBLE_GROUND,
    OUT,
    OUT_GROUND,
    PALETTE,
    RESTART,
    RIPPLE,
    STOP,
    STOP_GROUND,
    WATER,
)
from render.jumpyjack.track import BOTTOM, FULL, LANE, MARGIN, WIDTH, oval
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import Face, fitted, poster
from render.parts.oval import Oval
from render.parts.palette import (
    CREAM,
    FOREST,
    GOLD,
    HEDGE,
    INK,
    TURF,
    TURF_GRAIN,
    TURF_LIGHT,
    TURF_LINE,
    WHITE,
    Colour,
    readable_on,
)
from render.parts.poster import HEAD, head_ground
from render.parts.shapes import Point, fresh_sheet, put_centred
from render.parts.sketch import Sketch
from render.parts.stands import grandstand, hedge, hills, judges_box, poplars, sky, winning_post

INSIDE = MARGIN + LANE
"""How far the infield is from the edges, and from the head, in pixels."""
_HORIZON = HEAD + INSIDE + 98
"""Where the hedge behind the infield begins."""
_POST = 316
"""Where the winning post stands."""
_APART = 58
"""Pixels between two numbers at least."""
_NUMBERS = 22
"""How far outside of the course the middles of the numbers are."""
_SIGN = 36
"""The height of what is painted on a sign."""


def laid_ground(way: Course, captions: Captions, height: int, *, is_plain: bool = False) -> Canvas:
    """Return a canvas with the empty course below an empty head, and paper below it to the foot of a board so high.

    Plain paper has no grain.
    """
    return (_plain if is_plain else _laid)(PALETTE, way, *_words(captions), height)


def _words(captions: Captions) -> tuple[tuple[str, str], tuple[str, ...]]:
    hedges = captions.stop, captions.double, captions.out, captions.restart
    return (captions.start.upper(), captions.finish.upper()), hedges


def _drawn(way: Course, lines: tuple[str, str], hedges: tuple[str, ...], height: int) -> Image.Image:
    track = oval(way.squares)
    sketch = Sketch(WIDTH, height, FOREST)
    _infield(sketch)
    _turf(sketch, track)
    _hedges(sketch, track, way)
    _lines(sketch, track)
    winning_post(sketch, _POST, BOTTOM - INSIDE - 44, BOTTOM - INSIDE)
    head_ground(sketch)
    sketch.rectangle(0, BOTTOM, WIDTH, BOTTOM + 6, GOLD)
    sketch.rectangle(0, BOTTOM + 6, WIDTH, height, CREAM)
    image = sketch.image()
    signs = _signs(track, way, hedges)
    _numbers(image, way, lines, signs)
    for sign in signs:
        _paint(image, sign)
    return image


_laid, _plain = laid(_drawn, on=(CREAM,)), laid(_drawn, on=())


# ---------------------------------------------------------------------------------------------------- the infield


def _infield(sketch: Sketch) -> None:
    """Draw the sky, the stand and the water: the course is laid over its edges."""
    left, right, top, bottom = MARGIN, WIDTH - MARGIN, HEAD + MARGIN, BOTTOM - MARGIN
    sky(sketch, top, _HORIZON + 4, WIDTH / 2)
    hills(sketch, _HORIZON + 2, 40)
    poplars(sketch, _HORIZON + 2, (216, 60), (244, 74), (910, 58), (962, 72), (988, 54))
    grandstand(sketch, 350, 850, _HORIZON - 66, _HORIZON)
    hedge(sketch, _HORIZON, _HORIZON + 10)
    sketch.rectangle(0, HEAD, left, bottom, FOREST)
    sketch.rectangle(right, HEAD, WIDTH, bottom, FOREST)
    sketch.rectangle(left, _HORIZON + 10, right, bottom, TURF_LIGHT)
    _water(sketch, 946, bottom - LANE - 78, 62, 22)
    judges_box(sketch, 280, 328, _HORIZON - 70, _HORIZON)


def _water(sketch: Sketch, x: float, y: float, wide: float, high: float) -> None:
    """Draw a pond, with ripples."""
    for reach, colour in ((4.0, TURF_GRAIN), (0.0, WATER)):
        edge = [
            (
                x + (wide + reach) * math.cos(turn) * (1 + 0.08 * math.sin(3 * turn)),
                y + (high + reach) * math.sin(turn),
            )
            for turn in (math.tau * step / 48 for step in range(48))
        ]
        sketch.polygon(edge, colour)
    for aside, below, long in ((-30, -8, 34), (4, 2, 40), (-22, 11, 30)):
        sketch.rectangle(x + aside, y + below, x + aside + long, y + below + 2, RIPPLE)


# ---------------------------------------------------------------------------------------------------- the course


def _strip(track: Oval, start: float, end: float, inner: float, outer: float) -> list[Point]:
    """Return the outline of what lies between two distances and two lines along the course."""
    count = max(2, math.ceil(abs(end - start) / 8))
    steps = [start + (end - start) * step / count for step in range(count + 1)]
    return [
        *(track.point(distance, outer) for distance in steps),
        *(track.point(distance, inner) for distance in reversed(steps)),
    ]


def _turf(sketch: Sketch, track: Oval) -> None:
    half = track.half
    finish = track.start + track.squares * track.square
    sketch.polygon(_strip(track, finish, finish + track.paddock, -half, half), TURF)
    sketch.polygon(_strip(track, track.start - track.pocket, track.start, -half, half), TURF_LIGHT)
    for square in range(track.squares):
        start = track.start + square * track.square
        colour = TURF_LIGHT if square % 2 else TURF
        sketch.polygon(_strip(track, start, start + track.square + 0.5, -half, half), colour)


def _hedges(sketch: Sketch, track: Oval, way: Course) -> None:
    """Colour the squares of the hedges, and plant each where horses come from."""
    grounds = STOP_GROUND, DOUBLE_GROUND, OUT_GROUND, WATER
    for square, colour in zip((way.stop, way.double, way.out, way.restart), grounds, strict=True):
        start = track.start + (square - 1) * track.square
        sketch.polygon(_strip(track, start, start + track.square, -track.half, track.half), colour)
        if colour == WATER:
            _ripples(sketch, track, start)
        _bushes(sketch, track, start)


def _ripples(sketch: Sketch, track: Oval, start: float) -> None:
    for row in range(6):
        outwards = -track.half + (row + 0.7) * track.lane / 3
        for begin in (0.34, 0.68) if row % 2 else (0.5, 0.84):
            ends = [
                track.point(start + track.square * begin, outwards),
                track.point(start + track.square * (begin + 0.16), outwards),
            ]
            sketch.line(ends, RIPPLE, 2)


def _bushes(sketch: Sketch, track: Oval, start: float) -> None:
    """Plant a clipped hedge from rail to rail, its light side up the page and to the left."""
    thick, half = min(13.0, track.square * 0.2), track.half - 2
    ends = [track.point(start + thick * 0.7, side) for side in (-half, half)]
    for x, y, leaf, size in ((2, 3, INK, 2.2), (0, 0, FOREST, 2.1), (-2, -3, HEDGE, 1.2)):
        sketch.line([(left + x, top + y) for left, top in ends], leaf, thick * size)


def _lines(sketch: Sketch, track: Oval) -> None:
    """Draw the line of the start and of the finish, and the rails, each over its shadow."""
    half = track.half
    start, finish = track.start, track.start + track.squares * track.square
    sketch.polygon(_strip(track, start - 3, start + 3, -half, half), WHITE)
    cell = track.lane / 5
    for row in range(10):
        for column in range(2):
            left, inner = finish + column * cell, row * cell - half
            colour = INK if (row + column) % 2 else WHITE
            sketch.polygon(_strip(track, left, left + cell, inner, inner + cell), colour)
    back = start - track.pocket
    sketch.polygon(_strip(track, back - 2, back + 2, -half, half), TURF_LINE)
    for outwards in (half, -half):
        sketch.polygon(_strip(track, 0, track.length, outwards - 2.5, outwards + 2.5), WHITE)


# ---------------------------------------------------------------------------------------------------- the lettering


class Sign(NamedTuple):
    """A painted sign: what is on it, and the box it takes."""

    square: int
    text: str
    colour: Colour
    left: float
    top: float
    width: int
    height: int


def signs(way: Course, captions: Captions) -> list[Sign]:
    """Return the signs of the four hedges."""
    return list(_placed(way, _words(captions)[1]))


@cache
def _placed(way: Course, hedges: tuple[str, ...]) -> tuple[Sign, ...]:
    return tuple(_signs(oval(way.squares), way, hedges))


def _signs(track: Oval, way: Course, hedges: tuple[str, ...]) -> list[Sign]:
    """Put each sign outside of the course beside its square; inside where there is no room, clear of the others."""
    put: list[Sign] = []
    squares = way.stop, way.double, way.out, way.restart
    for square, word, colour in zip(squares, hedges, (STOP, DOUBLE, OUT, RESTART), strict=True):
        text = f"{square} {word}"
        width = round(fitted(text, Face.POSTER, _SIGN).width) + 26
        tried = [
            Sign(square, text, colour, *_beside(track, square, width, side, further), width, _SIGN + 2)
            for side, further in ((1, 0), (-1, 0), (-1, 44), (-1, 88), (-1, 132))
        ]
        put.append(next((sign for sign in tried if _is_clear(sign, put)), tried[1]))
    return put


def _beside(track: Oval, square: int, width: int, side: int, further: float) -> Point:
    """Return the upper left corner of a sign outside or inside of the course beside its square."""
    height = _SIGN + 2
    near, far = (track.point(track.along(square), side * (track.half + reach)) for reach in (0, 1))
    across, down = far[0] - near[0], far[1] - near[1]
    gap = (abs(across) * width + abs(down) * height) / 2 + 5 + further
    left, top = near[0] + across * gap - width / 2, near[1] + down * gap - height / 2
    return left, min(max(top, HEAD + 1), BOTTOM - height - 1)


def _is_clear(sign: Sign, others: list[Sign]) -> bool:
    return (
        sign.left >= 2
        and sign.left + sign.width <= WIDTH - 2
        and all(
            sign.left + sign.width < other.left
            or other.left + other.width < sign.left
            or sign.top + sign.height < other.top
            or other.top + other.height < sign.top
            for other in others
        )
    )


def _paint(image: Image.Image, sign: Sign) -> None:
    plaque = fresh_sheet(sign.width, sign.height, 6, sign.colour, edge=INK, thick=2.5)
    x, y = sign.left + sign.width / 2, sign.top + sign.height / 2
    put_centred(image, plaque, x, y)
    poster(image, x, y, sign.text, _SIGN, fill=readable_on(sign.colour), align="m")


def numbered(way: Course, painted: Sequence[Sign]) -> Iterator[tuple[int, Point]]:
    """Yield the squares with a number of their own, and where its middle is: those without a sign, as many as fit."""
    track = oval(way.squares)
    step = next((step for step in (1, 2, 5, 10, 20) if step * track.square >= _APART), 50)
    for square in range(step, track.squares + 1, step):
        x, y = track.point(track.along(square), track.half + _NUMBERS)
        is_clear = all(
            not (sign.left - 22 < x < sign.left + sign.width + 22 and abs(y - sign.top - 19) < 36)
            for sign in painted
        )
        if is_clear and all(square != sign.square for sign in painted):
            yield square, (x, y)


def _numbers(image: Image.Image, way: Course, lines: tuple[str, str], painted: Sequence[Sign]) -> None:
    """Write the numbers of the squares outside of the course, and the names of its two lines."""
    track = oval(way.squares)
    for square, (x, y) in numbered(way, painted):
        poster(image, x, y, str(square), FULL.numbers, fill=CREAM, align="m")
    y = BOTTOM - _NUMBERS + 2
    start, finish = (track.point(track.start + by * track.square, 0)[0] for by in (0, track.squares))
    poster(image, start - 8, y, lines[0], 34, fill=GOLD, align="r", width=110)
    poster(image, finish, y, lines[1], 34, fill=GOLD, width=110)
