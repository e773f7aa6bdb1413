"""What happened, as plain data, and who is told: every event is `Public` or `Private`, there is no third kind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

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


def seen_by(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """Return those of `events` that `seat` may know; None stands for everyone."""
    return [event for event in events if isinstance(event, Public) or seat in event.seats]
