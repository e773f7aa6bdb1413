"""The two courses of the kit in small: seen from the rails, and round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from render.kit.panorama import PAPER, SKY, Panorama
from render.kit.round import SMALL, Round
from render.kit.runners import Runner
from render.kit.stage import WIDTH, Place, Stage, Starter, reduced
from render.parts.poster import WIDTH as BOARD
from render.parts.shapes import Point
from render.parts.sprites import sprite_palette

_BY = WIDTH / BOARD


@dataclass(frozen=True)
class Lanes(Stage):
    """A course on which every horse keeps its lane: places are one number, the space."""

    spaces: int
    runners: tuple[Starter, ...]
    """By lane."""
    start: str
    finish: str
    """What the two lines are called."""

    @property
    def palette(self) -> Image.Image:
        """That of the silks."""
        return sprite_palette(tuple(runner.silk for runner in self.runners))

    def starters(self) -> Sequence[Starter]:
        """Return the horses."""
        return self.runners


@dataclass(frozen=True)
class Rails(Lanes):
    """A course seen from the rails."""

    @property
    def _course(self) -> Panorama:
        return Panorama(self.spaces, len(self.runners))

    @property
    def horse(self) -> int:
        """The width of a running horse in pixels."""
        return round(self._course.horse * _BY)

    def ground(self) -> Image.Image:
        """Return the course from the sky to the band with its numbers."""
        whole = self._course.laid(self.start, self.finish, self.palette, PAPER)
        return reduced(whole, (0, SKY, BOARD, PAPER), self.palette)

    def point(self, horse: int, place: Place) -> Point:
        """Return where the nose and the hooves of a horse are; the last step leads right across the line."""
        course, (space,) = self._course, place
        over = min(max(space - course.squares, 0.0), 1.0)
        on = course.x(min(space, course.squares))
        x = on + (course.x(course.squares + 1) - on) * over
        return x * _BY, (course.foot(horse) - SKY) * _BY


@dataclass(frozen=True)
class Ring(Lanes):
    """A round course."""

    turns_back = True
    paper = 150, 132, 570, 348

    @property
    def _course(self) -> Round:
        return Round(self.spaces, len(self.runners), SMALL)

    @property
    def horse(self) -> int:
        """The width of a running horse in pixels."""
        return 50

    def ground(self) -> Image.Image:
        """Return the course with its numbers."""
        return self._course.ground(self.start, self.finish)

    def point(self, horse: int, place: Place) -> Point:
        """Return where a horse stands, its hooves on the lower edge of its lane."""
        x, y = self._course.point(place[0], horse)
        return x, y + 14


def starter(runner: Runner, leads: str) -> Starter:
    """Return a horse of the kit; `leads` is the phrase with `{name}` for the one in front."""
    return Starter(runner.name, runner.silk, leads.format(name=runner.name))
