"""Games of every kind played at random, for pictures to draw; names to draw them with; and pictures opened."""

from __future__ import annotations

import hashlib
import io
import math
import pickle
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

from PIL import Image, ImageChops

from engines import catalog
from engines.core import Chance
from render import Picture
from render.kit.stage import Film
from render.parts.canvas import Canvas, Stroke, _stamp

NAMES = (
    "Anna",
    "Bartholomäus",
    "Chiara ✨",
    "Дмитрий",
    "Eve",
    "Fürst von Hohenlohe-Langenburg",
    "🐎🐎🐎",
    "xX_horse_lover_2009_Xx",
)
STRANGE = (
    "\u202e" + "W" * 70,
    "Z" + "\u0335\u0351" * 40,
    "🏇" * 40,
    "\x00\n\t",
    "שלום " * 20,
    "ﷺ ﷽",
    "",
    "{0}{name}",
)


@cache
def states(key: str, seats: int, seed: int = 0, **options: Any) -> tuple[Any, ...]:
    """Return every state of one game played at random."""
    game = catalog.game(key)
    chance = Chance(hashlib.sha256(b"%d %d" % (seats, seed)).digest())
    state, _ = game.new(game.options(options), seats, chance)
    passed = [state]
    while game.to_act(state):
        able, window = game.able(state), game.window(state)
        seat, action = (
            (able[0], game.choices(state, able[0]).sample(chance)) if able else (None, window.action)
        )
        state, _ = game.apply(state, seat, action, chance)
        passed.append(state)
    return tuple(passed)


@cache
def views(key: str, seats: int, seed: int = 0, seat: int | None = None, **options: Any) -> tuple[Any, ...]:
    """Return what a seat (None: everyone) saw in one game played at random, step by step."""
    game = catalog.game(key)
    return tuple(game.view(state, seat) for state in states(key, seats, seed, **options))


def of_every_phase(key: str, seats: int, seat: int | None = None, **options: Any) -> dict[str, Any]:
    """Return the last view of each phase of a game."""
    return {view.phase: view for view in views(key, seats, 0, seat, **options)}


def drawn(picture: Picture) -> Picture:
    """Draw a picture, here and now."""
    picture.draw()
    return picture


def opened(picture: Picture) -> Image.Image:
    """Return the pixels of a picture."""
    image = Image.open(io.BytesIO(picture.data))
    image.load()
    assert image.size == (picture.width, picture.height)
    return image.convert("RGB")


def frames(picture: Picture) -> list[Image.Image]:
    """Return the frames of an animated picture."""
    return [frame for frame, _ in timed_frames(picture)]


def timed_frames(picture: Picture) -> Iterator[tuple[Image.Image, int]]:
    """Yield the frames of an animated picture, and for how many milliseconds each stands.

    All of a replay's at once would take a hundred megabytes.
    """
    film = Image.open(io.BytesIO(picture.data))
    assert film.format == picture.filename.rpartition(".")[2].upper()
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        film.load()
        yield film.convert("RGB"), film.info["duration"]


def film_of(picture: Picture) -> Film:
    """Return what a replay is made of."""
    (shots, _) = pickle.loads(picture.recipe).args
    (film,) = shots.args
    return film  # type: ignore[no-any-return]


def is_sound(picture: Picture) -> None:
    """Check what holds for every single picture that goes to Discord."""
    assert opened(picture).width == 1200
    assert picture.filename.isascii()
    assert picture.filename.endswith(".png")
    assert len(picture.data) < 150_000
    assert 0 < len(picture.alt) <= 1024
    assert "{" not in picture.alt.replace("{0}{name}", "")


def changed(one: Picture, other: Picture) -> tuple[int, int, int, int] | None:
    """Return the box in which two pictures differ, None if they do not."""
    return ImageChops.difference(opened(one), opened(other)).getbbox()


def letters(image: Canvas) -> list[Stroke]:
    """Return the lines of text on a canvas."""
    return [stroke for stroke in image.strokes if getattr(stroke.paint, "func", None) is _stamp]


def require_apart(image: Canvas) -> None:
    """Check that no text leaves a picture or covers another one; lines have two pixels around their letters."""
    written = letters(image)
    assert written
    assert all(image._holds(stroke) for stroke in written)
    for one, other in combinations(written, 2):
        beside = one.x + one.width - 4 <= other.x or other.x + other.width - 4 <= one.x
        one_bottom, other_bottom = one.y + one.height, other.y + other.height
        below = one_bottom - 4 <= other.y or other_bottom - 4 <= one.y
        assert beside or below, (one, other)


def away(point: tuple[float, float], box: tuple[float, float, float, float]) -> float:
    """Return how far a point is from a box, its left, top, right and bottom: 0 inside of it."""
    (x, y), (left, top, right, bottom) = point, box
    return math.hypot(max(left - x, 0, x - right), max(top - y, 0, y - bottom))
