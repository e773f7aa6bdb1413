"""An animated replay: what happened between views, race by race, and how much of it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, TypeVar

from PIL import Image

from render.kit.alt import replay_text
from render.parts.animation import Animation, Shot, gif
from render.picture import Picture
from render.words import Captions

Step = TypeVar("Step")
View = TypeVar("View")
Card = TypeVar("Card", bound=tuple[Any, ...])

Races = Sequence[Sequence[Step]]
"""Steps, race by race."""


def replay(
    name: str,
    races: Races[Step],
    race: Callable[[Step], int],
    shots: Callable[[Races[Step]], Iterable[Shot]],
    words: Captions,
    palette: Image.Image | None = None,
) -> Picture:
    """Animate races; ValueError if there is none.

    `race` tells the number of a step's race, `shots` how steps are shown. `name` is that of the file, without the
    number of the last race.
    """
    if not races:
        raise ValueError("nothing has happened in these views that could be shown again")
    numbers = [race(steps[0]) for steps in races]
    told = replay_text(words.alt, numbers)
    return gif(lambda: Animation(shots(races), palette), f"{name}{numbers[-1]}", told)


def last_races(steps: Iterable[Step], race: Callable[[Step], int], most: int) -> Races[Step]:
    """Return steps race by race: of the last races that have at most so many steps in all, but at least one race.

    Without a step there is no race.
    """
    races = [list(of_one) for _, of_one in groupby(steps, key=race)]
    while len(races) > 1 and sum(map(len, races)) > most:
        del races[0]
    return races


def cards_played(
    views: Iterable[View], played: Callable[[View, int | None], Card | None], race: Callable[[Card], int]
) -> Iterator[Card]:
    """Yield the cards that views show, each once, though one is seen until the next is played.

    `played` returns the card of a view, None if there is none: a tuple of a view and of all that tells the card from
    others. It is told the race of the card before, for the last card of a race is only in the race's result.
    """
    last: Card | None = None
    for view in views:
        card = played(view, race(last) if last else None)
        if card and (last is None or card[1:] != last[1:]):
            yield card
        last = card or last
