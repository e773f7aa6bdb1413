"""An animated replay: what happened between views, of which race it is shown, and how it is told in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from render.captions import Captions
from render.kit.alt import replay_text
from render.kit.film import Reel
from render.kit.stage import Film
from render.parts.animation import Form, animation
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


class NothingMoved(ValueError):
    """A replay was asked for of views in which nothing has happened."""


class NoSuchRace(ValueError):
    """A replay was asked for of a race in which nothing has happened, though something has in others: `races`."""

    def __init__(self, race: int, races: Sequence[int]) -> None:
        super().__init__(f"nothing has happened in race {race} of these views, but in {races}")
        self.race = race
        self.races = races


class Asked(NamedTuple):
    """Which replay is wanted."""

    race: int | None = None
    """None: the last one."""
    form: Form = Form.WEBP


LAST = Asked()
"""What is shown unless somebody asks for something else."""


def animated(
    name: str,
    steps: Iterable[Step],
    film: Callable[[Sequence[Step]], Film],
    names: Sequence[str],
    captions: Captions,
    asked: Asked = LAST,
) -> Picture:
    """Animate a race; NothingMoved if there is no step at all, NoSuchRace if there is none of the race.

    `film` tells a race by its steps. `name` is that of the file, without the number of the race.
    """
    shown = film(of_race(steps, asked.race))
    told = [(shown.stage.starters()[horse].name, rank) for horse, rank in shown.ranked]
    shots = partial(Reel(names, captions).shots, shown)
    alt = replay_text(captions.alt, shown.race, shown.won, told)
    return animation(shots, f"{name}{shown.race}", alt, asked.form)


def of_race(steps: Iterable[Step], race: int | None) -> Sequence[Step]:
    """Return the steps of a race, of the last one for None; NothingMoved, or NoSuchRace."""
    races = {number: list(of_one) for number, of_one in groupby(steps, key=lambda step: step.race)}
    if not races:
        raise NothingMoved("nothing has happened in these views that could be shown again")
    if race is None:
        return races[max(races)]
    if race not in races:
        raise NoSuchRace(race, sorted(races))
    return races[race]


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
