"""An animated replay: what happened between views, race by race, and how much of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from PIL import Image

from render.kit.alt import replay_text
from render.parts.animation import Animation, Box, Shot, gif
from render.picture import Picture
from render.words import Captions


class OfRace(Protocol):
    """A step of a race: something that happened in it, and how things stand then."""

    @property
    def race(self) -> int:
        """The number of the race."""


Step = TypeVar("Step", bound=OfRace)
View = TypeVar("View")
Play = TypeVar("Play")
Place = TypeVar("Place")
Horse = TypeVar("Horse")

Races = Sequence[Sequence[Step]]
"""Steps, race by race."""

WHOLE: Box = (0, 0, 720, 480)
"""All of a replay."""


def animated(
    name: str,
    steps: Iterable[Step],
    most: int,
    shots: Callable[[Races[Step]], Iterable[Shot]],
    words: Captions,
    palette: Image.Image | None = None,
) -> Picture:
    """Animate the last races, with at most so many steps; ValueError if there is no step.

    `shots` tells how races are shown. `name` is that of the file, without the number of the last race.
    """
    races = last_races(steps, most)
    if not races:
        raise ValueError("nothing has happened in these views that could be shown again")
    numbers = [race[0].race for race in races]
    told = replay_text(words.alt, numbers)
    return gif(lambda: Animation(shots(races), palette), f"{name}{numbers[-1]}", told)


def last_races(steps: Iterable[Step], most: int) -> Races[Step]:
    """Return steps race by race: of the last races that have at most so many steps in all, but at least one race.

    Without a step there is no race.
    """
    races = [list(of_one) for _, of_one in groupby(steps, key=lambda step: step.race)]
    while len(races) > 1 and sum(map(len, races)) > most:
        del races[0]
    return races


class CardStep(NamedTuple, Generic[View, Play, Place, Horse]):
    """One card of a race, and how things stand after it."""

    view: View
    """A view for what does not change: the horses, the course."""
    race: int
    play: Play
    places: tuple[Place, ...]
    home: tuple[Horse, ...]


def cards_played(views: Iterable[Any]) -> Iterator[CardStep[Any, Any, Any, Any]]:
    """Yield the cards that views show, each once, though one is seen until the next is played.

    The last of a race is not in a view of the race any more, but in its result.
    """
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
