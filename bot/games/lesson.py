"""What a lesson in a game is played with: a deal prepared once, so short that it takes a few minutes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A prepared deal of one game. The learner has seat 0, computer players have the others."""

    game: str
    """The key of the game it was prepared for; a game that is made from its title is another one, and has none."""
    luck: str = "a first lesson"
    """The words from which all its luck comes: other words, another deal."""
    options: Mapping[str, Any]
    """What differs from the defaults of the rules."""
    seats: int
    races: int = 1
    """After how many races it is over, though the game may go on."""

    spared: Mapping[str, int] = field(default_factory=dict)
    """By kind of action, after how many of them the learner is asked for no more unless they want to be.

    The table takes the others, as a standing order has it do: these are kinds that its screens take orders for.
    """

    @property
    def secret(self) -> bytes:
        """The 32 bytes that stand for a table's secret: everybody may know them."""
        return sha256(f"{self.game}: {self.luck}".encode()).digest()
