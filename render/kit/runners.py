"""Horses on a round course, each in a lane of its own: where they run, where they came from, who is home."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.kit.round import Round
from render.parts.canvas import Surface
from render.parts.shapes import put_centred
from render.parts.silks import Silk, ribbon, token, trail
from render.parts.sprites import sprite_palette


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


def with_runners(image: Surface, course: Round, runners: Sequence[Runner], lanes: Sequence[int]) -> None:
    """Draw the horses of some lanes, below them the trails of those that moved; these come on top."""
    order = sorted(lanes, key=lambda lane: runners[lane].start is not None)
    for lane in order:
        start, end = runners[lane].start, int(runners[lane].space)
        if start is not None:
            trail(image, runners[lane].silk, course.passed(start, end, lane), course.token, course.dot)
    for lane in order:
        runner, at = runners[lane], course.point(runners[lane].space, lane)
        put_centred(image, token(runner.silk, course.token), *at)
        if runner.rank:
            ribbon(image, at, runner.rank, course.token)
