"""What games have in common when they imagine a state that looks like a view: decisions taken in secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from engines.core import Seat

T = TypeVar("T")


def decided(
    done: Iterable[bool], known: Mapping[Seat | None, T | None], draw: Callable[[Seat], T]
) -> tuple[T | None, ...]:
    """Return by seat what was decided in secret, if it is `done`: as it is known, or else drawn."""
    return tuple(
        [
            (known[seat] if seat in known else draw(seat)) if is_done else None
            for seat, is_done in enumerate(done)
        ]
    )
