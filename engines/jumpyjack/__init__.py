"""Jumpy Jack: predict the first three in secret, then move any horse by the throw of the die, and bluff."""

from engines.core import Agent, Random
from engines.jumpyjack.game import JumpyJack
from engines.jumpyjack.steady import SteadyJumpyJack

GAME = JumpyJack
COMPUTERS: dict[str, type[Agent]] = {"random": Random, "steady": SteadyJumpyJack}
"""What the catalog lists: the game, and its computer players by name."""
