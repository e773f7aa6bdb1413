"""Sulkydrom: order your tempo cards in secret, then drive your trotter round the oval."""

from engines.core import Agent, Random
from engines.sulkydrom.game import Sulkydrom
from engines.sulkydrom.steady import SteadySulkydrom

GAME = Sulkydrom
COMPUTERS: dict[str, type[Agent]] = {"random": Random, "steady": SteadySulkydrom}
"""What the catalog lists: the game, and its computer players by name."""
