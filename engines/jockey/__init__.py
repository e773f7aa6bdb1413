"""Jockey: bet in secret, then move any horse with the cards in hand."""

from engines.core import Agent, Random
from engines.jockey.game import Jockey
from engines.jockey.steady import SteadyJockey
from engines.jockey.tempers import Bold, Careful, Contrary

GAME = Jockey
COMPUTERS: dict[str, type[Agent]] = {
    "random": Random,
    "steady": SteadyJockey,
    "bold": Bold,
    "careful": Careful,
    "contrary": Contrary,
}
"""What the catalog lists: the game, and its computer players by name."""
TEMPERS = ("bold", "careful", "contrary")
"""Those of them that sit down at a table, each with a temper of its own."""
