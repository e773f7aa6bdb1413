"""Jockey: bet in secret, then move any horse with the cards in hand."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.jockey.actions import Action, Card, Double, Horse, Keep, Play, Single
from engines.jockey.bets import Bets
from engines.jockey.game import Jockey
from engines.jockey.refusals import Refusal
from engines.jockey.state import State
from engines.jockey.steady import SteadyJockey
from engines.jockey.view import Phase, View

GAME: Final = Jockey
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadyJockey}
"""The computer players, by name."""

__all__ = [
    "COMPUTERS",
    "GAME",
    "Action",
    "Bets",
    "Card",
    "Double",
    "Horse",
    "Jockey",
    "Keep",
    "Phase",
    "Play",
    "Refusal",
    "Single",
    "State",
    "View",
]
