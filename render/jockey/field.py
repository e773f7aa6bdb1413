"""The horses on the course: each in its lane, behind it the trails of the last plays, before it its square."""

from __future__ import annotations

from collections.abc import Iterator

from engines.jockey.state import LastPlay
from engines.jockey.view import View
from render.jockey.captions import Captions
from render.jockey.course import Course
from render.jockey.horses import silks
from render.parts.canvas import Canvas
from render.parts.plates import number_plate, pennant, pennant_width, trail
from render.parts.shapes import put, put_centred, rosette
from render.parts.silks import Silk
from render.parts.sprites import GALLOP, Pose, sprite, width_beside

_MOST = 152
"""How wide a horse is at most, in pixels."""


def with_field(image: Canvas, view: View, captions: Captions) -> None:
    """Draw every horse with its trails, the foremost last."""
    course = Course(view.squares, len(view.horses))
    width = min(_MOST, round(course.lane * 1.8))
    for lane, worn in enumerate(silks(view.horses).values()):
        _trails(image, course, view, lane, worn, width)
    for lane, worn in enumerate(silks(view.horses).values()):
        _horse(image, course, view, lane, worn, width)
    if (leader := _leader(view)) is not None:
        _named(image, course, view, leader, width, captions)


def _horse(image: Canvas, course: Course, view: View, lane: int, worn: Silk, width: int) -> None:
    square, foot = view.places[lane], course.foot(lane)
    pose = GALLOP[(square + lane) % len(GALLOP)] if square else Pose.STANDING
    nose, horse = course.x(square), sprite(pose, worn, width_beside(pose, Pose.GATHERED, width))
    put(image, horse.image, nose - horse.image.width, foot - horse.y)
    if view.horses[lane] in view.home:
        rank = view.home.index(view.horses[lane]) + 1
        put_centred(
            image, rosette(rank, round(course.lane * 0.68)), nose - width - 34, foot - course.lane * 0.42
        )
    elif square:
        number_plate(image, nose + 6, foot - course.lane * 0.3, str(square))


def _leader(view: View) -> int | None:
    """Return the lane of the one horse in front while it runs, None at the start, behind the line and among equals."""
    if view.home or not any(view.places) or view.positions.count(1) != 1:
        return None
    return view.positions.index(1)


def _named(image: Canvas, course: Course, view: View, lane: int, width: int, captions: Captions) -> None:
    """Hang the pennant of the leader behind its head, or before it where there is no room behind."""
    text, nose = captions.leads.format(horse=captions.horse(view.horses[lane])), course.x(view.places[lane])
    y, wide = course.foot(lane) - course.lane * 0.72, pennant_width(text)
    if (left := nose - width * 0.86 - wide) >= 8:
        pennant(image, left, y, text)
    else:
        pennant(image, nose + 74, y, text, faces_right=False)


def _trails(image: Canvas, course: Course, view: View, lane: int, worn: Silk, width: int) -> None:
    """Draw where the tail of a horse has passed: so the whole way is seen behind it."""
    foot, behind = course.foot(lane) - 12, width - 12
    for play, is_last in _moves(view, lane):
        left, right = course.x(play.start or 0) - behind, course.x(play.end or 0) - behind
        trail(image, worn, left, right, foot, f"+{(play.end or 0) - (play.start or 0)}", is_old=not is_last)


def _moves(view: View, lane: int) -> Iterator[tuple[LastPlay, bool]]:
    """Yield the moves of a horse in the last plays, and whether it was the very last one."""
    plays = view.recent or ((view.last,) if view.last else ())
    for number, play in enumerate(plays, 1):
        if play.horse == view.horses[lane]:
            yield play, number == len(plays)
