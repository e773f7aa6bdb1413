"""Jockey's course with its horses: where they run, where they came from, who is home."""

from __future__ import annotations

from PIL import Image

from engines.jockey.actions import Horse
from engines.jockey.view import View
from render.jockey.horses import silks
from render.kit.round import FULL, Round
from render.parts.oval import Scale
from render.parts.silks import token
from render.parts.smooth import put_centred
from render.parts.tokens import ribbon, trail


def course_of(view: View, scale: Scale = FULL) -> Round:
    """Return the course of an edition of so many squares and horses."""
    return Round(view.squares, len(view.horses), scale)


def with_horses(image: Image.Image, view: View) -> None:
    """Draw the trail of the last move, then every horse in its lane, the one that moved on top."""
    last = view.last
    moved = last.horse if last else None
    if last and moved and last.start is not None and last.end is not None:
        with_trail(image, view, moved, (last.start, last.end))
    for horse in sorted(view.horses, key=lambda horse: horse == moved):
        rank = view.home.index(horse) + 1 if horse in view.home else None
        with_horse(image, view, horse, view.places[view.horses.index(horse)], rank)


def with_horse(
    image: Image.Image, view: View, horse: Horse, square: float, rank: int | None = None, scale: Scale = FULL
) -> None:
    """Draw one horse on a square of its lane; fractions lie between squares. One with a rank has its rosette."""
    at = course_of(view, scale).spot(square, view.horses.index(horse))
    put_centred(image, token(silks(view.horses)[horse], scale.token), *at)
    if rank:
        ribbon(image, at, rank, scale.token)


def with_trail(
    image: Image.Image, view: View, horse: Horse, move: tuple[int, int], scale: Scale = FULL
) -> None:
    """Draw where a horse came from, and a hoofprint on each square between."""
    course = course_of(view, scale)
    points = course.passed(*move, view.horses.index(horse))
    trail(image, silks(view.horses)[horse], points, scale.token, course.dot)
