"""Jockey: bet in secret, then move any horse with the cards in hand."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.jockey.actions import Action, Bet, Card, Double, Horse, Keep, Play, Single
from engines.jockey.bets import Bets, Kind
from engines.jockey.choices import Keeps, Plays
from engines.jockey.game import Jockey, Options
from engines.jockey.refusals import Refusal
from engines.jockey.state import LastPlay, Result, State
from engines.jockey.steady import SteadyJockey
from engines.jockey.view import Own, Phase, View

GAME: Final = Jockey
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadyJockey}
"""The computer players, by name."""

__all__ = [
    "COMPUTERS",
    "GAME",
    "Action",
    "Bet",
    "Bets",
    "Card",
    "Double",
    "Horse",
    "Jockey",
    "Keep",
    "Keeps",
    "Kind",
    "LastPlay",
    "Options",
    "Own",
    "Phase",
    "Play",
    "Plays",
    "Refusal",
    "Result",
    "Single",
    "State",
    "View",
]
