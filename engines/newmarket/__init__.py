"""Newmarket: back a racehorse, then play sequences of cards."""

from collections.abc import Mapping
from typing import Final

from engines.core.agent import Agent, Random
from engines.newmarket.actions import Action, Auction, Back, Bid, Card, Follow, Lead, Take, Time
from engines.newmarket.choices import Bids
from engines.newmarket.game import Newmarket
from engines.newmarket.refusals import Refusal
from engines.newmarket.steady import SteadyNewmarket
from engines.newmarket.view import Phase, Shown, View

GAME: Final = Newmarket
"""What the catalog lists."""

COMPUTERS: Final[Mapping[str, type[Agent]]] = {"random": Random, "steady": SteadyNewmarket}
"""The computer players, by name."""

__all__ = [
    "COMPUTERS",
    "GAME",
    "Action",
    "Auction",
    "Back",
    "Bid",
    "Bids",
    "Card",
    "Follow",
    "Lead",
    "Newmarket",
    "Phase",
    "Refusal",
    "Shown",
    "Take",
    "Time",
    "View",
]
