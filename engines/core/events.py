"""What happened, as plain data, and who is told: every event is `Public` or `Private`, there is no third kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from inspect import isfunction
from types import ModuleType
from typing import Any, TypeAlias, get_type_hints

Seat: TypeAlias = int
"""A place at a table, counted from 0 in table order; "left" is the next number, wrapping round."""


class Public(dict[str, Any]):
    """A JSON object with a `type` first that everyone is told; nobody changes one after it was made."""

    __slots__ = ()


class Private(dict[str, Any]):
    """A JSON object with a `type` first that only some seats are told: those in its last fact, `to`."""

    __slots__ = ()

    def __init__(self, facts: Mapping[str, Any], *, to: Iterable[Seat]) -> None:
        super().__init__(facts, to=[*to])

    @property
    def seats(self) -> Collection[Seat]:
        """The seats that are told."""
        told: list[Seat] = self["to"]
        return told


class Unknown(Private):
    """What a log or a database has as an event and the game's rules do not know: no seat is told."""

    __slots__ = ()

    def __init__(self, facts: Mapping[str, Any]) -> None:
        dict.__init__(self, facts)

    @property
    def seats(self) -> Collection[Seat]:
        """Nobody."""
        return ()


Event: TypeAlias = Public | Private


def audiences(events: ModuleType) -> tuple[frozenset[str], frozenset[str]]:
    """Return the types of events that everyone is told and of those that only some seats are.

    A game's events are made by the functions of `events`, each named like its type, and by those here; what a function
    returns says to whom it tells, and one that returns any `Event` does either.
    """
    made = [
        function
        for function in (*vars(events).values(), race_started, race_over, game_over)
        if isfunction(function)
    ]
    told = {function.__name__: get_type_hints(function)["return"] for function in made}
    return (
        frozenset([kind for kind, returned in told.items() if returned in {Public, Event}]),
        frozenset([kind for kind, returned in told.items() if returned in {Private, Event}]),
    )


def race_started(race: int, first: Seat) -> Public:
    """A race opens; `first` acts first in it."""
    return Public({"type": "race_started", "race": race, "first": first})


def race_over(race: int, order: Iterable[str | int]) -> Public:
    """A race is closed; `order` are the horses that have a place, the first one first."""
    return Public({"type": "race_over", "race": race, "order": list(order)})


def game_over(scores: Iterable[int], winners: Iterable[Seat]) -> Public:
    """The game ends."""
    return Public({"type": "game_over", "scores": list(scores), "winners": list(winners)})
