"""A session of the bot: one shard's identity and what it has been sent, which outlives its connections."""

from __future__ import annotations

import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from sandbox.model import Json
from sandbox.sockets import Connection, written

MOST_KEPT = 2_000
"""How many events a session keeps for a resume."""


def frame(op: int, data: Any, name: str | None = None, sequence: int | None = None) -> str:
    """Write one payload; as on Discord all four fields are always there."""
    return written({"t": name, "s": sequence, "op": op, "d": data})


@dataclass(slots=True, eq=False)
class Session:
    """A shard that has identified itself."""

    shard: int
    shards: int
    intents: int
    id: str = field(default_factory=lambda: secrets.token_hex(16))
    sequence: int = 0
    kept: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MOST_KEPT))
    connection: Connection | None = None
    left_at: float | None = None
    """When its last connection went, on the sandbox's clock."""
    postponed: list[tuple[str, Json]] = field(default_factory=list)
    """Events that come after the one that follows them."""

    def covers(self, guild_id: str | None) -> bool:
        """Tell whether a guild's events (None: direct messages) belong to this shard."""
        return self.shard == (0 if guild_id is None else (int(guild_id) >> 22) % self.shards)

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, and keep it for a resume."""
        self.sequence += 1
        payload = frame(0, data, name, self.sequence)
        self.kept.append((self.sequence, payload))
        if self.connection:
            self.connection.send(payload)

    def postpone(self, name: str, data: Json) -> None:
        """Let an event come after the one that follows it."""
        self.postponed.append((name, data))

    def catch_up(self) -> None:
        """Send the events that were postponed."""
        late, self.postponed = self.postponed, []
        for name, data in late:
            self.dispatch(name, data)

    def can_resume(self, sequence: int) -> bool:
        """Tell whether everything after a sequence number is still at hand."""
        oldest = self.kept[0][0] if self.kept else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, sequence: int) -> None:
        """Send once more what came after a sequence number."""
        assert self.connection
        for number, payload in self.kept:
            if number > sequence:
                self.connection.send(payload)
