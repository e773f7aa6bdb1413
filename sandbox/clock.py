"""The sandbox's time, which a test may move forward."""

from __future__ import annotations

import time
from datetime import UTC, datetime

DISCORD_EPOCH_MS = 1_420_070_400_000
"""The first millisecond of 2015, from which Discord's ids count."""


class Clock:
    """Wall time plus whatever a test has added to it."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Let time pass at once; tokens expire and messages grow old, timers of the event loop do not run."""
        self._ahead += seconds

    def stamp(self) -> str:
        """Now, as Discord writes it."""
        return stamp_of(self.now())


def stamp_of(seconds: float) -> str:
    """Write a moment (seconds since 1970) as Discord does: ISO 8601 with an offset."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
