"""What may be known of where a match stands: composed once, though a dozen places ask for it in one round of posts."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engines.core import Match, Seat

KEPT = 256
"""Views that are kept, those asked for last."""


class _This:
    """A match as itself: another one is never taken for it, however alike they are."""

    __slots__ = ("match",)

    def __init__(self, match: Match) -> None:
        self.match = match

    def __hash__(self) -> int:
        return id(self.match)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _This) and self.match is other.match


@lru_cache(KEPT)
def _view(this: _This, seat: Seat | None) -> Any:
    return this.match.game.view(this.match.state, seat)


def view(match: Match, seat: Seat | None) -> Any:
    """Return all that a seat may know where a match stands, None: everyone. Neither a match nor a view ever changes."""
    return _view(_This(match), seat)
