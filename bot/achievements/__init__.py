"""Achievements: what somebody may be proud of, found in what is public once a game is over.

They need no rules of their own: each is declared once, as a function of a result, a log and coins. Those of any game
and of bets on the tote stand in `any_game`, those of one game in its own room (`bot/games/<game>/feats.py`). What is
said of them is in `bot/texts` and in the games' words, by their keys.
"""

from __future__ import annotations

from bot.achievements.any_game import ANY_GAME, HUNDRED_TO_ONE, LONG_ODDS
from bot.achievements.feat import Career, Ended, Feat, GameFeats, happenings, kept_to

__all__ = [
    "ANY_GAME",
    "HUNDRED_TO_ONE",
    "LONG_ODDS",
    "Career",
    "Ended",
    "Feat",
    "GameFeats",
    "happenings",
    "kept_to",
]
