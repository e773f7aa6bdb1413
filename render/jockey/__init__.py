"""Jockey's pictures: the board, a hand, a result and the replay of a race."""

from render.jockey.board import board
from render.jockey.hand import hand
from render.jockey.replay import replay
from render.jockey.result import final, result

__all__ = ["board", "final", "hand", "replay", "result"]
