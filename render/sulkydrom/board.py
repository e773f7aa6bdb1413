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
from render.sulkydrom.field import with_horses, with_leader, with_trails
from render.sulkydrom.ground import BAND, PAPER, TOP, laid_ground
from render.sulkydrom.list import List
from render.sulkydrom.sulky import PALETTE
from render.sulkydrom.track import HEIGHT, WIDTH, Window, track_of

COURSE = Window(0, -TOP, WIDTH, HEIGHT)
"""The course as it lies on the board: below the head and the stand."""


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"sulkydrom-race{view.race}-{view.phase}", alt.board(view, names, captions)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    field = List(names, captions, view)
    image = laid_ground(
        PALETTE, track_of(view), field.height, captions.start.upper(), captions.finish.upper()
    )
    _head(image, view, names, captions)
    with_trails(image, view, COURSE)
    with_horses(image, view, COURSE)
    with_leader(image, view, COURSE, PAPER - BAND / 2, captions)
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
        horse = view.names[seat].replace("{", "{{").replace("}", "}}")
        with_turn(image, phrase.replace("{horse}", horse), names[seat], captions.stand_in(seat))
