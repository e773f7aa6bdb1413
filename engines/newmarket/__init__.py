"""Newmarket: back a racehorse, then play sequences of cards."""

from engines.newmarket.actions import (
    Action,
    Auction,
    Back,
    Bid,
    Card,
    Follow,
    Lead,
    Take,
    Time,
    parsed,
)
from engines.newmarket.choices import Bids
from engines.newmarket.game import Newmarket, Options
from engines.newmarket.refusals import Refusal
from engines.newmarket.state import State
from engines.newmarket.view import Claimed, Dealt, Own, Phase, Shown, View

__all__ = [
    "Action",
    "Auction",
    "Back",
    "Bid",
    "Bids",
    "Card",
    "Claimed",
    "Dealt",
    "Follow",
    "Lead",
    "Newmarket",
    "Options",
    "Own",
    "Phase",
    "Refusal",
    "Shown",
    "State",
    "Take",
    "Time",
    "View",
    "parsed",
]
