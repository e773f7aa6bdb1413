"""Horses on a round course, each in a lane of its own: where they run, where they came from, who is home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.kit.round import Round
from render.parts.canvas import Canvas
from render.parts.plates import number_plate, plate_width
from render.parts.shapes import Point, put, put_centred, rosette
from render.parts.silks import Silk, trail
from render.parts.sprites import GALLOP, Pose, running, sprite, sprite_palette, width_beside


class Runner(NamedTuple):
    """A horse in a race."""

    name: str
    silk: Silk
    space: float = 0
    """0 is the start, beyond the last one is home; fractions lie between."""
    start: int | None = None
    """Where it stood before the last move, if that moved it: a board shows its trail."""
    rank: int | None = None
    """In the order of finish, once it is home."""
    legs: tuple[tuple[int, int], ...] = ()
    """Its moves before the last one that are still of interest, each from a space to a space, the oldest first."""

    def before(self) -> Runner:
        """Return the horse before the last move."""
        return self if self.start is None else self._replace(space=self.start, start=None, rank=None, legs=())


def palette_of(runners: Sequence[Runner]) -> Image.Image:
    """Return the palette that pictures of these horses are encoded with."""
    return sprite_palette(tuple(runner.silk for runner in runners))


_HOOVES = 0.3
"""How far below the middle of its lane the hooves of a horse are, as a share of its width."""
_NARROW = 40
"""Below how many pixels a lane is so narrow that horses on one square hide each other's numbers."""


class Seen(NamedTuple):
    """A horse on a round course: its figure, its upper left corner, and the middle of its number."""

    figure: Image.Image
    corner: Point
    middle: Point

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, the top, the right and the bottom of what is seen of it."""
        (x, y), (left, top, right, bottom) = self.corner, self.figure.getbbox() or (0, 0, 0, 0)
        return x + left, y + top, x + right, y + bottom


def seen(course: Round, runner: Runner, lane: int) -> Seen:
    """Return a horse in its lane, as it runs there."""
    square, direction = int(runner.space), course.direction(runner.space, lane)
    (x, y), (facing, tilt) = course.stand(runner.space, lane), running(direction)
    pose = GALLOP[(square + lane) % len(GALLOP)] if square else Pose.STANDING
    width = width_beside(pose, Pose.STRETCHED, course.horse)
    shown = sprite(pose, runner.silk, width, facing=facing, tilt=tilt if square else 0)
    corner = x - shown.image.width / 2, y + course.horse * _HOOVES - shown.y
    return Seen(shown.image, corner, (x, y - course.horse * 0.06))


def with_runners(image: Canvas, course: Round, runners: Sequence[Runner]) -> None:
    """Draw the horses, those further down the page over the others, below all of them the trails.

    In narrow lanes each has its number once more on a plate that no other hides.
    """
    for lane, runner in enumerate(runners):
        if runner.start is not None:
            way = course.passed(runner.start, int(runner.space), lane)
            trail(image, runner.silk, way, round(course.oval.lane), course.dot)
    field = [(seen(course, runner, lane), runner) for lane, runner in enumerate(runners)]
    for shown, _ in sorted(field, key=lambda each: each[0].middle[1]):
        put(image, shown.figure, *shown.corner)
    side = min(30, round(course.oval.lane) + 2)
    for shown, runner in field:
        x, y = shown.middle
        if course.oval.lane < _NARROW:
            number, worn = runner.silk.number, runner.silk.colour
            number_plate(image, x - plate_width(number, side) / 2, y, number, colour=worn, size=side)
        if runner.rank:
            put_centred(image, rosette(runner.rank, max(side, 34)), x + course.horse * 0.62, y)
