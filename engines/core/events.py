"""What happened, as plain data, and who may know it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

Seat: TypeAlias = int
"""A place at a table, counted from 0 in table order; "left" is the next number, wrapping round."""

Event: TypeAlias = dict[str, Any]
"""A plain JSON object with a `type` first; nobody changes one after it was made."""


def is_private(event: Event) -> bool:
    """Tell whether only some seats may know: exactly if `to` lists them (a move's `to` is a place)."""
    return isinstance(event.get("to"), list)


def seen_by(events: Iterable[Event], seat: Seat | None) -> list[Event]:
    """Return those of `events` that `seat` may know; None stands for everyone."""
    return [event for event in events if not is_private(event) or seat in event["to"]]
