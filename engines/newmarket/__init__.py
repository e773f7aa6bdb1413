"""Newmarket: back a racehorse, then play sequences of cards."""

from engines.core import Agent, Random
from engines.newmarket.game import Newmarket
from engines.newmarket.steady import SteadyNewmarket

GAME = Newmarket
COMPUTERS: dict[str, type[Agent]] = {"random": Random, "steady": SteadyNewmarket}
"""What the catalog lists: the game, and its computer players by name."""
