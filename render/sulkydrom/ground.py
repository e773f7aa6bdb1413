"""The empty board: a stand behind the course, the numbers of its lanes and of its spaces, and the paper of the list."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from engines.sulkydrom.course import Spot
from render.parts.ground import laid
from render.parts.lettering import poster
from render.parts.palette import CREAM, FOREST, GOLD, INK, SAND_LINE, TURF, mixed
from render.parts.poster import HEAD, head_ground
from render.parts.sketch import Sketch
from render.parts.stands import grandstand, hedge, hills, poplars, sky
from render.sulkydrom.track import HEIGHT, WIDTH, Track, shapes

TOP = HEAD + 100
"""Where the course begins, in pixels."""
BAND = 40
"""The height of the band below the course."""
PAPER = TOP + HEIGHT + BAND
"""Where the paper begins."""
_HEDGE = TOP - 12
_NUMBER = 28
"""The height of the numbers of spaces."""
_FAINT = mixed(SAND_LINE, INK, 0.34)


def _drawn(way: Track, paper: int, start: str, finish: str) -> Image.Image:
    ground = Sketch(WIDTH, PAPER + paper, CREAM)
    sky(ground, HEAD, _HEDGE + 2, WIDTH / 2)
    hills(ground, _HEDGE + 2, 30)
    poplars(ground, _HEDGE + 2, (30, 60), (58, 70), (930, 52), (1040, 66), (1066, 48), (1164, 62))
    grandstand(ground, 150, 870, HEAD + 30, _HEDGE)
    head_ground(ground)
    hedge(ground, _HEDGE, TOP)
    ground.rectangle(0, TOP, WIDTH, TOP + HEIGHT, TURF)
    for shape in shapes(way):
        ground.polygon([(x, y + TOP) for x, y in shape.points], shape.fill)
    ground.rectangle(0, TOP, 52, TOP + HEIGHT, FOREST)
    ground.rectangle(0, TOP + HEIGHT, WIDTH, PAPER, FOREST)
    image = ground.image()
    for lane in range(1, way.lanes + 1):
        _, y = way.nose(Spot(lane, 0))
        poster(image, 26, y + TOP, str(lane), min(38, round(way.lane * 0.86)), fill=CREAM, align="m")
    for lane, space in _numbered(way):
        x, y = way.nose(Spot(lane, space))
        poster(image, x - 4, y + TOP, str(space), min(_NUMBER, round(way.lane * 0.7)), fill=_FAINT, align="r")
    y, (start_x, _), (finish_x, _) = PAPER - BAND / 2 + 2, way.point(0, 0), way.point(way.bounds[-1], 0)
    poster(image, start_x, y, start, 34, fill=GOLD, align="m")
    poster(image, finish_x, y, finish, 34, fill=GOLD, align="m")
    return image


def _numbered(way: Track) -> Iterator[tuple[int, int]]:
    """Yield the lanes and spaces that bear a number: where a section ends, but for the finishing line."""
    for lane in range(1, way.lanes + 1):
        space = 0
        for section in way.sections[:-1]:
            space += section.spaces_in(lane)
            yield lane, space


laid_ground = laid(_drawn)
