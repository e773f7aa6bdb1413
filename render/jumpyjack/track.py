"""Jumpy Jack's course: a way round with its hedges, and where on it horses, barriers and signs are."""

from __future__ import annotations

import math
from functools import cache

from engines.jumpyjack.course import Places
from engines.jumpyjack.view import View
from render.parts.oval import Oval, Scale
from render.parts.poster import HEAD
from render.parts.shapes import Point

WIDTH, BOTTOM = 1200, 736
"""The width of a board, and where on it the course ends; the course begins below the head. In pixels."""

FULL = Scale(WIDTH, BOTTOM, 124, 34)
"""The size of a board: its horses are so many pixels wide, its numbers so high."""

LANE = 72
"""The width of a lane; a square has two, for no more than two horses stand on one."""
MARGIN = 110
"""How far the middle of the course is from the edges: half the course, and a line of numbers."""


@cache
def oval(squares: int, scale: Scale = FULL) -> Oval:
    """Return the course of so many squares."""
    by = scale.factor
    return Oval(
        left=(MARGIN + 4) * by,
        top=(HEAD + MARGIN) * by,
        right=(WIDTH - MARGIN - 4) * by,
        bottom=(BOTTOM - MARGIN) * by,
        radius=156 * by,
        lanes=2,
        lane=LANE * by,
        squares=squares,
        start=306 * by,
        pocket=222 * by,
        paddock=60 * by,
    )


def heading(track: Oval, distance: float) -> float:
    """Return the direction in which the course leads somewhere, in degrees clockwise of to the right."""
    (x, y), (ahead, on) = track.point(distance - 2), track.point(distance + 2)
    return math.degrees(math.atan2(on - y, ahead - x))


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
    distance = middle(track, square)
    # Where the course goes up or down the page, two abreast would hide each other: one is half a head in front.
    steep = abs(math.sin(math.radians(heading(track, distance))))
    return distance + row * steep * track.square * 0.56, -row * track.lane * (1 - 0.55 * steep)


def point_of(track: Oval, places: Places, horse: int) -> Point | None:
    """Return the point of a horse among the others; None for one that is home or out."""
    where = stand(track, places, horse)
    return track.point(*where) if where else None


def middle(track: Oval, square: float) -> float:
    """Return the distance at which a horse stands on a square: behind the middle is the hedge."""
    return track.along(square) + track.square * 0.04


def waiting(track: Oval, horse: int) -> Stand:
    """Return where a horse waits behind the starting line, two in a row."""
    row, lane = divmod(horse, 2)
    step = track.pocket / 3
    return track.start - step * (row + 0.5), track.outwards(lane) * 0.94 if row < 2 else 0.0


def barriers(view: View) -> list[int]:
    """Return the squares that no horse from behind may enter or pass, in their order."""
    taken = {place for place in view.places if 0 < place <= view.course.squares}
    return [square for square in sorted(taken) if view.course.barrier(view.places, square - 1, square)]


def passed(way: tuple[int, ...], squares: int) -> list[int]:
    """Return the squares that a move leaves a trail on, those of the hedges that acted included."""
    forward = [square for square in way[1:] if square > 0]
    if not forward:
        return []
    end, sent_off = forward[-1], way[-1] <= 0
    return [square for square in range(way[0] + 1, end + sent_off) if square <= squares]


def leader(view: View) -> int | None:
    """Return the number of the one horse in front; None among equals, at the start, and once one is home."""
    running = [place if 0 < place <= view.course.squares else 0 for place in view.places]
    foremost = max(running)
    if not foremost or running.count(foremost) != 1 or view.podium[0]:
        return None
    return running.index(foremost)
