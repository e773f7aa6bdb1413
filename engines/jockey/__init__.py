"""Jockey: bet in secret, then move any horse with the cards in hand."""

from engines.jockey.actions import Action, Bet, Card, Double, Horse, Keep, Play, Single, parsed, place, win
from engines.jockey.bets import Bets, Kind
from engines.jockey.choices import Keeps, Plays
from engines.jockey.game import Jockey, Options
from engines.jockey.refusals import Refusal
from engines.jockey.state import LastPlay, Result, State
from engines.jockey.view import Own, Phase, View

__all__ = [
    "Action",
    "Bet",
    "Bets",
    "Card",
    "Double",
    "Horse",
    "Jockey",
    "Keep",
    "Keeps",
    "Kind",
    "LastPlay",
    "Options",
    "Own",
    "Phase",
    "Play",
    "Plays",
    "Refusal",
    "Result",
    "Single",
    "State",
    "View",
    "parsed",
    "place",
    "win",
]
