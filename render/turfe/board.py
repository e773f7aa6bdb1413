"""The public board: the straight under a head that says whose turn it is, and a racecard below it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.turfe.view import Phase, View
from render.parts.canvas import Canvas
from render.parts.poster import with_news, with_title, with_turn
from render.picture import Picture, png
from render.turfe import alt
from render.turfe.captions import Captions
from render.turfe.field import track_of, with_horses, with_leader, with_length, with_prints
from render.turfe.horses import PALETTE, Field
from render.turfe.racecard import Racecard
from render.turfe.track import HEIGHT


def board(view: View, names: Sequence[str], captions: Captions, last: str = "") -> Picture:
    """Draw the board for everyone; `last` is the sentence that tells the last play."""
    name, told = f"turfe-race{view.race}-{view.phase}", alt.board(view, names, captions, last)
    return png(partial(_drawn, view, names, captions), name, told, PALETTE)


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    track, field = track_of(view), Field.of(view)
    image = track.laid(captions.start, captions.finish, PALETTE, HEIGHT)
    _head(image, view, names, captions)
    with_prints(image, track, field, view.recent)
    if view.recent:
        with_length(image, track, field, view.recent[-1], captions)
    with_horses(image, track, field)
    with_leader(image, track, field, captions)
    Racecard(names, captions, view, image, track.foot).drawn()
    return image


def _head(image: Canvas, view: View, names: Sequence[str], captions: Captions) -> None:
    race = captions.race_of.format(race=view.race, races=view.races).upper()
    if view.phase is not Phase.RACING:
        with_title(image, race)
        with_news(image, captions.betting if view.phase is Phase.BETTING else captions.over)
        return
    under = captions.racing if view.flipped is None else captions.flipping.format(count=view.stock_count)
    with_title(image, race, under)
    seat = view.to_act[0]
    with_turn(image, captions.turn, names[seat], captions.stand_in(seat))
