"""The animated replay: every throw of a race, and the way on which it took a horse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engines.jumpyjack.course import Course, Places
from engines.jumpyjack.podium import Podium, arrived
from engines.jumpyjack.state import LastMove
from engines.jumpyjack.view import Phase, View
from engines.parts.tuples import replaced
from render.jumpyjack.captions import Captions
from render.jumpyjack.field import hedges_of
from render.jumpyjack.ground import laid_ground
from render.jumpyjack.horses import PALETTE, silks
from render.jumpyjack.track import BOTTOM, middle, oval, stand, waiting
from render.kit.replay import LAST, Asked, animated
from render.kit.stage import WIDTH, Beat, Film, Place, Play, Stage, Starter, Way, reduced
from render.parts.oval import Oval
from render.parts.poster import HEAD
from render.parts.poster import WIDTH as BOARD
from render.parts.shapes import Point
from render.picture import Picture

_BY = WIDTH / BOARD
_HOOVES = 22
"""How far below the middle of its place the hooves of a horse are, in pixels."""
_LEAP, _REACH = 0.34, 0.42
"""How high a horse leaps, as a share of its width, and how far before and behind a hedge, as a share of a square."""


@dataclass(frozen=True)
class Hedges(Stage):
    """The oval; a place is how far along its middle and how far outwards of it, in pixels of the board."""

    turns_back = True

    course: Course
    runners: tuple[Starter, ...]
    captions: Captions

    @property
    def _track(self) -> Oval:
        return oval(self.course.squares)

    @property
    def palette(self) -> Image.Image:
        """That of all pictures of the game."""
        return PALETTE

    @property
    def horse(self) -> int:
        """The width of a running horse in pixels."""
        return 66

    def starters(self) -> Sequence[Starter]:
        """Return the horses."""
        return self.runners

    def ground(self) -> Image.Image:
        """Return the course with its hedges, and what lies inside of it."""
        whole = laid_ground(self.course, self.captions, BOTTOM)
        return reduced(whole, (0, HEAD, BOARD, BOTTOM), PALETTE)

    def point(self, horse: int, place: Place) -> Point:
        """Return where the withers of a horse are, its hooves somewhat below the middle of its place."""
        x, y = self._track.point(*place)
        return x * _BY, (y - HEAD) * _BY + _HOOVES

    def leap(self, place: Place) -> float:
        """Return how high a horse is over a hedge, which stands where its square begins."""
        square = (place[0] - self._track.start) / self._track.square
        nearest = min(abs(square - (hedge - 1)) for hedge in hedges_of(self.course))
        return max(0.0, _LEAP * (1 - (nearest / _REACH) ** 2))


class Move(NamedTuple):
    """One throw of a race and its move; `before` is the view in which it was thrown."""

    before: View
    last: LastMove
    places: Places
    podium: Podium

    @property
    def race(self) -> int:
        """The number of the race."""
        return self.before.race

    def after(self) -> View:
        """Return the view with the horse moved."""
        return replace(self.before, places=self.places, podium=self.podium, last=self.last)


def replay(views: Sequence[View], names: Sequence[str], captions: Captions, asked: Asked = LAST) -> Picture:
    """Animate a race from everyone's views after each action; NothingMoved if no horse is moved, or NoSuchRace."""
    film = partial(_film, captions=captions)
    return animated("jumpyjack-replay-race", moves(views), film, names, captions, asked)


def moves(views: Sequence[View]) -> Iterator[Move]:
    """Find the moves between views; that which ends a race may only be in its result."""
    for before, after in pairwise(views):
        if before.phase is not Phase.RACING:
            continue
        if after.race == before.race:
            if after.last and after.last != before.last:
                yield Move(before, after.last, after.places, after.podium)
        elif after.result and after.result.race == before.race:
            over = after.result
            places = replaced(before.places, before.horses.index(over.last.horse), over.last.way[-1])
            yield Move(before, over.last, places, over.podium)


def _film(steps: Sequence[Move], captions: Captions) -> Film:
    view, podium, worn = steps[0].before, steps[-1].podium, silks(steps[0].before.horses)
    called = [captions.horse(horse) for horse in view.horses]
    runners = [
        Starter(name, worn[horse], captions.leads.format(name=name))
        for horse, name in zip(view.horses, called, strict=True)
    ]
    track = oval(view.course.squares)
    finish = tuple(view.horses.index(horse) for horse in podium if horse) if podium[0] else ()
    return Film(
        race=steps[0].race,
        title=captions.race.format(race=steps[0].race),
        stage=Hedges(view.course, tuple(runners), captions),
        start=tuple(_place(track, view.places, horse) for horse in range(len(called))),
        beats=tuple(_beats(steps)),
        finish=finish,
        winner=called[finish[0]] if finish else "",
        verdict=captions.wins,
    )


def _beats(steps: Sequence[Move]) -> Iterator[Beat]:
    for move in steps:
        last, horses = move.last, move.before.horses
        home = tuple(horses.index(horse) for horse in arrived(move.podium))
        play = Play(last.seat, "", horses.index(last.horse), last.value)
        yield Beat((play,), (_way(move),), _leading(move.places), home)


def _way(move: Move) -> Way:
    """Return the way of a horse: over the line, back to the start, or off the course."""
    horse, squares = move.before.horses.index(move.last.horse), move.before.course.squares
    track, way = oval(squares), move.last.way
    places = [_place(track, move.before.places, horse)]
    last = [square for square in way[1:] if square > 0][-1]
    if last > squares:
        rank = move.podium.index(move.last.horse)
        home = track.start + track.squares * track.square + track.paddock * 0.6
        places.append((home, (0.45 - 0.6 * rank) * track.lane))
    else:
        places.append(_place(track, replaced(move.before.places, horse, last), horse))
    if way[-1] == 0:
        places.append(waiting(track, horse))
    return Way(horse, tuple(places), vanishes=way[-1] < 0)


def _place(track: Oval, places: Places, horse: int) -> Place:
    return stand(track, places, horse) or (middle(track, max(places[horse], 0)), 0.0)


def _leading(places: Places) -> int | None:
    foremost = max(places)
    return places.index(foremost) if foremost > 0 and places.count(foremost) == 1 else None
