"""Sulkydrom's pictures: the board, a seat's cards, a choice of ends, a result and the replay of races."""

from render.sulkydrom.board import board
from render.sulkydrom.choice import choice
from render.sulkydrom.hand import hand
from render.sulkydrom.replay import replay
from render.sulkydrom.result import final, result

__all__ = ["board", "choice", "final", "hand", "replay", "result"]
