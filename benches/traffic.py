"""What the bot asks Discord for of its own accord."""

from __future__ import annotations

from time import monotonic

from sandbox import Sandbox
from sandbox.exchanges import Exchange

QUIET = 3.0
"""Seconds without another request of its own after which the bot has put everything right."""


class Traffic:
    """What the bot asks Discord for of its own accord, apart from answers to presses."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._at: list[float] = []
        self.pictures = 0
        self.refused = 0
        sandbox.exchanges.hooks.append(self._note)

    def begin(self) -> None:
        """Count from now on."""
        self._at, self.pictures, self.refused = [], 0, 0

    def _note(self, exchange: Exchange) -> None:
        self.refused += exchange.status == 429
        if exchange.path.startswith("/channels/"):
            self._at.append(monotonic())
            self.pictures += len(exchange.files)

    @property
    def requests(self) -> int:
        """How many requests there were."""
        return len(self._at)

    @property
    def last(self) -> float:
        """When the last of them was."""
        return self._at[-1] if self._at else 0.0

    def most_in_a_second(self) -> int:
        """How many there were within the fullest second."""
        return max((sum(at <= each < at + 1 for each in self._at) for at in self._at), default=0)
