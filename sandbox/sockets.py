"""Websockets, each written by one task so that frames keep their order."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from socket import SHUT_RDWR
from typing import Any

from aiohttp import WSCloseCode, web

Packer = Callable[[str], str | bytes]
"""Packs the payloads of one connection into frames."""


def written(payload: Any) -> str:
    """Return a payload as JSON."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


class Connection:
    """One websocket with the payloads that wait to be written to it."""

    def __init__(self, socket: web.WebSocketResponse, pack: Packer) -> None:
        self.socket = socket
        self._pack = pack
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._flows = asyncio.Event()
        self._flows.set()

    def send(self, payload: str) -> None:
        """Queue a payload, which is JSON already."""
        self._waiting.put_nowait(payload)

    async def write(self) -> None:
        """Write queued payloads until the connection is closed."""
        while True:
            payload = await self._waiting.get()
            await self._flows.wait()
            frame = self._pack(payload)
            try:
                if isinstance(frame, str):
                    await self.socket.send_str(frame)
                else:
                    await self.socket.send_bytes(frame)
            except (ConnectionError, RuntimeError):
                return  # the other end is gone

    def freeze(self) -> None:
        """Write nothing any more, and keep the connection open."""
        self._flows.clear()

    def drop(self) -> None:
        """Cut the connection without a closing frame, as a broken network does."""
        plain = self.socket.get_extra_info("socket")
        if plain is not None:
            plain.shutdown(SHUT_RDWR)


class Sockets:
    """The websockets of one kind that are open."""

    def __init__(self) -> None:
        self._open: set[web.WebSocketResponse] = set()

    @contextlib.asynccontextmanager
    async def opened(self, socket: web.WebSocketResponse, pack: Packer = str) -> AsyncIterator[Connection]:
        """Write to a websocket for as long as this context lasts."""
        connection = Connection(socket, pack)
        self._open.add(socket)
        writer = asyncio.create_task(connection.write())
        try:
            yield connection
        finally:
            self._open.discard(socket)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer

    async def close(self) -> None:
        """Close all of them, because the server goes away."""
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in set(self._open)))
