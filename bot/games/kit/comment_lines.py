"""What a commentary can say of a row of the log: kinds of moments, and the lines for one."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Kind(StrEnum):
    """What is worth a line."""

    CLOSE = "close"
    """The winner is home, and another horse is near the line."""
    NEAR = "near"
    """Who leads comes near the line."""
    LEAD = "lead"
    """A horse goes past the one that led."""
    FALLEN = "fallen"
    """The horse that led goes back, so that another one leads."""
    LAST_CARD = "last card"
    """A player has one card left."""
    JACKPOT = "jackpot"
    """What earlier races have left to be won has grown."""


class Lines(NamedTuple):
    """What can be said of a kind: any beginning before any end, of which there are as many, or none."""

    heads: Sequence[str]
    tails: Sequence[str] = ()

    def pick(self, start: int, number: int) -> str:
        """Return another line for each of as many numbers in a row as there are lines."""
        many = len(self.heads)
        head = self.heads[(start + number) % many]
        if not self.tails:
            return head
        return f"{head} {self.tails[(start // many + number + number // many) % many]}"
