"""Jumpy Jack: predict the first three in secret, then move any horse by the throw of the die, and bluff."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.jumpyjack.actions import Action, Decline, Guess, Horse, Move, Order, Predict
from engines.jumpyjack.course import OUT, START, Course
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.predictions import Guesses
from engines.jumpyjack.refusals import Refusal
from engines.jumpyjack.state import Result, State
from engines.jumpyjack.steady import SteadyJumpyJack
from engines.jumpyjack.view import Phase, View

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
    "Guess",
    "Guesses",
    "Horse",
    "JumpyJack",
    "Move",
    "Order",
    "Phase",
    "Predict",
    "Refusal",
    "Result",
    "State",
    "View",
]
