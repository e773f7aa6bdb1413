"""The straight in slight perspective: six lanes of sand from A, the furthest, to F, with their spaces numbered.

A point of it is given by a space and a lane, both with fractions: the lane from 0, the upper rail, to the number of
lanes, the lower one. What is further away is smaller, and nearer to the middle.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engines.turfe.actions import Spot
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import poster
from render.parts.palette import (
    CREAM,
    FOREST,
    GOLD,
    INK,
    SAND,
    SAND_LIGHT,
    SAND_LINE,
    TURF,
    TURF_GRAIN,
    WHITE,
)
from render.parts.poster import HEAD, WIDTH, head_ground
from render.parts.shapes import Point
from render.parts.sketch import Sketch
from render.parts.stands import grandstand, hedge, hills, judges_box, poplars, rail, sky, winning_post
from render.turfe.captions import lane_name

COURSE, BAND = 336, 44
"""The height of all lanes, and that of the band below them with the numbers of the spaces, in pixels of a board."""
HEIGHT = 900
"""The height of a board in pixels."""
_STAND, _VERGE = 100, 50
"""How high the stand behind the course is, and the hedge and the grass between it and the lanes."""
_START, _FINISH, _HOME = 164, 1066, 1190
"""Where the noses of the horses are at the start, where the finishing line is, and where noses are beyond it."""
_STRIP = 48
"""The width of the strip with the names of the lanes."""
_FAR = 0.93
"""How large what is at the upper rail is, beside what is at the lower one."""
_NEARER = 0.08
"""How much higher lanes get from the upper rail to the lower one."""
_ROWS = 4
"""Of how many steps in a lane the two lines are, on whole pixels, for what is slanted takes long to encode."""
_WIDE = 1.62
"""How many times as wide as its lane is high a horse is."""


class Track(NamedTuple):
    """A course of so many lanes and spaces below the head of a picture; `shift` pixels of it lie left of that."""

    lanes: int
    spaces: int
    zoom: float = 1.0
    shift: int = 0
    has_stand: bool = True
    width: int = WIDTH
    head: int = HEAD

    @property
    def top(self) -> int:
        """Where the lanes begin, in pixels from above."""
        return round((_STAND * self.has_stand + _VERGE) * self.zoom) + self.head

    @property
    def bottom(self) -> int:
        """Where they end."""
        return self.top + round(COURSE * self.zoom)

    @property
    def foot(self) -> int:
        """Where the band below them ends."""
        return self.bottom + round(BAND * self.zoom)

    def y(self, across: float) -> float:
        """Return how far down a line along the lanes is."""
        share = across / self.lanes
        return self.top + (self.bottom - self.top) * ((1 - _NEARER) * share + _NEARER * share * share)

    def lane(self, across: float) -> float:
        """Return the height of a lane there."""
        return self.y(across + 0.5) - self.y(across - 0.5)

    def scale(self, across: float) -> float:
        """Return how large something is there: 1 at the lower rail."""
        return _FAR + (1 - _FAR) * (self.y(across) - self.top) / (self.bottom - self.top)

    def point(self, space: float, across: float) -> Point:
        """Return where a point of the course is; a space is named by its end, over the line lies the place of home."""
        if space > self.spaces:
            flat = _FINISH + (_HOME - _FINISH) * min(space - self.spaces, 1)
        else:
            flat = _START + (_FINISH - _START) * max(space, 0) / self.spaces
        return self.at(flat, across), self.y(across)

    def at(self, flat: float, across: float) -> float:
        """Return where what would be so far right on a board without perspective is."""
        middle = WIDTH / 2
        return (middle + (flat - middle) * self.scale(across)) * self.zoom - self.shift

    def hooves(self, place: Spot) -> Point:
        """Return where the nose of a horse on a place is, and below it its hooves."""
        return self.point(place.space, place.lane - 0.12)

    def middle(self, place: Spot) -> Point:
        """Return where the middle of a place is; that of the start is where horses wait."""
        beyond = place.space > self.spaces
        before = place.space - (0.5 if place.space else 0.8)
        x = (
            self.at((_FINISH + _HOME) / 2, place.lane - 0.5)
            if beyond
            else self.at(_START + (_FINISH - _START) * before / self.spaces, place.lane - 0.5)
        )
        return x, self.y(place.lane - 0.5)

    def horse(self, lane: float) -> int:
        """Return how wide a galloping horse in a lane (from 1) is."""
        return round(self.lane(lane - 0.5) * _WIDE)

    def laid(self, start: str, finish: str, palette: Image.Image, height: int) -> Canvas:
        """Return a canvas with the empty course, and below it paper to the foot of a picture so high."""
        return _laid(palette, self, start.upper(), finish.upper(), height)


def _drawn(track: Track, start: str, finish: str, height: int) -> Image.Image:
    ground = Sketch(track.width, height, CREAM)
    hedge_top = track.top - round(_VERGE * track.zoom)
    if track.has_stand:
        _stand(ground, track, hedge_top)
    if track.head == HEAD:
        head_ground(ground)
    else:
        ground.rectangle(0, 0, track.width, track.head, FOREST)
    hedge(ground, hedge_top, hedge_top + 12)
    ground.rectangle(0, hedge_top + 12, track.width, track.top, TURF)
    ground.rectangle(0, hedge_top + 12, track.width, hedge_top + 18, TURF_GRAIN)
    _sand(ground, track)
    _lines(ground, track)
    rail(ground, track.top - 3, 0, track.width, TURF_GRAIN, foot=5)
    _posts(ground, track)
    ground.rectangle(0, track.bottom, track.width, track.foot, FOREST)
    rail(ground, track.bottom, 0, track.width, FOREST, foot=0)
    ground.rectangle(0, track.top - 6, _STRIP * track.zoom, track.foot, FOREST)
    image = ground.image()
    _names(image, track, start, finish)
    return image


def _stand(ground: Sketch, track: Track, base: float) -> None:
    """Draw what lies behind the course: the stand at its head, where the race is decided."""
    sky(ground, HEAD, base + 2, 780)
    hills(ground, base + 2, 34)
    poplars(
        ground, base + 2, (26, 76), (58, 92), (96, 66), (176, 54), (232, 70), (272, 50), (372, 66), (1174, 80)
    )
    grandstand(ground, 452, 972, HEAD + 32, base)
    finish = track.at(_FINISH, 0)
    judges_box(ground, finish + 34, finish + 82, HEAD + 36, base)


def _sand(ground: Sketch, track: Track) -> None:
    """Rake the lanes, every other one the other way, and draw furrows along them."""
    for lane in range(track.lanes):
        upper, lower = round(track.y(lane)), round(track.y(lane + 1))
        ground.rectangle(0, upper, track.width, lower, SAND_LIGHT if lane % 2 else SAND)
        for share in (0.36, 0.68):
            y = round(track.y(lane + share))
            ground.rectangle(0, y, track.width, y + 1, SAND_LINE)


def _lines(ground: Sketch, track: Track) -> None:
    for space in range(1, track.spaces):
        _ticks(ground, track, space, is_fifth=space % 5 == 0)
    for row in range(track.lanes * _ROWS):
        upper, lower = (round(track.y((row + down) / _ROWS)) for down in (0, 1))
        x, _ = track.point(0, (row + 0.5) / _ROWS)
        ground.rectangle(round(x - 3), upper, round(x + 3), lower, WHITE)
        for column in range(2):
            left, right = (
                round(track.at(_FINISH + 4 + 13 * (column + aside), (row + 0.5) / _ROWS)) for aside in (0, 1)
            )
            ground.rectangle(left, upper, right, lower, INK if (row + column) % 2 else WHITE)


def _ticks(ground: Sketch, track: Track, space: int, *, is_fifth: bool) -> None:
    """Mark in every lane where a space ends, upright and on whole pixels."""
    for lane in range(track.lanes):
        x = round(track.point(space, lane + 0.7)[0])
        upper, lower = (round(track.y(lane + share)) for share in ((0.14, 1) if is_fifth else (0.5, 1)))
        half = 2 if is_fifth else 1
        ground.rectangle(x - half, upper, x + half, lower, WHITE if is_fifth else SAND_LINE)


def _posts(ground: Sketch, track: Track) -> None:
    """Plant the distance posts, one every five spaces, and the winning post."""
    tall = 34 * track.zoom
    for space in range(5, track.spaces, 5):
        x, base = track.point(space, 0)
        ground.rectangle(x - 5, base - tall, x + 5, base + 4, INK)
        for piece in range(4):
            upper = base - tall + 2 + piece * (tall + 2) / 4
            ground.rectangle(
                x - 3, upper, x + 3, min(upper + (tall + 2) / 4, base + 2), INK if piece % 2 else WHITE
            )
    high = min(62 * track.zoom, track.top - track.head - 28)
    winning_post(ground, track.at(_FINISH + 17, 0), track.top - high, track.top + 4)


def _names(image: Image.Image, track: Track, start: str, finish: str) -> None:
    """Write the names of the lanes on the left, and the numbers of the spaces with the two lines' names below."""
    for lane in range(1, track.lanes + 1):
        size = round(track.lane(lane - 0.5) * 0.86)
        poster(
            image,
            _STRIP * track.zoom / 2,
            track.y(lane - 0.5),
            lane_name(lane),
            size,
            fill=CREAM,
            align="m",
        )
    y, size = (track.bottom + track.foot) / 2 + 2, round(36 * track.zoom)
    for space in range(1, track.spaces + 1):
        x = (track.point(space - 1, track.lanes)[0] + track.point(space, track.lanes)[0]) / 2
        step = (_FINISH - _START) * track.zoom / track.spaces
        if _STRIP * track.zoom < x and x + step / 2 <= track.width:
            poster(image, x, y, str(space), size, fill=CREAM, align="m", width=round(step))
    for text, flat, room in ((start, (_STRIP + _START) / 2, 104), (finish, (_FINISH + WIDTH) / 2, 126)):
        x, wide = track.at(flat, track.lanes), round(room * track.zoom)
        if _STRIP * track.zoom < x - wide / 2 and x + wide / 2 <= track.width + 8:
            poster(image, x, y, text, size, fill=GOLD, align="m", width=wide)


_laid = laid(_drawn, on=(CREAM, TURF))
