"""Where a horse may go: a cut of the straight, larger than on the board, its ends named by their squares."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from engines.turfe.actions import Horse, Spot
from engines.turfe.view import View
from render.parts.canvas import Canvas
from render.parts.lettering import poster
from render.parts.palette import CREAM, GOLD
from render.parts.plates import number_plate, plate_width
from render.parts.poster import HEAD, WIDTH
from render.parts.shapes import put, put_centred, sheet
from render.parts.silks import token
from render.picture import Picture, png
from render.turfe import alt
from render.turfe.captions import Captions
from render.turfe.field import nose_of, prints, with_horses
from render.turfe.horses import PALETTE, Field, silks
from render.turfe.track import Track

_ZOOM = 1.5
_CUTS = 4
"""How many cuts of the straight there are; all that are made are kept."""


def choice(view: View, horse: Horse, ends: Sequence[Spot], captions: Captions) -> Picture:
    """Draw where a horse may go with a card: its ends by the names of their squares, a crossing of the line once."""
    name, told = f"turfe-choice-{horse}", alt.choice(view, horse, ends, captions)
    return png(partial(_drawn, view, horse, ends, captions), name, told, PALETTE)


def _drawn(view: View, horse: Horse, ends: Sequence[Spot], captions: Captions) -> Canvas:
    field = Field.of(view)
    start = field.place(horse)
    track = _cut(Track(len(view.horses), view.length, _ZOOM, has_stand=False), (start, *ends))
    image = track.laid(captions.start, captions.finish, PALETTE, track.foot)
    worn = silks(view.horses)[horse]
    x, y = nose_of(track, field, horse)
    width = track.horse(start.lane)
    ring = sheet(round(width * 0.94), 20, 10, GOLD)
    put(image, ring, x - width * 0.96, y - 12)
    for end in ends:
        way = field.way(horse, start, end, view.length)
        prints(image, track, worn, way[: max(2, len(way) - 1)], is_ahead=True)
    with_horses(image, track, field)
    for end in ends:
        _mark(image, track, end, captions.square(end, view.length).upper())
    put_centred(image, token(worn, 68), 62, HEAD / 2 - 3)
    took = poster(image, 112, HEAD / 2 - 3, captions.horse(horse).upper(), 72, fill=CREAM, width=420)
    poster(image, 112 + took + 34, HEAD / 2 - 3, captions.choose, 64, fill=CREAM, width=round(1030 - took))
    return image


def _cut(track: Track, places: Sequence[Spot]) -> Track:
    """Return the part of a straight in which some places are."""
    middles = [track.middle(place)[0] for place in places]
    over = round(WIDTH * track.zoom) - WIDTH
    wanted = ((min(middles) + max(middles)) / 2 - WIDTH * 0.45) / over
    return track._replace(shift=round(over * round(min(max(wanted, 0), 1) * _CUTS) / _CUTS))


def _mark(image: Canvas, track: Track, end: Spot, text: str) -> None:
    """Put a golden plate where a move may end, at the hooves of its lane: numbers of horses stay free."""
    size = round(track.lane(end.lane - 0.5) * 0.62)
    x, _ = track.middle(end)
    width = plate_width(text, size)
    left = min(x - width / 2, WIDTH - 6 - width)
    number_plate(image, left, track.y(end.lane - 0.3), text, colour=GOLD, size=size)
