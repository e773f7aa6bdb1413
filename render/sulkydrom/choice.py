"""Where a horse may go: the part of the course around it, the ends numbered as they are listed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, partial

from PIL import Image

from engines.core import Seat
from engines.sulkydrom.actions import Letter
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas
from render.parts.lettering import headline, write
from render.parts.palette import CREAM, FOREST, GOLD, INK, WHITE, mixed
from render.parts.shapes import Point, disc, put_centred, sheet
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.field import with_horses
from render.sulkydrom.sulky import PALETTE, runner, silk, sulky
from render.sulkydrom.track import Track, Window, lay, mark, track_of

_WIDTH, _HEAD = 1200, 100
_LOWEST, _HIGHEST = 460, 860
"""How high the part of the course may be."""
_ZOOMS = (3.2, 2.9, 2.6, 2.3, 2.0, 1.7, 1.4)
"""How many times as large as on the board it may be: what is drawn of the course in one of them is kept for others."""
_EDGE = 34
"""How much of the course is seen around the places, in pixels of the board."""
_REACHED = mixed(GOLD, CREAM, 0.5)


def choice(view: View, horse: Letter, ends: Sequence[Spot], captions: Captions) -> Picture:
    """Draw where a horse may go, or that it may stay: the ends, numbered in their order; ValueError if it has ended."""
    seat = view.horses.index(horse)
    start = view.places[seat]
    if start is None:
        raise ValueError(f"horse {horse} does not run any more")
    name, told = f"sulkydrom-choice-{horse}", alt.choice(view, seat, ends, captions)
    return png(partial(_drawn, view, seat, start, ends, captions), name, told, PALETTE)


def _drawn(view: View, seat: Seat, start: Spot, ends: Sequence[Spot], captions: Captions) -> Canvas:
    way = track_of(view)
    outlines = {place: way.outline(place) for place in (start, *ends)}
    window = window_of([point for outline in outlines.values() for point in outline]).with_head(_HEAD)
    image = Canvas(_WIDTH, window.height, FOREST)
    lay(image, way, window)
    for end in ends:
        if end != start:
            mark(image, way, window, end, WHITE if way.is_home(end) else _REACHED, INK)
    _horses(image, view, seat, window)
    _numbers(image, way, start, ends, window)
    image.rectangle((0, 0, _WIDTH - 1, _HEAD - 1), FOREST)
    _head(image, view, seat, captions)
    return image


def window_of(points: Sequence[Point]) -> Window:
    """Return the part of the course that holds some points, as large as it can be, from a whole pixel of it on."""
    left, right = min(x for x, _ in points) - _EDGE, max(x for x, _ in points) + _EDGE
    top, bottom = min(y for _, y in points) - _EDGE, max(y for _, y in points) + _EDGE
    room = min(_WIDTH / (right - left), _HIGHEST / (bottom - top))
    zoom = next((zoom for zoom in _ZOOMS if zoom <= room), room)
    height = min(max(round((bottom - top) * zoom), _LOWEST), _HIGHEST)
    left, top = (left + right - _WIDTH / zoom) / 2, (top + bottom - height / zoom) / 2
    return Window(math.floor(left * zoom) / zoom, math.floor(top * zoom) / zoom, _WIDTH, height, zoom)


def _horses(part: Canvas, view: View, seat: Seat, window: Window) -> None:
    size = round(22 * window.zoom)
    with_horses(part, view, window, without=seat)
    place = view.places[seat]
    assert place is not None
    at = window.on(track_of(view).at(place))
    put_centred(part, disc(round(size * 1.34), GOLD), *at)
    put_centred(part, runner(silk(view.horses[seat]), size), *at)


def _numbers(part: Canvas, way: Track, start: Spot, ends: Sequence[Spot], window: Window) -> None:
    size = round(13.5 * window.zoom)
    for number, end in enumerate(ends, 1):
        x, y = window.on(way.at(end))
        if end == start:
            x, y = x + 11 * window.zoom, y - 11 * window.zoom
            put_centred(part, _mark(round(15 * window.zoom)), x, y)
        room = round(22 * window.zoom)
        headline(part, x, y, str(number), size, align="m", width=room)


@cache
def _mark(diameter: int) -> Image.Image:
    mark = disc(diameter, INK).copy()
    put_centred(mark, disc(diameter - 4, WHITE), diameter / 2, diameter / 2)
    return mark


def _head(image: Canvas, view: View, seat: Seat, captions: Captions) -> None:
    put_centred(image, sulky(silk(view.horses[seat]), 160), 110, _HEAD / 2)
    title = captions.choose.format(horse=view.names[seat])
    headline(image, 212, _HEAD / 2, title, 46, fill=CREAM, width=640)
    if view.phase is Phase.DRIVING and seat in view.to_act:
        put_centred(image, sheet(290, 68, 34, GOLD), _WIDTH - 173, _HEAD / 2)
        took = headline(image, _WIDTH - 296, _HEAD / 2, str(view.allowances[seat]), 50)
        write(image, _WIDTH - 280 + took, _HEAD / 2, captions.allowed, 32, width=round(226 - took))
    image.line((0, _HEAD, _WIDTH, _HEAD), fill=WHITE, width=3)
