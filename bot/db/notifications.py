"""Receives notifications through PostgreSQL: hints that something changed, never the change itself."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping
from typing import Any

from bot.backoff import Backoff

FIRST_WAIT = 0.5
LONGEST_WAIT = 15.0
"""Seconds between two tries to connect, doubled after each."""

log = logging.getLogger(__name__)

Heard = Callable[[str], object]
"""Called on the event loop with the payload of a notification; must not block."""
Missed = Callable[[], object]
"""Called on the event loop after every connect: earlier notifications may be lost."""


class Notifications:
    """Listens on channels. Notifications that were sent while the connection was broken are lost."""

    def __init__(self, url: str, arguments: Mapping[str, Any]) -> None:
        self._url, self._arguments = url, arguments
        self._subscribers: dict[str, list[tuple[Heard, Missed]]] = {}
        self._task: asyncio.Task[None] | None = None

    def listen(self, channel: str, heard: Heard, missed: Missed) -> None:
        """Call `heard` for every notification on a channel, and `missed` after every connect. This reconnects."""
        self._subscribers.setdefault(channel, []).append((heard, missed))
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._run(), name="notifications of other processes")

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        from psycopg import AsyncConnection  # noqa: PLC0415 - a driver is loaded only if it is used

        backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
        while True:
            try:
                connecting = AsyncConnection.connect(self._url, autocommit=True, **self._arguments)
                async with await connecting as connection:
                    await self._hear(connection, backoff)
            except Exception as error:  # noqa: BLE001 - reconnects after every error
                log.warning("notifications of other processes are not heard: %s", type(error).__name__)
            await asyncio.sleep(backoff.pause())

    async def _hear(self, connection: Any, backoff: Backoff) -> None:
        """Listen until the connection breaks; the driver's keepalives find one that is silent."""
        for channel in self._subscribers:
            await connection.execute(f'LISTEN "{channel}"')
        for _, missed in itertools.chain.from_iterable(self._subscribers.values()):
            missed()
        backoff.over()
        async for notification in connection.notifies():
            for heard, _ in self._subscribers.get(notification.channel, ()):
                heard(notification.payload)
