"""A session of the bot: one shard's identity and what it has been sent, which outlives its connections."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field

from aiohttp import web

from sandbox.gateway.compression import Packer
from sandbox.model import Json

MOST_KEPT = 2_000
"""How many events a session keeps for a resume."""


class Connection:
    """One websocket, written by one task so that frames keep their order."""

    def __init__(self, socket: web.WebSocketResponse, pack: Packer) -> None:
        self.socket = socket
        self._pack = pack
        self._waiting: asyncio.Queue[str] = asyncio.Queue()

    def send(self, payload: Json) -> None:
        """Queue a payload."""
        self.send_text(json.dumps(payload, ensure_ascii=False, separators=(",", ":")))

    def send_text(self, payload: str) -> None:
        """Queue a payload that is JSON already."""
        self._waiting.put_nowait(payload)

    async def write(self) -> None:
        """Write queued payloads until the connection is closed."""
        while True:
            frame = self._pack(await self._waiting.get())
            try:
                if isinstance(frame, str):
                    await self.socket.send_str(frame)
                else:
                    await self.socket.send_bytes(frame)
            except (ConnectionError, RuntimeError):
                # The other end is gone; its session waits for a resume.
                return

    def drop(self) -> None:
        """Cut the connection without a closing frame, as a broken network does."""
        transport = self.socket._req and self.socket._req.transport  # noqa: SLF001 - aiohttp offers no other way
        if transport:
            transport.abort()


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

    def covers(self, guild_id: str | None) -> bool:
        """Tell whether a guild's events (None: direct messages) belong to this shard."""
        return self.shard == (0 if guild_id is None else (int(guild_id) >> 22) % self.shards)

    def dispatch(self, name: str, data: Json) -> None:
        """Send an event, and keep it for a resume."""
        self.sequence += 1
        payload = json.dumps(
            {"op": 0, "t": name, "s": self.sequence, "d": data}, ensure_ascii=False, separators=(",", ":")
        )
        self.kept.append((self.sequence, payload))
        if self.connection:
            self.connection.send_text(payload)

    def can_resume(self, sequence: int) -> bool:
        """Tell whether everything after a sequence number is still at hand."""
        oldest = self.kept[0][0] if self.kept else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def replay(self, sequence: int) -> None:
        """Send once more what came after a sequence number."""
        assert self.connection
        for number, payload in self.kept:
            if number > sequence:
                self.connection.send_text(payload)
