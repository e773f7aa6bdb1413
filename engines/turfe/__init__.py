"""Turfe: bet in secret on a horse, mark it with a card, and drive all six through the field."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.turfe.actions import Action, Bet, Card, Horse, Kind, Place, Play
from engines.turfe.bets import Bets
from engines.turfe.game import Turfe
from engines.turfe.refusals import Refusal
from engines.turfe.state import LastPlay, Result
from engines.turfe.steady import SteadyTurfe
from engines.turfe.view import Phase, View

GAME: Final = Turfe
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadyTurfe}
"""The computer players, by name."""

__all__ = [
    "COMPUTERS",
    "GAME",
    "Action",
    "Bet",
    "Bets",
    "Card",
    "Horse",
    "Kind",
    "LastPlay",
    "Phase",
    "Place",
    "Play",
    "Refusal",
    "Result",
    "Turfe",
    "View",
]
