"""The public board: the course with its horses under a head that says who drives, and the field as a list below it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas
from render.parts.poster import with_news, with_title, with_turn
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.course import Window
from render.sulkydrom.field import leading, led, with_field, with_home
from render.sulkydrom.ground import TOP, laid_ground, with_lanes
from render.sulkydrom.rows import rows_of
from render.sulkydrom.standing import Standing
from render.sulkydrom.sulky import PALETTE
from render.sulkydrom.track import track_of

COURSE = Window(0, -TOP)
"""The course as it lies on the board: below the head and the stand."""


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"sulkydrom-race{view.race}-{view.phase}", alt.board(view, names, captions)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    field = Standing(names, captions, view)
    words = (captions.start, captions.finish, captions.curve, captions.lane)
    rows = rows_of(view, leading(view), led(view, captions))
    image = laid_ground(
        PALETTE, track_of(view), field.height, *(word.upper() for word in words), has_lanes=False
    )
    with_lanes(image, PALETTE, track_of(view), rows.bands)
    _head(image, view, names, captions)
    with_field(image, view, rows, captions, TOP)
    with_home(image, view, COURSE)
    field.fill(image)
    return image


def _head(image: Canvas, view: View, names: Sequence[str], captions: Captions) -> None:
    with_title(image, captions.race.format(race=view.race).upper(), captions.goals[view.goal])
    if view.phase is Phase.STACKING:
        with_news(image, captions.stacking)
    elif view.phase is Phase.OVER:
        with_news(image, captions.over)
    else:
        (seat,) = view.to_act
        phrase = captions.turns if view.phase is Phase.TURNING else captions.drives
        with_turn(image, phrase, names[seat], captions.stand_in(seat))
