"""The still on which a replay opens: the photo finish in small, and who has won."""

from __future__ import annotations

from collections.abc import Iterator

from PIL import Image

from render.kit.stage import RIBBON, WIDTH, Film, Stage
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import Face, fitted, poster
from render.parts.palette import CREAM, FOREST, GOLD, INK, TURF, TURF_GRAIN, TURF_LIGHT, WHITE
from render.parts.poster import ribbon
from render.parts.shapes import put, put_centred, rosette
from render.parts.sketch import Sketch
from render.parts.sprites import sprite, width_beside
from render.parts.stands import crowd, hedge, rail

HEAD, STRIP = 58, 70
"""The height of the head of every frame, its golden rule included, and of the strip below."""
_RULE = 4
_LINE, _CELL = 664, 10
"""Where the finishing line is, and the side of its squares."""
_WIDTHS = 300, 206, 168
"""How wide the first three horses are."""


def head(image: Canvas, title: str, said: str, *, is_gold: bool) -> None:
    """Write the title of a race, and on a ribbon what is to be said."""
    middle = (HEAD - _RULE) / 2
    poster(image, 18, middle, title.upper(), 40, fill=CREAM, width=250)
    if not said:
        return
    took = fitted(said.upper(), Face.POSTER, 38, RIBBON).width
    if is_gold:
        put(image, ribbon(round(took) + 48, HEAD - _RULE - 8, GOLD), WIDTH - round(took) - 48, 4)
    poster(
        image, WIDTH - 16, middle, said.upper(), 38, fill=INK if is_gold else CREAM, align="r", width=RIBBON
    )


def head_ground(ground: Sketch) -> None:
    """Draw the empty head onto a ground."""
    ground.rectangle(0, 0, WIDTH, HEAD - _RULE, FOREST)
    ground.rectangle(0, HEAD - _RULE, WIDTH, HEAD, GOLD)


def photo_finish(film: Film, height: int) -> Canvas:
    """Return the first horses of a race at the line, so large that it is told in one look who has won."""
    image, stage = _ground(film.stage.palette, height), film.stage
    head(image, film.title, film.won_in_short, is_gold=True)
    first, ranks = film.finish[: len(_WIDTHS)], [rank for _, rank in film.ranked]
    spots, foot = list(_spots(stage, len(first))), height - STRIP - 16
    for rank in reversed(range(len(first))):
        nose, width = spots[rank]
        pose = stage.gait[(2 - rank) % len(stage.gait)]
        shown = sprite(pose, stage.starters()[first[rank]].silk, width_beside(pose, stage.gait[2], width))
        put(image, shown.image, nose - shown.nose, foot - shown.y - rank * 10)
    for rank, (nose, width) in enumerate(spots):
        name, y, side = stage.starters()[first[rank]].name, height - STRIP / 2 + 2, 44 - rank * 4
        put_centred(image, rosette(ranks[rank], side), nose - width + side / 2 + 4, y)
        room = width - side - 18
        poster(image, nose - width + side + 12, y, name, 42 - 4 * rank, fill=CREAM, width=room)
    return image


def _spots(stage: Stage, count: int) -> Iterator[tuple[float, int]]:
    """Yield where the nose of each horse is, and how wide it is."""
    nose = WIDTH - 20.0
    for width in _WIDTHS[:count]:
        yield nose, width
        nose -= width + 6


def _drawn(height: int) -> Image.Image:
    ground, turf = Sketch(WIDTH, height, FOREST), height - STRIP
    top = HEAD + round((turf - HEAD) * 0.3)
    crowd(ground, 0, WIDTH, HEAD, top - 10)
    head_ground(ground)
    hedge(ground, top - 10, top)
    ground.rectangle(0, top, WIDTH, turf, TURF)
    ground.rectangle(0, top + (turf - top) * 0.35, WIDTH, top + (turf - top) * 0.7, TURF_LIGHT)
    for number, y in enumerate(range(top + 12, turf, _CELL)):
        for column in range(2):
            colour = INK if (number + column) % 2 else WHITE
            left = _LINE + column * _CELL
            ground.rectangle(left, y, left + _CELL, min(y + _CELL, turf), colour)
    rail(ground, top + 10, 0, WIDTH, TURF_GRAIN)
    ground.rectangle(0, turf, WIDTH, turf + _RULE, GOLD)
    return ground.image()


_ground = laid(_drawn)
