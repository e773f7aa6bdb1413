"""Games played at random, for pictures to draw; and words to draw them with."""

from __future__ import annotations

import hashlib
from functools import cache

from engines.core import Chance
from engines.jockey import Jockey, State, View
from render.jockey import Words

WORDS = Words(
    horses={"brown": "Brown", "yellow": "Yellow", "blue": "Blue", "red": "Red"},
    seat="Player {seat}",
    race_of="Race {race} of {races}",
    position="No {position}",
    home="home",
    start="Start",
    finish="Finish",
    betting="Place your bets",
    keeping="Keep up to two cards",
    over="The meeting is over",
    laid_aside="{count} cards laid aside",
    first_card="First card to come",
    stays="No horse moves",
    lead_tripled="lead × 3",
    stays_behind="up to 5 behind",
    one_ahead="1 ahead at most",
    hand="Your hand",
    no_cards="No cards left",
    kept="Ticked cards are kept",
    your_bet="Your bet",
    no_bet="Not placed yet",
    place="Place",
    win="Win",
    double="Double",
    loan="The bank lends {loan}",
    result="Result of race {race}",
    final="Final standing",
    bet="Bet",
    net="Net",
    capital="Capital",
    thousands=",",
)

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
