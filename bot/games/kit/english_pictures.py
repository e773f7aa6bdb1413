"""English in the pictures that games share: of one that has none of its own yet, and of those in which cards move."""

from __future__ import annotations

from typing import Final

from bot.games.kit.pictures import KitCaptions
from bot.texts.english.standard_pictures import RANKS, STANDARD

DAY_OVER: Final = "The race day is over"
"""What is said of any game that has ended, in pictures, in results and on desks."""

CAPTIONS: Final = KitCaptions(
    seat="Player {seat}",
    ranks=RANKS,
    turn="{name} to play",
    leads="{name} leads",
    wins="{name} wins",
    over=DAY_OVER,
    result="Race {race} of {races}",
    final="Final ranking",
    thousands=",",
    start="Start",
    finish="Finish",
    bet="Bet",
    net="Net",
    score="Score",
    alt=STANDARD,
)
"""The captions of a game that has no pictures of its own."""


CARD_RACE: Final = {
    "seat": "Player {seat}",
    "turn": "{name} to play",
    "leads": "{name} leads",
    "wins": "{name} wins",
    "paid": "paid {amount}",
    "race_of": "Race {race} of {races}",
    "betting": "Place your bets",
    "over": DAY_OVER,
    "start": "Start",
    "finish": "Finish",
    "first_card": "First card",
    "stays": "no move",
    "hand": "Your hand",
    "no_cards": "No cards",
    "your_bet": "Your bet",
    "no_bet": "No bet yet",
    "suggested": "Suggested",
    "result": "Race {race} of {races}",
    "final": "Final standing",
    "bet": "Bet",
    "net": "Net",
    "thousands": ",",
}
"""The captions that `CardRaceCaptions` has for games in which bets are placed and cards move the horses."""
