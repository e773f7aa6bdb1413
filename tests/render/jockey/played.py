"""Games of Jockey played at random, for pictures to draw; and the words in them."""

from __future__ import annotations

from bot.games.jockey import spoken as jockey_words
from bot.texts import DEFAULT
from engines.jockey.view import View
from tests.render import seen
from tests.render.seen import NAMES

__all__ = ["CAPTIONS", "NAMES", "views"]

CAPTIONS = jockey_words(DEFAULT).captions


def views(seats: int, seed: int = 0, seat: int | None = None) -> tuple[View, ...]:
    """Return what a seat (None: everyone) saw in one game played at random, step by step."""
    return seen.views("jockey", seats, seed, seat)
