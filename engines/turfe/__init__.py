"""Turfe: bet in secret on a horse, mark it with a card, and drive all six through the field."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.turfe.actions import KINDS, Action, Bet, Card, Horse, Kind, Place, Play
from engines.turfe.bets import Bets
from engines.turfe.choices import Plays
from engines.turfe.game import Options, Turfe
from engines.turfe.refusals import Refusal
from engines.turfe.state import Laid, LastPlay, Result, State
from engines.turfe.steady import SteadyTurfe
from engines.turfe.view import Own, Phase, Stake, View

GAME: Final = Turfe
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadyTurfe}
"""The computer players, by name."""

__all__ = [
    "COMPUTERS",
    "GAME",
    "KINDS",
    "Action",
    "Bet",
    "Bets",
    "Card",
    "Horse",
    "Kind",
    "Laid",
    "LastPlay",
    "Options",
    "Own",
    "Phase",
    "Place",
    "Play",
    "Plays",
    "Refusal",
    "Result",
    "Stake",
    "State",
    "Turfe",
    "View",
]
