"""Whole pictures that any game can have drawn from plain values of its view, and what its own pictures share."""

from render.kit.board import Board, board, replay
from render.kit.faces import Card, printed
from render.kit.hand import Hand, hand
from render.kit.racecard import Mark, Player
from render.kit.ranking import final_ranking
from render.kit.result import Result, Settled, result
from render.kit.runners import Runner
from render.kit.slip import Bet, Slip, Stake
from render.kit.words import StandardCaptions, StandardPhrases
from render.parts.silks import standard_silks

__all__ = [
    "Bet",
    "Board",
    "Card",
    "Hand",
    "Mark",
    "Player",
    "Result",
    "Runner",
    "Settled",
    "Slip",
    "Stake",
    "StandardCaptions",
    "StandardPhrases",
    "board",
    "final_ranking",
    "hand",
    "printed",
    "replay",
    "result",
    "standard_silks",
]
