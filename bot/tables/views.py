"""What may be known of where a match stands: composed once, though a dozen places ask for it in one round of posts."""

from __future__ import annotations

from typing import Any

from bot.remembered import Remembered
from engines.core import Match, Seat

KEPT = 128
"""Matches whose views are kept, those that were looked at first the longest ago are let go."""

_VIEWS = Remembered[int, tuple[Match, dict[Seat | None, Any]]](KEPT)
"""By the identity of a match, which is its own only as long as the match is held beside them."""


def view(match: Match, seat: Seat | None) -> Any:
    """Return all that a seat may know where a match stands, None: everyone. Neither a match nor a view ever changes."""
    known = _VIEWS.get(id(match))
    if known is None or known[0] is not match:
        known = _VIEWS[id(match)] = match, {}
    views = known[1]
    if seat not in views:
        views[seat] = match.game.view(match.state, seat)
    return views[seat]
