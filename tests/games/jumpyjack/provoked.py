"""For every refusal of Jumpy Jack's rules a state, a seat and an action that is refused for it."""

from __future__ import annotations

from engines import catalog
from engines.core import SharedRefusal
from engines.jumpyjack.actions import Decline, Guess, Move, Predict, Refusal
from engines.jumpyjack.state import Guessing, Over, Predicting, RaceDay, Racing

GAME = catalog.game("jumpyjack")
ORDER = ("red", "green", "white")
RACE_DAY = RaceDay(GAME.options({"guessing": True}), 1, 0, (0, 0), None)
FREE = (None,) * 5
PREDICTING = Predicting(RACE_DAY, (None, None), (0, 1))
RACING = Racing(RACE_DAY, (ORDER, ORDER), (0, 3, 3, 30, 0), ("green", *FREE[1:]), 4, (0,), None)
"""Two horses block square 3, one is home."""
GUESSING = Guessing(RACE_DAY, (ORDER, ORDER), (0,) * 5, FREE, (None, None), (0, 1), None)

PROVOKED = {
    SharedRefusal.GAME_OVER: (Over(RACE_DAY, (0,) * 5, FREE, None), 0, Move("red")),
    SharedRefusal.NOT_YOUR_TURN: (RACING._replace(to_act=(1,)), 0, Move("red")),
    SharedRefusal.WRONG_PHASE: (PREDICTING, 0, Decline()),
    Refusal.UNKNOWN_HORSE: (RACING, 0, Move("blue")),
    Refusal.SAME_HORSE: (PREDICTING, 0, Predict(("red", "green", "red"))),
    Refusal.NOT_RUNNING: (RACING, 0, Move("green")),
    Refusal.BLOCKED: (RACING, 0, Move("yellow")),
    Refusal.NO_OPPONENT: (GUESSING, 0, Guess(0, ORDER)),
}
