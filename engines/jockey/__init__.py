"""Jockey: bet in secret, then move any horse with the cards in hand."""

from engines.core import Agent, Random
from engines.jockey.game import Jockey
from engines.jockey.steady import SteadyJockey

GAME = Jockey
COMPUTERS: dict[str, type[Agent]] = {"random": Random, "steady": SteadyJockey}
"""What the catalog lists: the game, and its computer players by name."""
