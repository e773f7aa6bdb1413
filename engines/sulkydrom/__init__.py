"""Sulkydrom: order your tempo cards in secret, then drive your trotter round the oval."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.sulkydrom.actions import (
    STAY,
    Action,
    Card,
    Deck,
    Drive,
    Galopp,
    Joker,
    Letter,
    Path,
    Stack,
    Tempo,
)
from engines.sulkydrom.choices import Drives, Orders, Turns
from engines.sulkydrom.course import AT_HOME, Cell, Course, Place, Section
from engines.sulkydrom.driving import Reach
from engines.sulkydrom.game import Sulkydrom
from engines.sulkydrom.refusals import Refusal
from engines.sulkydrom.state import Stacks, Turned
from engines.sulkydrom.steady import SteadySulkydrom
from engines.sulkydrom.view import Own, Phase, View

GAME: Final = Sulkydrom
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadySulkydrom}
"""The computer players, by name."""

__all__ = [
    "AT_HOME",
    "COMPUTERS",
    "GAME",
    "STAY",
    "Action",
    "Card",
    "Cell",
    "Course",
    "Deck",
    "Drive",
    "Drives",
    "Galopp",
    "Joker",
    "Letter",
    "Orders",
    "Own",
    "Path",
    "Phase",
    "Place",
    "Reach",
    "Refusal",
    "Section",
    "Stack",
    "Stacks",
    "Sulkydrom",
    "Tempo",
    "Turned",
    "Turns",
    "View",
]
