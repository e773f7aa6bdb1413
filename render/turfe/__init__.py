"""Turfe's pictures: the board, a hand, where a horse may go, a result and the replay of races."""

from render.turfe.board import board
from render.turfe.choice import choice
from render.turfe.hand import hand
from render.turfe.replay import replay
from render.turfe.result import final, result

__all__ = ["board", "choice", "final", "hand", "replay", "result"]
