"""Games played at random, for pictures to draw; and the words in them."""

from __future__ import annotations

import hashlib
from functools import cache

from bot.games.jockey import spoken as jockey_words
from bot.texts import DEFAULT
from engines.core import Chance
from engines.jockey.game import Jockey
from engines.jockey.state import State
from engines.jockey.view import View

CAPTIONS = jockey_words(DEFAULT).captions
NAMES = ("Anna", "Bartholomäus", "Chiara ✨", "Дмитрий", "Eve", "Fürst von Hohenlohe-Langenburg")


@cache
def states(seats: int, seed: int = 0) -> tuple[State, ...]:
    """Return every state of one game played at random."""
    game = Jockey.with_edition()
    chance = Chance(hashlib.sha256(b"%d %d" % (seats, seed)).digest())
    state, _ = game.new(game.options({}), seats, chance)
    passed = [state]
    while acting := game.to_act(state):
        seat = acting[0]
        state, _ = game.apply(state, seat, game.choices(state, seat).sample(chance), chance)
        passed.append(state)
    return tuple(passed)


def views(seats: int, seed: int = 0, seat: int | None = None) -> list[View]:
    """Return what a seat (None: everyone) saw in one game played at random, step by step."""
    game = Jockey.with_edition()
    return [game.view(state, seat) for state in states(seats, seed)]
