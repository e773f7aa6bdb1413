"""Jockey's course with its horses: where they run, where they came from, who is home."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import Image

from engines.jockey.actions import Horse
from engines.jockey.view import View
from render.jockey.horses import silks
from render.jockey.words import Words
from render.parts.lettering import write
from render.parts.oval import Oval, Scale, course
from render.parts.palette import CREAM
from render.parts.signs import hoofprint, medal, rosette
from render.parts.silks import ghost, token
from render.parts.smooth import put_centred

WIDTH, HEIGHT = 1200, 800
"""The size of the board in pixels."""


FULL = Scale(WIDTH, HEIGHT, 52, 17)


@cache
def oval(squares: int, lanes: int, scale: Scale = FULL) -> Oval:
    """Return the course for an edition of so many squares and horses."""
    by = scale.factor
    return Oval(
        left=124 * by,
        top=124 * by,
        right=1076 * by,
        bottom=676 * by,
        radius=150 * by,
        lanes=lanes,
        lane=184 * by / lanes,
        squares=squares,
        start=500 * by,
        pocket=70 * by,
        paddock=112 * by,
    )


def ground(view: View, words: Words, scale: Scale = FULL) -> Image.Image:
    """Return a fresh picture of the empty course, with the names of its two lines."""
    return _ground(view.squares, len(view.horses), words.start, words.finish, scale).copy()


@lru_cache(maxsize=16)
def _ground(squares: int, lanes: int, start: str, finish: str, scale: Scale) -> Image.Image:
    track = oval(squares, lanes, scale)
    image = course(track, (scale.width, scale.height), scale.numbers).copy()
    below = track.half + scale.numbers * 0.95
    room = round(74 * scale.factor)
    for distance, text in ((track.along(0), start), (track.along(squares + 1), finish)):
        x, y = track.point(distance, below)
        write(image, x, y, text, scale.numbers, fill=CREAM, align="m", width=room)
    return image


def spot(track: Oval, place: float, lane: int, scale: Scale = FULL) -> tuple[float, float]:
    """Return where the middle of a horse's token is, left of its rosette behind the finishing line."""
    x, y = track.at(place, lane)
    over = min(max(place - track.squares, 0.0), 1.0)
    return x - over * scale.token * 0.28, y


def with_horses(image: Image.Image, view: View) -> None:
    """Draw the trail of the last move, then every horse in its lane, the one that moved on top."""
    last = view.last
    moved = last.horse if last else None
    if last and moved and last.start is not None and last.end is not None:
        trail(image, view, moved, (last.start, last.end))
    for horse in sorted(view.horses, key=lambda horse: horse == moved):
        lane = view.horses.index(horse)
        with_horse(image, view, horse, view.places[lane])
        if horse in view.home:
            with_rosette(image, view, horse, view.home.index(horse) + 1)


def with_horse(image: Image.Image, view: View, horse: Horse, place: float, scale: Scale = FULL) -> None:
    """Draw one horse on a square of its lane; fractions lie between squares."""
    lane = view.horses.index(horse)
    track = oval(view.squares, len(view.horses), scale)
    put_centred(image, token(silks(view.horses)[horse], scale.token), *spot(track, place, lane, scale))


def with_rosette(image: Image.Image, view: View, horse: Horse, place: int, scale: Scale = FULL) -> None:
    """Draw the rosette of a horse that came home, beside its token."""
    track = oval(view.squares, len(view.horses), scale)
    x, y = spot(track, view.squares + 1, view.horses.index(horse), scale)
    put_centred(image, rosette(str(place), round(scale.token * 0.8), medal(place)), x + scale.token * 0.78, y)


def trail(image: Image.Image, view: View, horse: Horse, move: tuple[int, int], scale: Scale = FULL) -> None:
    """Draw where a horse came from, and a hoofprint on each square between."""
    start, end = move
    track = oval(view.squares, len(view.horses), scale)
    worn, lane = silks(view.horses)[horse], view.horses.index(horse)
    dot = hoofprint(round(17 * scale.factor), worn.colour)
    step = max(1, track.squares // 80)
    for square in range(start + step, min(end, track.squares + 1), step):
        put_centred(image, dot, *track.at(square, lane))
    put_centred(image, ghost(round(scale.token * 0.86), worn.colour), *track.at(start, lane))
