"""Whole pictures that any game can have drawn from plain values of its view, and what its own pictures share."""

from render.kit.board import Board, board, replay
from render.kit.captions import StandardCaptions, StandardPhrases
from render.kit.hand import Hand, hand
from render.kit.racecard import Mark, Player
from render.kit.replay import LAST, Asked, NoSuchRace, NothingMoved
from render.kit.result import Result, Settled, final_ranking, result
from render.kit.runners import Runner
from render.kit.slip import Bet, Slip, Stake
from render.parts.animation import Form
from render.parts.cards import Card, printed
from render.parts.silks import standard_silks

__all__ = [
    "LAST",
    "Asked",
    "Bet",
    "Board",
    "Card",
    "Form",
    "Hand",
    "Mark",
    "NoSuchRace",
    "NothingMoved",
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
