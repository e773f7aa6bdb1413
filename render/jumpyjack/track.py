"""Jumpy Jack's course: 24 large squares, the four hedges on theirs, barriers, and the horses."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise

from PIL import Image, ImageDraw

from engines.jumpyjack.actions import Horse
from engines.jumpyjack.course import Course, Places
from engines.jumpyjack.view import View
from render.jumpyjack.captions import Captions
from render.jumpyjack.horses import DOUBLE, OUT, PALETTE, RESTART, STOP, ground_of, silks
from render.parts.canvas import Canvas, Surface
from render.parts.ground import laid
from render.parts.kept import kept, shared
from render.parts.lettering import Face, fitted, headline
from render.parts.oval import Oval, Scale, drawn_course
from render.parts.palette import CREAM, FOREST, HEDGE, INK, RED, TURF, WHITE, Colour, readable_on
from render.parts.shapes import FINE, Point, fresh_sheet, layer, put, put_centred
from render.parts.silks import token, trail

WIDTH, HEIGHT = 1200, 760
"""The size of the course on the board, in pixels."""

FULL = Scale(WIDTH, HEIGHT, 62, 24)

_LANE = 64
"""The width of a lane; a square has two, for no more than two horses stand on one."""


@cache
def oval(squares: int, scale: Scale = FULL) -> Oval:
    """Return the course of so many squares."""
    by = scale.factor
    return Oval(
        left=108 * by,
        top=104 * by,
        right=1092 * by,
        bottom=652 * by,
        radius=150 * by,
        lanes=2,
        lane=_LANE * by,
        squares=squares,
        start=258 * by,
        pocket=196 * by,
        paddock=60 * by,
    )


def ground(way: Course, captions: Captions, scale: Scale = FULL) -> Image.Image:
    """Return a fresh picture of the empty course with its hedges."""
    return _ground(way, *_words(captions), scale)


def laid_ground(way: Course, captions: Captions, scale: Scale = FULL) -> Canvas:
    """Return a canvas that is the same."""
    return _laid_ground(PALETTE, way, *_words(captions), scale)


def _words(captions: Captions) -> tuple[tuple[str, str], tuple[str, ...]]:
    hedges = (captions.stop, captions.double, captions.out, captions.restart)
    return (captions.start, captions.finish), hedges


def _drawn_ground(way: Course, lines: tuple[str, str], hedges: tuple[str, ...], scale: Scale) -> Image.Image:
    track = oval(way.squares, scale)
    image = drawn_course(track, scale, *lines, 110)
    squares = (way.stop, way.double, way.out, way.restart)
    for square, text, colour in zip(squares, hedges, (STOP, DOUBLE, OUT, RESTART), strict=True):
        _hedge(image, track, square, colour)
        _plaque(image, track, square, text, colour, scale)
    return image


_ground, _laid_ground = kept(_drawn_ground), laid(_drawn_ground)


Fine = Callable[[Sequence[Point]], list[Point]]
"""Gives places of a picture in the fine pixels of a part of it."""


@contextmanager
def _retouched(image: Image.Image, corners: Sequence[Point]) -> Iterator[tuple[ImageDraw.ImageDraw, Fine]]:
    """Let the part of a picture around some places be drawn on four times as large."""
    left, top = (math.floor(min(corner[axis] for corner in corners)) - 8 for axis in (0, 1))
    right, bottom = (math.ceil(max(corner[axis] for corner in corners)) + 8 for axis in (0, 1))
    part = image.crop((left, top, right, bottom))
    large = part.resize((part.width * FINE, part.height * FINE), Image.Resampling.NEAREST)
    yield ImageDraw.Draw(large), lambda points: [((x - left) * FINE, (y - top) * FINE) for x, y in points]
    image.paste(large.reduce(FINE), (left, top))


def _strip(track: Oval, start: float, end: float) -> list[Point]:
    """Return the outline of the course between two distances."""
    steps = [start + (end - start) * step / 12 for step in range(13)]
    outer = [track.point(distance, track.half) for distance in steps]
    return outer + [track.point(distance, -track.half) for distance in reversed(steps)]


def _hedge(image: Image.Image, track: Oval, square: int, colour: Colour) -> None:
    """Colour the square of a hedge, and plant it where horses come from."""
    start = track.start + (square - 1) * track.square
    field = _strip(track, start + 1, start + track.square - 1)
    thick = track.square * 0.13
    bushes = [
        track.point(start + thick * 0.9, (bush / 12 * 2 - 1) * (track.half - thick * 0.75))
        for bush in range(13)
    ]
    with _retouched(image, field) as (draw, fine):
        draw.polygon(fine(field), fill=ground_of(colour))
        for row, (leaf, size) in enumerate(((FOREST, 1.0), (HEDGE, 0.82), (TURF, 0.4))):
            radius = thick * size * FINE
            for x, y in fine([(x - row, y - row) for x, y in bushes]):
                draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=leaf)
        for side in (track.half, -track.half):
            rail = [track.point(start + track.square * step / 12, side) for step in range(13)]
            draw.line(fine(rail), fill=WHITE, width=round(4 * FINE * track.lane / _LANE), joint="curve")


def _plaque(image: Image.Image, track: Oval, square: int, text: str, colour: Colour, scale: Scale) -> None:
    """Write what a hedge says, inside the course beside it."""
    size = round(30 * scale.factor)
    width = round(fitted(text, Face.DISPLAY, size).width) + size
    plaque = fresh_sheet(width, round(size * 1.5), round(size * 0.4), colour, edge=CREAM, thick=2.5)
    headline(plaque, width / 2, plaque.height / 2, text, size, fill=readable_on(colour), align="m")
    near, far = (track.point(track.along(square), -track.half - reach) for reach in (0, 1))
    across, down = far[0] - near[0], far[1] - near[1]
    gap = (abs(across) * plaque.width + abs(down) * plaque.height) / 2 - 2 * scale.factor
    put_centred(image, plaque, near[0] + across * gap, near[1] + down * gap)


# ---------------------------------------------------------------------------------------------------- the horses


Stand = tuple[float, float]
"""A distance along the middle of the course, and how far outwards of it."""


def stand(track: Oval, places: Places, horse: int) -> Stand | None:
    """Return where a horse stands among the others; None for one that is home or out."""
    square = places[horse]
    if square < 0 or square > track.squares:
        return None
    if square == 0:
        return waiting(track, horse)
    together = [other for other, taken in enumerate(places) if taken == square]
    row = together.index(horse) + 0.5 - len(together) / 2
    return middle(track, square), -row * track.lane * 0.94


def point_of(track: Oval, places: Places, horse: int) -> Point | None:
    """Return the point of a horse among the others; None for one that is home or out."""
    where = stand(track, places, horse)
    return track.point(*where) if where else None


def middle(track: Oval, square: float) -> float:
    """Return the distance at which a horse stands on a square: behind the middle is the hedge."""
    return track.along(square) + track.square * 0.07


def waiting(track: Oval, horse: int) -> Stand:
    """Return where a horse waits behind the starting line, two in a row."""
    row, lane = divmod(horse, 2)
    step = track.pocket / 3
    return track.start - step * (row + 0.5), track.outwards(lane) * 0.94 if row < 2 else 0.0


def barriers(view: View) -> list[int]:
    """Return the squares that no horse from behind may enter or pass, in their order."""
    taken = {place for place in view.places if 0 < place <= view.course.squares}
    return [square for square in sorted(taken) if view.course.barrier(view.places, square - 1, square)]


def with_barriers(image: Surface, view: View, scale: Scale = FULL) -> None:
    """Draw a red and white bar in front of each barrier, on the side from which nobody may come."""
    for square in barriers(view):
        left, top = (
            math.floor(min(place[axis] for place in _bar(view.course.squares, square, scale))) - 8
            for axis in (0, 1)
        )
        put(image, _barrier(view.course.squares, square, scale), left, top)


def _bar(squares: int, square: int, scale: Scale) -> list[Point]:
    """Return the places between the stripes of a barrier, from rail to rail."""
    track = oval(squares, scale)
    distance = track.start + (square - 1) * track.square
    return [track.point(distance, (step / 4 - 1) * track.half * 1.06) for step in range(9)]


@shared
def _barrier(squares: int, square: int, scale: Scale) -> Image.Image:
    bar, thick = _bar(squares, square, scale), oval(squares, scale).lane * 0.2 * FINE
    (left, top), (right, bottom) = (
        [edge(place[axis] for place in bar) for axis in (0, 1)] for edge in (min, max)
    )
    left, top = math.floor(left) - 8, math.floor(top) - 8

    def paint(draw: ImageDraw.ImageDraw) -> None:
        points = [((x - left) * FINE, (y - top) * FINE) for x, y in bar]
        draw.line((points[0], points[-1]), fill=INK, width=round(thick * 1.45))
        for stripe, line in enumerate(pairwise(points)):
            draw.line(line, fill=WHITE if stripe % 2 else RED, width=round(thick))

    return layer(math.ceil(right) + 8 - left, math.ceil(bottom) + 8 - top, paint)


def with_trail(image: Surface, view: View, scale: Scale = FULL) -> None:
    """Draw where the horse moved last came from, and a hoofprint on each square it passed."""
    last = view.last
    if last is None:
        return
    track = oval(view.course.squares, scale)
    from_start = waiting(track, view.horses.index(last.horse))
    start = from_start if last.way[0] == 0 else (middle(track, last.way[0]), 0.0)
    squares = [track.point(track.along(square)) for square in passed(last.way, track.squares)]
    points = [track.point(*start), *squares]
    trail(image, silks(view.horses)[last.horse], points, scale.token, round(20 * scale.factor))


def passed(way: tuple[int, ...], squares: int) -> list[int]:
    """Return the squares that a move leaves a hoofprint on, those of the hedges that acted included."""
    forward = [square for square in way[1:] if square > 0]
    if not forward:
        return []
    end, sent_off = forward[-1], way[-1] <= 0
    return [square for square in range(way[0] + 1, end + sent_off) if square <= squares]


def with_horses(image: Surface, view: View, scale: Scale = FULL, without: Horse | None = None) -> None:
    """Draw every horse that has no place on the podium yet, the one moved last on top."""
    track, worn = oval(view.course.squares, scale), silks(view.horses)
    moved = view.last.horse if view.last else None
    for horse in sorted(view.horses, key=lambda horse: horse == moved):
        point = point_of(track, view.places, view.horses.index(horse))
        if point and horse != without and horse not in view.podium:
            put_centred(image, token(worn[horse], scale.token), *point)
