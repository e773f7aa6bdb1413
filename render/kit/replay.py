"""An animated replay: what happened between views, race by race, how much of it is shown, and moves on a course."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from PIL import Image

from render.captions import Captions
from render.kit.alt import replay_text
from render.kit.runners import Course, Runner, with_runners
from render.parts.animation import Box, Shot, around, eased, gif
from render.parts.shapes import put
from render.picture import Picture


class OfRace(Protocol):
    """A step of a race: something that happened in it, and how things stand then."""

    @property
    def race(self) -> int:
        """The number of the race."""


Step = TypeVar("Step", bound=OfRace)
View = TypeVar("View")
Play = TypeVar("Play")
Spot = TypeVar("Spot")
Horse = TypeVar("Horse")

Races = Sequence[Sequence[Step]]
"""Steps, race by race."""


class NothingMoved(ValueError):
    """A replay was asked for of views in which nothing has happened."""


WHOLE: Box = (0, 0, 720, 480)
"""All of a replay."""


def animated(
    name: str,
    steps: Iterable[Step],
    most: int,
    shots: Callable[[Races[Step]], Iterable[Shot]],
    captions: Captions,
    palette: Image.Image | None = None,
) -> Picture:
    """Animate the last races, with at most so many steps; NothingMoved if there is no step.

    `shots` tells how races are shown. `name` is that of the file, without the number of the last race.
    """
    races = last_races(steps, most)
    if not races:
        raise NothingMoved("nothing has happened in these views that could be shown again")
    numbers = [race[0].race for race in races]
    return gif(partial(shots, races), f"{name}{numbers[-1]}", replay_text(captions.alt, numbers), palette)


def last_races(steps: Iterable[Step], most: int) -> Races[Step]:
    """Return steps race by race: of the last races that have at most so many steps in all, but of one at least."""
    races = [list(of_one) for _, of_one in groupby(steps, key=lambda step: step.race)]
    while len(races) > 1 and sum(map(len, races)) > most:
        del races[0]
    return races


class CardStep(NamedTuple, Generic[View, Play, Spot, Horse]):
    """One card of a race, and how things stand after it."""

    view: View
    """A view for what does not change: the horses, the course."""
    race: int
    play: Play
    places: tuple[Spot, ...]
    home: tuple[Horse, ...]


def cards_played(views: Iterable[Any]) -> Iterator[CardStep[Any, Any, Any, Any]]:
    """Yield the cards that views show, each once; the last of a race is not in its views, but in its result."""
    found: CardStep[Any, Any, Any, Any] | None = None
    for view in views:
        now, over = None, view.result
        if view.phase == "racing":
            now = CardStep(view, view.race, view.last, view.places, view.home) if view.last else None
        elif over and found and over.race == found.race and over.last:
            now = CardStep(view, over.race, over.last, over.places, over.order)
        if now and (found is None or now[1:] != found[1:]):
            yield now
        found = now or found


# ---------------------------------------------------------------------------------------- moves on a course

OPENING, _PLAYED, _STILL, _FRAME, _AFTER, _END = 1200, 300, 600, 40, 350, 4000
"""Milliseconds: the start, what is played, what moves nothing, a frame of a move, its last one, the finish."""
_FRAMES, _SLOW = 5, 8
"""The fewest frames of a move, and how many spaces make one more."""


class CourseReel(ABC, Generic[Step]):
    """Turns steps of races into frames."""

    captions: Any
    """What is written in the game's pictures, with the names of the two lines."""
    panel: ClassVar[Box | None] = None
    """Where the paper lies, for frames of which only the box around what changed is compared; None: all of it is."""

    @abstractmethod
    def course(self, step: Step) -> Course:
        """Return the course of a step."""

    @abstractmethod
    def runners(self, step: Step) -> Sequence[Runner]:
        """Return the horses after a step by lane, with the moves it made."""

    @abstractmethod
    def paper(self, step: Step, runners: Sequence[Runner], is_open: bool) -> tuple[Image.Image, float, float]:
        """Return the paper, its left and its top; one that is not open does not show yet what is played."""

    def shots(self, races: Races[Step]) -> Iterator[Shot]:
        """Yield every frame."""
        for steps in races:
            before = [runner.before() for runner in self.runners(steps[0])]
            opening = self._scene(steps[0], before, is_open=False)
            yield Shot(opening, OPENING, (0, 0, *opening.size))
            changed = self.panel
            for step in steps:
                changed = yield from self._shown(step, changed)
            after = [runner._replace(start=None) for runner in self.runners(steps[-1])]
            yield Shot(self._scene(steps[-1], after), _END, self._around(changed))

    def _around(self, *boxes: Box | None) -> Box | None:
        return around(self.panel, *(box for box in boxes if box)) if self.panel else None

    def _scene(
        self, step: Step, runners: Sequence[Runner], without: Collection[int] = (), *, is_open: bool = True
    ) -> Image.Image:
        course, lanes = self.course(step), [lane for lane in range(len(runners)) if lane not in without]
        image = course.ground(self.captions.start, self.captions.finish)
        with_runners(image, course, runners, lanes)
        put(image, *self.paper(step, runners, is_open))
        return image

    def _shown(self, step: Step, stale: Box | None) -> Generator[Shot, None, Box | None]:
        """Show what is played and its moves. `stale` is where those before left trails; return where these do."""
        course, after = self.course(step), self.runners(step)
        before = [runner.before() for runner in after]
        movers = [lane for lane, runner in enumerate(after) if runner.start is not None]
        yield Shot(self._scene(step, before), _PLAYED if movers else _STILL, self._around(stale))
        if not movers:
            return self.panel
        field = self._scene(step, before, movers)
        ways = {lane: min(after[lane].space, course.spaces + 1) - before[lane].space for lane in movers}
        shares = list(eased(_FRAMES + round(max(map(abs, ways.values()))) // _SLOW))
        everywhere = around(*(_box(course, lane, before[lane].space) for lane in movers))
        for earlier, share in pairwise((0.0, *shares)):
            frame, moving = field.copy(), list(after)
            boxes = []
            for lane in movers:
                start, end = (before[lane].space + ways[lane] * part for part in (earlier, share))
                moving[lane] = after[lane]._replace(space=end, rank=after[lane].rank if share == 1 else None)
                boxes.append(_stretch(course, lane, start, end))
            with_runners(frame, course, moving, movers)
            yield Shot(frame, _AFTER if share == 1 else _FRAME, around(*boxes) if self.panel else None)
            everywhere = around(everywhere, *boxes)
        return everywhere


def _stretch(course: Course, lane: int, start: float, end: float) -> Box:
    """Return the box that a move may touch; in a curve it bulges out of the box around its two ends."""
    between = range(int(min(start, end)), int(max(start, end)) + 1)
    return around(*(_box(course, lane, space) for space in (start, *between, end)))


def _box(course: Course, lane: int, space: float) -> Box:
    """Return the box that a horse's token, its ring and its rosette may touch."""
    x, y = course.point(space, lane)
    reach = course.token // 2 + 4
    beside = course.token if space > course.spaces else 0
    return round(x) - reach, round(y) - reach, round(x) + reach + beside, round(y) + reach
