"""Where a horse may go: the part of the course around it, and on every end the number it is listed by."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from engines.core import Seat
from engines.sulkydrom.actions import Letter
from engines.sulkydrom.course import Spot
from engines.sulkydrom.view import Phase, View
from render.parts.canvas import Canvas
from render.parts.lettering import poster
from render.parts.palette import CREAM, FOREST, GOLD, INK
from render.parts.poster import ribbon
from render.parts.shapes import Point, flag, put, put_centred, sheet
from render.picture import Picture, png
from render.sulkydrom import alt
from render.sulkydrom.captions import Captions
from render.sulkydrom.course import Window, lay
from render.sulkydrom.field import put_horse, running, spot_of
from render.sulkydrom.sulky import PALETTE, letter, silk, sulky
from render.sulkydrom.track import STRIP, WIDTH, Track, track_of

_HEAD, _RULE = 104, 6
_ACROSS = (3.0, 2.2, 1.6, 1.0)
"""How many times as wide as on the board the course may be: what is drawn in one of them is kept for others."""
_DOWN = (3.0, 2.2, 1.6)
_HIGHEST = 830
"""How high the part of the course may be."""
_NARROW = 28
"""How narrow a plate is at least."""
_LEAST = 4
"""How many lanes are seen at least."""
_BEHIND, _AHEAD = 60, 24
"""How much of the course is seen behind the horse and before the foremost end, in pixels of the board."""


class Part(NamedTuple):
    """The part of the course that is seen: its window, and its height in pixels."""

    window: Window
    height: int

    @classmethod
    def around(cls, way: Track, places: Sequence[Spot]) -> Part:
        """Return the part that holds some places, as large as it can be."""
        spans = [way.span(place) for place in places]
        left, right = min(start for start, _ in spans) - _BEHIND, max(end for _, end in spans) + _AHEAD
        right = min(right, WIDTH)
        room = (WIDTH - STRIP) / (right - left)
        across = next((times for times in _ACROSS if times <= room), _ACROSS[-1])
        lanes = [place.lane for place in places]
        last = min(max(*lanes, min(lanes) + _LEAST - 1), way.lanes)
        first = max(min(*lanes, last - _LEAST + 1), 1)
        high = (last - first + 1) * way.lane
        down = next((times for times in _DOWN if high * times <= _HIGHEST), _DOWN[-1])
        left = (left + right - (WIDTH - STRIP) / across) / 2
        left = max(min(left, WIDTH - (WIDTH - STRIP) / across), STRIP) - STRIP / across
        corner = math.floor(left * across) / across, round(way.y(first - 0.5) * down) / down
        return cls(Window(*corner, across, down), round(high * down))

    def on(self, point: Point) -> Point:
        """Return where a place of the course is in the picture."""
        x, y = self.window.on(point)
        return x, y + _HEAD


def choice(view: View, horse: Letter, ends: Sequence[Spot], captions: Captions) -> Picture:
    """Draw where a horse may go, or that it may stay: the ends, numbered in their order; ValueError if it has ended."""
    seat = view.horses.index(horse)
    start = spot_of(view, seat)
    name, told = f"sulkydrom-choice-{horse}", alt.choice(view, seat, ends, captions)
    return png(partial(_drawn, view, seat, start, ends, captions), name, told, PALETTE)


def _drawn(view: View, seat: Seat, start: Spot, ends: Sequence[Spot], captions: Captions) -> Canvas:
    way = track_of(view)
    part = Part.around(way, (start, *ends))
    image = Canvas(WIDTH, _HEAD + part.height, FOREST)
    lay(image, way, part.window, _HEAD)
    _horses(image, view, seat, part)
    image.rectangle((0, _HEAD, STRIP - 1, image.height), FOREST)
    for lane in range(1, way.lanes + 1):
        _, y = part.on((0, way.y(lane)))
        if _HEAD < y < image.height:
            poster(image, STRIP / 2, y, str(lane), 48, fill=CREAM, align="m")
    for number, end in enumerate(ends, 1):
        if end != start:
            _end(image, way, part, number, end)
    _head(image, view, seat, captions)
    return image


def _horses(image: Canvas, view: View, seat: Seat, part: Part) -> None:
    """Draw whoever is seen, each with its letter on its own space, and the horse that is asked on gold."""
    way, window = track_of(view), part.window
    lane = way.lane * window.down
    x, y = part.on(way.nose(spot_of(view, seat)))
    box = sheet(round(lane * 2.2), round(lane) - 4, 12, GOLD, edge=INK, thick=3)
    put(image, box, x - box.width + 4, y - box.height / 2)
    for each in running(view):
        x, y = part.on(way.nose(spot_of(view, each)))
        if STRIP < x < WIDTH + 2 * lane and _HEAD < y < image.height:
            put_horse(image, view, each, x, y, lane)
    for each in running(view):
        place = spot_of(view, each)
        (x, y), side = part.on(way.at(place)), min(round(lane * 0.4), 52)
        if STRIP + side < x < WIDTH - side / 2 and _HEAD < y < image.height:
            put_centred(image, letter(silk(view.horses[each]), side), x, y + lane * 0.26)


def _end(image: Canvas, way: Track, part: Part, number: int, end: Spot) -> None:
    """Put the plate of an end on its space: its number in the list on gold, below it that of the space."""
    left, right = (part.on((edge, 0))[0] for edge in way.span(end))
    lane = way.lane * part.window.down
    width, height = min(max(round(right - left) - 4, _NARROW), 60), min(round(lane * 0.78), 84)
    x, y = part.on(way.at(end))
    x = min(x, WIDTH - width / 2 - 8)
    put_centred(image, sheet(width, height, 6, CREAM, edge=INK), x, y)
    upper = round(height * 0.58)
    put(image, sheet(width, upper, 6, GOLD, edge=INK), x - width / 2, y - height / 2)
    size = min(44, upper) if number < 10 or width >= 34 else 34
    poster(image, x, y - height / 2 + upper / 2, str(number), size, align="m")
    below = y + upper / 2
    if way.is_home(end):
        put_centred(image, flag(round(height * 0.28), INK), x, below)
    else:
        poster(image, x, below, str(end.space), 30, align="m")


def _head(image: Canvas, view: View, seat: Seat, captions: Captions) -> None:
    """Say which horse is asked, and how far the card lets it go."""
    middle = (_HEAD - _RULE) / 2
    image.rectangle((0, 0, WIDTH, _HEAD - _RULE - 1), FOREST)
    image.rectangle((0, _HEAD - _RULE, WIDTH, _HEAD - 1), GOLD)
    put_centred(image, sulky(silk(view.horses[seat]), 150), 104, middle)
    title = captions.choose.format(horse=view.names[seat]).upper()
    poster(image, 202, middle, title, 66, fill=CREAM, width=560)
    if view.phase is Phase.DRIVING and seat in view.to_act:
        put(image, ribbon(372, 80, GOLD), WIDTH - 372, 9)
        most = view.allowances[seat]
        took = poster(image, WIDTH - 320, middle, str(most), 78)
        unit = captions.allowed[most != 1].upper()
        poster(image, WIDTH - 300 + took, middle, unit, 44, width=round(270 - took))
