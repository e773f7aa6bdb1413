"""The words that the pictures of every game carry; their values come from the bot, in its languages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engines.core import Seat


@dataclass(frozen=True, slots=True)
class Captions:
    """What is written in the pictures of any game. Fields in braces are filled in with `str.format`.

    Texts are shortened with an ellipsis where they do not fit, so short ones look best; widths are those of
    English with a third to spare.
    """

    seat: str
    """`{seat}` from 1: stands in for a name that cannot be drawn."""
    over: str
    """On the board when the game is over."""
    final: str
    """Head of the final standing."""

    def stand_in(self, seat: Seat) -> str:
        """Return what stands in for the name of a seat."""
        return self.seat.format(seat=seat + 1)


@dataclass(frozen=True, slots=True)
class HorseCaptions(Captions):
    """What is written in the pictures of a game whose horses have names in every language."""

    horses: Mapping[str, str]
    """The name of each horse as the edition calls it: `brown` → Brown."""

    def horse(self, horse: str) -> str:
        """Return the name of a horse."""
        return self.horses.get(horse, horse)
