"""Turfe: bet in secret on a horse, mark it with a card, and drive all six through the field."""

from engines.core import Agent, Random
from engines.turfe.game import Turfe
from engines.turfe.steady import SteadyTurfe

GAME = Turfe
COMPUTERS: dict[str, type[Agent]] = {"random": Random, "steady": SteadyTurfe}
"""What the catalog lists: the game, and its computer players by name."""
