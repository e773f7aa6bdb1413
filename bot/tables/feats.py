"""What a title says of what can be achieved in its games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.achievements import GameFeats

FeatsOf = Callable[[str], GameFeats]
"""Says what a game's title says of it."""

_NONE: Final = GameFeats()


def no_feats(_game: str) -> GameFeats:
    """Say that a game has no bets and nothing of its own to be achieved."""
    return _NONE
