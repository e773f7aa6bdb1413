"""Jumpy Jack's pictures: the board, a seat's slip, a result and the replay of races."""

from render.jumpyjack.board import board
from render.jumpyjack.replay import replay
from render.jumpyjack.result import final, result
from render.jumpyjack.slip import slip

__all__ = ["board", "final", "replay", "result", "slip"]
