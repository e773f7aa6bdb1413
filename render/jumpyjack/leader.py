"""Who leads: a pennant beside the horse, its tip at it, where it covers no horse, no number and no sign."""

from __future__ import annotations

from functools import cache

from engines.jumpyjack.course import Course
from engines.jumpyjack.view import View
from render.jumpyjack.captions import Captions
from render.jumpyjack.field import boxes_of
from render.jumpyjack.ground import Sign, numbered, signs
from render.jumpyjack.podium import podium_box
from render.jumpyjack.track import BOTTOM, WIDTH, heading, leader, middle, oval
from render.kit.leader import Box, Hung, beside, with_pennant
from render.parts.canvas import Canvas
from render.parts.poster import HEAD

_NUMBER = 24, 18
"""Half the width and half the height of what the number of a square takes."""
_LINES = 180, BOTTOM - 40, 580, BOTTOM
"""Where the names of the two lines are."""
_PAGE = 4, HEAD + 4, WIDTH - 4, BOTTOM - 4
"""Where pennants hang."""


def with_leader(image: Canvas, view: View, captions: Captions) -> None:
    """Hang the pennant of the leader beside it."""
    if hung := pennant_of(view, captions):
        with_pennant(image, hung)


def pennant_of(view: View, captions: Captions) -> Hung | None:
    """Return the pennant of the leader; None where nobody leads."""
    number = leader(view)
    if number is None:
        return None
    horses, track = boxes_of(view), oval(view.course.squares)
    text = captions.leads.format(name=captions.horse(view.horses[number]))
    direction = heading(track, middle(track, view.places[number]))
    taken = [*horses.values(), podium_box(), *_lettered(view.course, tuple(signs(view.course, captions)))]
    return beside(text, horses[number], direction, _PAGE, taken)


@cache
def _lettered(course: Course, painted: tuple[Sign, ...]) -> tuple[Box, ...]:
    """Return the boxes of signs and numbers, and that of the names of the two lines."""
    wide, high = _NUMBER
    return (
        *((sign.left, sign.top, sign.left + sign.width, sign.top + sign.height) for sign in painted),
        *((x - wide, y - high, x + wide, y + high) for _, (x, y) in numbered(course, painted)),
        _LINES,
    )
