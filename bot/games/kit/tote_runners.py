"""What the tote has to know of a game's races: which horses run, until when there are bets, and how they came in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from engines.core import Event


def every_horse(edition: Mapping[str, Any]) -> Sequence[str]:
    """Return the horses of an edition that names them in a list."""
    return [*edition["horses"]]


def all_run(view: Any) -> Sequence[str]:
    """Return the horses that everybody sees at the start."""
    return [*view.horses]


def nobodys(_view: Any, _seat: int) -> None:
    """Tell that no seat has a horse of its own."""


def by_order(over: Event) -> Sequence[Sequence[str]]:
    """Read the order of finish out of the end of a race; horses in a list of their own came in together."""
    return [[each] if isinstance(each, str) else [*each] for each in over["order"]]


def by_positions(view: Any) -> Sequence[Sequence[str]]:
    """Return the order of the horses while they run, by the view's `positions`; those level are a dead heat."""
    positions = dict(zip(view.horses, view.positions, strict=True))
    return level(view.horses, positions.__getitem__)


def level(horses: Iterable[str], place: Callable[[Any], float]) -> Sequence[Sequence[str]]:
    """Return horses in the order of their places, the lowest first; those with the same one together."""
    return [[*map(str, group)] for _, group in groupby(sorted(horses, key=place), key=place)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Runners:
    """The runners of a game. Each function that takes a view takes everyone's."""

    entered: Callable[[Mapping[str, Any]], Sequence[str]] = every_horse
    """The horses of an edition that may run, before it is known which do."""
    running: Callable[[Any], Sequence[str]] = all_run
    """The horses that run."""
    open_race: Callable[[Any], int | None]
    """The race that is bet on next, from 1; None where it is off, and where no other follows."""
    own: Callable[[Any, int], str | None] = nobodys
    """The horse that belongs to a seat, the only one it may bet on; None: it may bet on none."""
    finish: Callable[[Event], Sequence[Sequence[str]]] = by_order
    """The order of finish, by the event that ends a race: groups from the first place on."""
    as_they_stand: Callable[[Any], Sequence[Sequence[str]]] = by_positions
    """The order in which horses stand while their race is run: those at home first, those level together."""


def until_the_first_move(*before: str, after: Collection[str] = ()) -> Callable[[Any], int | None]:
    """Return what opens a race in the phases `before` it, and in the phase racing while nothing was moved or played.

    In the phases `after` a race the next one is open.
    """

    def open_race(view: Any) -> int | None:
        if view.phase in before or (view.phase == "racing" and view.last is None):
            return int(view.race)
        return int(view.race) + 1 if view.phase in after else None

    return open_race
