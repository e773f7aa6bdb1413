"""Jumpy Jack: predict the first three in secret, then move any horse by the throw of the die, and bluff."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.jumpyjack.actions import (
    Action,
    Decline,
    Guess,
    Horse,
    Move,
    Order,
    Predict,
)
from engines.jumpyjack.choices import Moves
from engines.jumpyjack.course import OUT, START, Course, Places
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.options import Doubling, Options
from engines.jumpyjack.podium import Podium
from engines.jumpyjack.predictions import Guesses
from engines.jumpyjack.refusals import Refusal
from engines.jumpyjack.state import LastMove, Result, State
from engines.jumpyjack.steady import SteadyJumpyJack
from engines.jumpyjack.view import Own, Phase, View

GAME: Final = JumpyJack
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadyJumpyJack}
"""The computer players, by name."""

__all__ = [
    "COMPUTERS",
    "GAME",
    "OUT",
    "START",
    "Action",
    "Course",
    "Decline",
    "Doubling",
    "Guess",
    "Guesses",
    "Horse",
    "JumpyJack",
    "LastMove",
    "Move",
    "Moves",
    "Options",
    "Order",
    "Own",
    "Phase",
    "Places",
    "Podium",
    "Predict",
    "Refusal",
    "Result",
    "State",
    "View",
]
