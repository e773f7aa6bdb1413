"""The public board: the race seen from the rails under a head that says whose turn it is, and a racecard below it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.jockey.view import Phase, View
from render.jockey import alt
from render.jockey.captions import Captions
from render.jockey.horses import palette_of, runners_of
from render.jockey.racecard import HEIGHT, Racecard
from render.kit.field import with_field
from render.kit.panorama import Panorama
from render.parts.canvas import Canvas
from render.parts.poster import with_news, with_title, with_turn
from render.picture import Picture, png


def board(view: View, names: Sequence[str], captions: Captions) -> Picture:
    """Draw the board for everyone."""
    name, told = f"jockey-race{view.race}-{view.phase}", alt.board(view, captions)
    return png(partial(_drawn, view, names, captions), name, told, palette_of(view))


def _drawn(view: View, names: Sequence[str], captions: Captions) -> Canvas:
    course = Panorama(view.squares, len(view.horses))
    image = course.laid(captions.start, captions.finish, palette_of(view), HEIGHT)
    _head(image, view, names, captions)
    with_field(image, course, runners_of(view, captions), captions)
    card = Racecard(names, captions, view, image)
    card.horses()
    card.played()
    card.players()
    return image


def _head(image: Canvas, view: View, names: Sequence[str], captions: Captions) -> None:
    race = captions.race_of.format(race=view.race, races=view.races).upper()
    if view.phase is not Phase.RACING:
        said = {Phase.BETTING: captions.betting, Phase.KEEPING: captions.keeping, Phase.OVER: captions.over}
        with_title(image, race)
        with_news(image, said[view.phase])
        return
    with_title(image, race, captions.laid_aside.format(count=view.aside_count))
    seat = view.to_act[0]
    with_turn(image, captions.turn, names[seat], captions.stand_in(seat))
