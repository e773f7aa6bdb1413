"""What processes on one database tell each other: hints that something changed, never the change itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str], object]
"""Is told the payload of a notification. It is called on the event loop and must not block."""

Missed = Callable[[], object]
"""Is told that notifications may have been lost, for the connection broke and is there again."""


class Listener(Protocol):
    """Hears what other processes, and this one, have told on channels."""

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Have `heard` called for every notification on a channel from soon on, and `missed` when some may be lost."""

    async def close(self) -> None:
        """Hear nothing any more."""


class Alone:
    """Where one process has the database for itself, there is nobody to hear of."""

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""
