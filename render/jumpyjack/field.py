"""The horses on the course, each the way it runs, leaping at a hedge; their trails, the barriers, who leads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from engines.jumpyjack.actions import Horse
from engines.jumpyjack.course import Course
from engines.jumpyjack.state import LastMove
from engines.jumpyjack.view import View
from render.jumpyjack.horses import silks
from render.jumpyjack.track import (
    FULL,
    Stand,
    barriers,
    heading,
    oval,
    passed,
    point_of,
    stand,
)
from render.kit.leader import Box
from render.parts.cache import shared
from render.parts.canvas import Surface
from render.parts.oval import Oval, Scale
from render.parts.palette import INK, LOSS, WHITE, Colour
from render.parts.shapes import FINE, Point, layer, put
from render.parts.silks import Silk
from render.parts.sprites import GALLOP, Pose, Sprite, running, sprite, width_beside

_HOOVES = 0.3
"""How far below the middle of its lane the hooves of a horse are, as a share of its width."""
_UPRIGHT = 0.95
"""From how steep a part of the course on a leaping horse is not set back: it would hide one on the square behind it."""
_LEAP = 0.2
"""How much higher they are over a hedge."""


def with_horses(image: Surface, view: View, scale: Scale = FULL, without: Horse | None = None) -> None:
    """Draw every horse that has no place on the podium yet, those further down the page over the others."""
    track = oval(view.course.squares, scale)
    found = []
    for number, horse in enumerate(view.horses):
        point, place = point_of(track, view.places, number), stand(track, view.places, number)
        if point and place and horse != without and horse not in view.podium:
            found.append((point[1], number, horse, place))
    for _, number, horse, place in sorted(found):
        put_horse(image, track, silks(view.horses)[horse], place, _pose(view, number), scale)


def _pose(view: View, number: int) -> Pose:
    square = view.places[number]
    if square == 0:
        return Pose.STANDING
    if square in hedges_of(view.course):
        return Pose.LEAPING
    return GALLOP[(square + number) % len(GALLOP)]


def hedges_of(course: Course) -> tuple[int, ...]:
    """Return the squares of the four hedges."""
    return course.stop, course.double, course.out, course.restart


def put_horse(image: Surface, track: Oval, worn: Silk, at: Stand, pose: Pose, scale: Scale = FULL) -> None:
    """Put a horse on the course, as it runs there; one that leaps is over the hedge."""
    shown, (left, top) = _placed(track, worn, at, pose, scale)
    put(image, shown, left, top)


def _placed(track: Oval, worn: Silk, at: Stand, pose: Pose, scale: Scale) -> tuple[Image.Image, Point]:
    """Return the figure of a horse, and where its upper left corner is."""
    distance, outwards = at
    if pose is Pose.LEAPING and abs(math.sin(math.radians(heading(track, distance)))) < _UPRIGHT:
        distance -= track.square * 0.3
    shown = _running(worn, pose, heading(track, distance), scale.token)
    x, y = track.point(distance, outwards)
    lift = _HOOVES - (_LEAP if pose is Pose.LEAPING else 0)
    return shown.image, (x - shown.image.width / 2, y + scale.token * lift - shown.y)


def boxes_of(view: View) -> dict[int, Box]:
    """Return of every horse on the course the left, the top, the right and the bottom of its figure on a board."""
    track, found = oval(view.course.squares), {}
    for number, horse in enumerate(view.horses):
        place = stand(track, view.places, number)
        if place and horse not in view.podium:
            figure, (x, y) = _placed(track, silks(view.horses)[horse], place, _pose(view, number), FULL)
            left, top, right, bottom = figure.getbbox() or (0, 0, 0, 0)
            found[number] = (x + left, y + top, x + right, y + bottom)
    return found


def _running(worn: Silk, pose: Pose, direction: float, width: int) -> Sprite:
    facing, tilt = running(direction)
    return sprite(
        pose,
        worn,
        width_beside(pose, Pose.STRETCHED, width),
        facing=facing,
        tilt=0 if pose is Pose.STANDING else tilt,
    )


# ------------------------------------------------------------------------------------------------------ the trails


_ABREAST = 20
"""Pixels between the trails of two horses."""
BANDS = 2048
"""Of how many bands it is remembered where they go."""


def moves(view: View) -> tuple[LastMove, ...]:
    """Return the moves that are trailed: those of the round, or the last one of a race that is over."""
    return view.recent or ((view.last,) if view.last else ())


class Band(NamedTuple):
    """A trail on one square: it begins there with a swallow's tail, ends there with a tip, or leads over it."""

    square: int
    begins: bool
    ends: bool
    aside: float
    """Pixels outwards of the middle of the course."""
    colour: Colour
    is_old: bool


def with_trails(image: Surface, view: View, scale: Scale = FULL) -> None:
    """Draw a band along the way of every move of late, that of the last one broad and framed."""
    trailed = moves(view)
    for move in trailed[:-1]:
        _trail(image, view, move, scale, is_old=True)
    if trailed:
        _trail(image, view, trailed[-1], scale, is_old=False)


def _trail(image: Surface, view: View, move: LastMove, scale: Scale, *, is_old: bool) -> None:
    squares, number = view.course.squares, view.horses.index(move.horse)
    colour, aside = silks(view.horses)[move.horse].colour, (len(view.horses) - 1) / 2 - number
    led = passed(move.way, squares)
    led = [move.way[0], *led] if move.way[0] else led
    for square in led:
        band = Band(square, square == led[0], square == led[-1], aside * _ABREAST, colour, is_old)
        put(image, _drawn_band(squares, band, scale), *_place(squares, band, scale))


@lru_cache(BANDS)
def _place(squares: int, band: Band, scale: Scale) -> tuple[int, int]:
    """Return where the layer of a band goes: working its outline out takes as long as putting it there."""
    return _corner(_edge(squares, band, scale))


def _edge(squares: int, band: Band, scale: Scale, over: float = 0) -> list[Point]:
    """Return the outline of a band, from the outer end of its tail along the course and back.

    Where it leads on to another square it is so many pixels longer.
    """
    track, by = oval(squares, scale), scale.factor
    start, aside, half = track.start + (band.square - 1) * track.square, band.aside * by, _half(band) * by
    begin = start + (6 * by if band.begins else -over)
    end = start + track.square + (-10 * by if band.ends else over)
    steps = [begin + (end - begin) * step / 6 for step in range(7)]
    points = [track.point(distance, aside + half) for distance in steps]
    if band.ends:
        points.append(track.point(end + 7 * by, aside))
    points += [track.point(distance, aside - half) for distance in reversed(steps)]
    if band.begins:
        points.append(track.point(begin + 7 * by, aside))
    return points


def _half(band: Band) -> float:
    """Return half the breadth of a band in pixels of a board."""
    return 5 if band.is_old else 9


def _corner(points: Sequence[Point]) -> tuple[int, int]:
    """Return the upper left corner of the layer that an outline is drawn on."""
    left, top = (math.floor(min(point[axis] for point in points)) - 3 for axis in (0, 1))
    return left, top


@shared
def _drawn_band(squares: int, band: Band, scale: Scale) -> Image.Image:
    points = _edge(squares, band, scale)
    left, top = _corner(points)
    width, height = (
        math.ceil(max(point[axis] for point in points)) + 4 - corner
        for axis, corner in enumerate((left, top))
    )

    def placed(outline: Sequence[Point], by: int) -> list[Point]:
        return [((x - left) * by, (y - top) * by) for x, y in outline]

    def paint(draw: ImageDraw.ImageDraw) -> None:
        fine = placed(_edge(squares, band, scale, over=4), FINE)
        draw.polygon(fine, fill=band.colour)
        if band.is_old:
            return
        outer, inner = fine[: 7 + band.ends], fine[7 + band.ends :]
        lines = [[*outer, *inner]] if band.ends else [outer, inner]
        if band.begins:
            lines[-1].append(outer[0])
        for line in lines:
            draw.line(line, fill=INK, width=round(2.5 * FINE * scale.factor), joint="curve")

    drawn = layer(width, height, paint)
    # Where bands meet both end at one line of pixels: a soft end would let the turf shine through.
    broad = _edge(squares, band._replace(begins=False, ends=False), scale)
    hard = Image.new("L", drawn.size, 0)
    ImageDraw.Draw(hard).polygon(placed(_broadened(broad), 1), fill=255)
    drawn.putalpha(ImageChops.multiply(drawn.getchannel("A"), hard))
    return drawn


def _broadened(outline: Sequence[Point]) -> list[Point]:
    """Return the outline of a band twice as broad, as long as it was."""
    pairs = list(zip(outline[:7], reversed(outline[7:]), strict=True))
    outer = [(x + (x - a) / 2, y + (y - b) / 2) for (x, y), (a, b) in pairs]
    inner = [(a - (x - a) / 2, b - (y - b) / 2) for (x, y), (a, b) in reversed(pairs)]
    return [*outer, *inner]


# ---------------------------------------------------------------------------------------------------- the barriers


def with_barriers(image: Surface, view: View, scale: Scale = FULL) -> None:
    """Draw a striped bar in front of each barrier, on the side from which nobody may come."""
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
            draw.line(line, fill=WHITE if stripe % 2 else LOSS, width=round(thick))

    return layer(math.ceil(right) + 8 - left, math.ceil(bottom) + 8 - top, paint)
