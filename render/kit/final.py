"""The end of a game: a poster with a cup, the champion's name as large as it goes, and everybody else below."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.parts.ranking import ranking
from render.captions import Captions
from render.kit.alt import by_rank
from render.parts.canvas import Canvas
from render.parts.ground import laid
from render.parts.lettering import poster, write
from render.parts.palette import CREAM, FADED, FOREST, GOLD, INK, LOSS, SHADE, palette_image
from render.parts.plates import coin
from render.parts.poster import EDGE, HEAD, WIDTH, head_ground, with_title
from render.parts.shapes import MEDALS, put, put_centred, rosette
from render.parts.sketch import Sketch
from render.parts.stands import hedge, hills, poplars, sky

_HORIZON, _PAPER = 470, 500
"""Where the sky ends, and where the paper begins, in pixels from the top."""
_CUP, _NAME = 230, 440
"""Where the middle of the cup is, and where the champion's name begins."""


_MATES = 316
"""How far down those who play for the champion stand."""


def drawn_final(
    title: str,
    scores: Sequence[int],
    names: Sequence[str],
    captions: Captions,
    colours: bytes,
    row: int,
    mates: Sequence[str] = (),
    unit: Sequence[str] = (),
) -> Canvas:
    """Return the poster; rows of those who have not won are so many pixels high, `mates` are who plays for a name.

    `unit` is what is counted where it is no money: one of it, several.
    """
    ranks = ranking(scores)
    order = by_rank(ranks)
    won = [seat for seat in order if ranks[seat] == 1]
    rest = [seat for seat in order if ranks[seat] > 1]
    image = _laid(palette_image(colours), len(rest), row)
    with_title(image, title.upper(), room=WIDTH - 2 * EDGE)
    _champions(image, won, scores, names, captions, unit, below=56 if mates else 0)
    if mates and len(won) == 1:
        write(image, _NAME, _MATES, mates[won[0]], 44, width=WIDTH - _NAME - EDGE)
    for line, seat in enumerate(rest):
        y = _PAPER + row * (line + 0.5)
        _ranked(image, ranks[seat], 76, y, row, captions)
        spare, score = captions.stand_in(seat), _counted(scores[seat], captions, unit)
        size = min(48, round(row * 0.5))
        took = poster(
            image,
            WIDTH - 40,
            y,
            score,
            size + 12,
            fill=LOSS if scores[seat] < 0 else INK,
            align="r",
            width=260,
        )
        left = 140 + write(image, 140, y, names[seat], size, width=round(WIDTH - 200 - took), spare=spare)
        if mates:
            room = round(WIDTH - 84 - took - left)
            write(image, left + 24, y, mates[seat], size - 6, fill=FADED, width=room)
    return image


def _champions(
    image: Canvas,
    won: Sequence[int],
    scores: Sequence[int],
    names: Sequence[str],
    captions: Captions,
    unit: Sequence[str],
    below: int,
) -> None:
    """Write who has won, one below the other, and with how much; so many pixels below the names are left free."""
    lines = len(won)
    high = (_HORIZON - 128 - HEAD - below) / lines
    size = min(196, round(high * 0.86))
    poster(image, _CUP, _HORIZON - 44, "1", 56, align="m")
    for line, seat in enumerate(won):
        y = HEAD + 14 + high * (line + 0.5)
        poster(image, _NAME, y, names[seat], size, width=WIDTH - _NAME - EDGE, spare=captions.stand_in(seat))
    score, y, left = _counted(scores[won[0]], captions, unit), _HORIZON - 70, _NAME
    if not unit:
        put(image, coin(44), left, y - 22)
        left += 60
    poster(image, left, y, score, 76, fill=LOSS if scores[won[0]] < 0 else INK, width=500)


def _ranked(image: Canvas, rank: int, x: float, y: float, row: int, captions: Captions) -> None:
    """Draw a rank: up to the third one its rosette."""
    if rank < len(MEDALS):
        put_centred(image, rosette(rank, min(row - 12, 76)), x, y)
    else:
        poster(image, x, y, captions.rank(rank), min(50, row - 20), align="m", width=110)


def _counted(score: int, captions: Captions, unit: Sequence[str]) -> str:
    """Write a score, and what it is counted in unless that is money."""
    number = captions.number(score)
    return f"{number} {unit[score != 1]}" if unit else number


def _drawn(rest: int, row: int) -> Image.Image:
    ground = Sketch(WIDTH, _PAPER + row * rest + (8 if rest else 0), CREAM)
    sky(ground, HEAD, _HORIZON, _CUP)
    hills(ground, _HORIZON, 40)
    poplars(ground, _HORIZON, (24, 120), (1090, 96), (1126, 132), (1166, 104))
    head_ground(ground)
    _cup(ground, _CUP, _HORIZON)
    hedge(ground, _HORIZON, _PAPER - 6)
    ground.rectangle(0, _PAPER - 6, WIDTH, _PAPER, GOLD)
    for line in range(rest):
        if line % 2 == 0:
            ground.rectangle(0, _PAPER + row * line, WIDTH, _PAPER + row * (line + 1), SHADE)
    return ground.image()


_laid = laid(_drawn)


def _cup(ground: Sketch, x: float, base: float) -> None:
    """Draw the cup on its plinth: its light side to the left, its handles ears."""
    top = base - 322
    for side in (-1, 1):
        for radius, colour in ((56, INK), (51, GOLD), (37, INK), (32, CREAM)):
            ground.disc(x + side * 98, top + 62, radius, colour)
    bowl = [
        (-104, 0),
        (104, 0),
        (96, 70),
        (70, 128),
        (26, 164),
        (20, 206),
        (-20, 206),
        (-26, 164),
        (-70, 128),
        (-96, 70),
    ]
    ground.polygon([(x + a * 1.05, top - 4 + b * 1.03) for a, b in bowl], INK)
    ground.polygon([(x + a, top + b) for a, b in bowl], GOLD)
    light = [(-84, 14), (-44, 14), (-40, 76), (-30, 128), (-50, 118), (-72, 70)]
    ground.polygon([(x + a, top + b) for a, b in light], CREAM)
    for wide, upper, lower, colour in (
        (114, -14, 10, INK), (109, -9, 5, GOLD), (44, 150, 172, INK), (39, 155, 167, GOLD),
        (76, 202, 230, INK), (71, 207, 225, GOLD), (118, 228, 322, INK), (112, 234, 322, FOREST), (76, 250, 306, GOLD),
    ):  # fmt: skip
        ground.rectangle(x - wide, top + upper, x + wide, top + lower, colour)
    ground.rectangle(x - 71, top + 255, x + 71, top + 301, CREAM)
