"""Newmarket's pictures: the board, a hand, a result and the replay of deals."""

from render.newmarket.board import board
from render.newmarket.hand import hand
from render.newmarket.replay import replay
from render.newmarket.result import final, result

__all__ = ["board", "final", "hand", "replay", "result"]
