"""The empty board: two stands, a sign at every curve, the numbers of lanes and spaces, and paper below."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import product

from PIL import Image, ImageDraw

from engines.sulkydrom.course import Spot
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import BROWN, CREAM, FOREST, GOLD, HEDGE, INK, SAND, SAND_LIGHT, SAND_LINE, WHITE
from render.parts.poster import HEAD, head_ground
from render.parts.sketch import Sketch
from render.parts.stands import grandstand, hedge, hills, poplars, winning_post
from render.sulkydrom.course import Window, draw_course
from render.sulkydrom.rows import Band
from render.sulkydrom.track import FINISH, HEIGHT, START, STRIP, WIDTH, Track

TOP = HEAD + 100
"""Where the course begins, in pixels."""
BAND = 40
"""The height of the band below the course."""
PAPER = TOP + HEIGHT + BAND
"""Where the paper begins."""
_HEDGE = TOP - 12
_NUMBER = 30
"""The height of the numbers of spaces."""
_SIGN = 46
"""The height of the sign at a curve."""


def _drawn(
    way: Track, paper: int, start: str, finish: str, curve: str, lane: str, *, has_lanes: bool = True
) -> Image.Image:
    """Draw the board; without lanes where those of a moment are put into it."""
    ground = Sketch(WIDTH, PAPER + paper, CREAM)
    hills(ground, _HEDGE + 2, 34)
    head_ground(ground)
    _behind(ground, way)
    hedge(ground, _HEDGE, TOP)
    if has_lanes:
        draw_course(ground, way, Window(0, -TOP))
    ground.rectangle(0, TOP, STRIP, TOP + HEIGHT, FOREST)
    ground.rectangle(0, TOP + HEIGHT, WIDTH, PAPER, FOREST)
    winning_post(ground, FINISH + 12, HEAD + 50, TOP + 6)
    signs = list(_signs(way, curve))
    for left, right in signs:
        _sign(ground, left, right)
    image = ground.image()
    for left, right in signs:
        poster(
            image, left + 58, _HEDGE - _SIGN / 2 - 9, curve, 38, fill=CREAM, width=round(right - left - 68)
        )
    if has_lanes:
        _numbers(image, way)
    y = PAPER - BAND / 2 + 2
    for x, text, room in ((STRIP / 2, lane, 48), (START, start, 160), (FINISH, finish, 200)):
        poster(image, x, y, text, 34, fill=GOLD, align="m", width=room)
    return image


def _behind(ground: Sketch, way: Track) -> None:
    """Draw a stand along the first and the last straight, and trees; paper is the sky, for rays would cost too much."""
    for number, section in enumerate(way.sections):
        left, right = way.bounds[number], way.bounds[number + 1]
        if section.kind == "straight" and number in {0, len(way.sections) - 1}:
            grandstand(ground, left + 22, right - 22, HEAD + 34, _HEDGE)
    poplars(ground, _HEDGE + 2, (30, 70), (84, 56), (645, 62))


def _signs(way: Track, curve: str) -> Iterator[tuple[float, float]]:
    """Yield where the sign of each curve begins and ends."""
    width = fitted(curve, Face.POSTER, 38).width + 72
    for number, section in enumerate(way.sections):
        if section.kind == "curve":
            middle = (way.bounds[number] + way.bounds[number + 1]) / 2
            yield middle - width / 2, middle + width / 2


def _sign(ground: Sketch, left: float, right: float) -> None:
    """Draw a painted sign on two posts, and on it the arrow of a bend."""
    foot = _HEDGE - 9
    for x in (left + 16, right - 20):
        ground.rectangle(x, foot, x + 4, TOP, INK)
    ground.rectangle(left, foot - _SIGN, right, foot, INK)
    ground.rectangle(left + 2.5, foot - _SIGN + 2.5, right - 2.5, foot - 2.5, HEDGE)
    x, y, radius = left + 29.0, foot - _SIGN / 2 - 2, 10.0
    bend = [
        (x + radius * math.cos(turn), y - radius * math.sin(turn))
        for turn in (math.pi * (1 - step / 12) for step in range(13))
    ]
    ground.line([(x - radius, y + 15), *bend, (x + radius, y + 4)], WHITE, 5)
    ground.polygon([(x + radius - 9, y + 3), (x + radius + 9, y + 3), (x + radius, y + 16)], WHITE)


def _numbers(image: Image.Image, way: Track) -> None:
    """Write the numbers of the lanes, and how many spaces there are to the end of each section."""
    size = min(40, round(way.lane * 0.9))
    for lane in range(1, way.lanes + 1):
        poster(image, STRIP / 2, TOP + way.y(lane), str(lane), size, fill=CREAM, align="m")
        space = 0
        for number, section in enumerate(way.sections[:-1]):
            space += section.spaces_in(lane)
            x, y = way.nose(Spot(lane, space))
            if lane > 1 and not any(each.widen for each in way.sections[: number + 1]):
                continue  # the same as in every lane
            if number and not section.widen:
                continue  # those of the curve before, and as many more in every lane
            poster(image, x - 5, y + TOP, str(space), min(_NUMBER, size), fill=BROWN, align="r")


laid_ground = laid(_drawn, on=())


# ----------------------------------------------------------------------------------------- the lanes of a moment

_CELL = 11.5
"""The side of a square of the finishing line."""


def with_lanes(image: Canvas, palette: Image.Image, way: Track, bands: Sequence[Band]) -> None:
    """Lay lanes as high as rows make them onto a board without any: their numbers, the two lines, the rails."""
    top, bottom = TOP + bands[0].top, TOP + bands[-1].top + bands[-1].height
    for band in bands:
        image.put(_laid_lane(palette, way, band.first, band.last, band.height), round(STRIP), TOP + band.top)
        name, size = str(band.first), min(40, round(band.height * 0.9))
        if band.last > band.first:
            name, size = f"{name}–{band.last}", min(34, size)
        middle = TOP + band.top + band.height / 2
        poster(image, STRIP / 2, middle, name, size, fill=CREAM, align="m", width=round(STRIP) - 4)
    image.rectangle((START - 3, top, START + 2, bottom - 1), WHITE)
    image.put(_laid_line(palette, bottom - top), round(FINISH), top)
    for y in (TOP, bottom):
        image.rectangle((STRIP, y, WIDTH, y + 7), SAND_LINE)
        image.rectangle((STRIP, y + 1, WIDTH, y + 6), WHITE)


def _lane(way: Track, first: int, last: int, height: int) -> Image.Image:
    """Draw lanes, one above the other, each with a hairline where a space ends, and a line where a section does."""
    image, high = Image.new("RGB", (WIDTH - round(STRIP), height), SAND), height / (last - first + 1)
    draw = ImageDraw.Draw(image)  # all on whole pixels, with no edge to be smoothed
    for lane in range(first, last + 1):
        top, bottom = round((lane - first) * high), round((lane - first + 1) * high) - 1
        draw.rectangle((0, top, image.width, bottom), fill=SAND_LIGHT if lane % 2 else SAND)
        for place in way.spaces(lane) if first == last else ():
            x = round(way.nose(place)[0] - STRIP)
            draw.rectangle((x - 1, top, x, bottom), fill=SAND_LINE)
    for bound in way.bounds[1:-1]:
        x = round(bound - STRIP)
        draw.rectangle((x - 2, 0, x + 1, height), fill=SAND_LINE)
    return image


def _line(height: int) -> Image.Image:
    """Draw the finishing line."""
    ground = Sketch(round(2 * _CELL), height, WHITE)
    for column, row in product(range(2), range(math.ceil(height / _CELL))):
        if (row + column) % 2:
            ground.rectangle(column * _CELL, row * _CELL, (column + 1) * _CELL, (row + 1) * _CELL, INK)
    return ground.image()


_laid_lane, _laid_line = laid(_lane, on=()), laid(_line, on=())
