"""Receives notifications through PostgreSQL: hints that something changed, never the change itself."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from psycopg import AsyncConnection, sql

from bot.backoff import Backoff
from bot.db.backend import Heard, Missed

FIRST_WAIT = 0.5
LONGEST_WAIT = 15.0
"""Seconds between two tries to connect, doubled after each."""

log = logging.getLogger(__name__)


class _Subscriber(NamedTuple):
    heard: Heard
    missed: Missed | None


class Notifications:
    """Listens on channels. Notifications that were sent while the connection was broken are lost."""

    def __init__(self, connect: Callable[[], Awaitable[AsyncConnection]]) -> None:
        """`connect` opens a connection in autocommit mode."""
        self._connect = connect
        self._subscribers: dict[str, list[_Subscriber]] = {}
        self._task: asyncio.Task[None] | None = None

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Call `heard` for every notification on a channel, and `missed` whenever some may be lost.

        `missed` is called after every connect, the first one too. A call of `listen` reconnects.
        """
        self._subscribers.setdefault(channel, []).append(_Subscriber(heard, missed))
        if self._task is not None:
            self._task.cancel()
        self._task = asyncio.create_task(self._run(), name="notifications of other processes")

    async def close(self) -> None:
        """Stop listening."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
        while True:
            try:
                async with await self._connect() as connection:
                    await self._hear(connection, backoff)
            except Exception as error:  # noqa: BLE001 - reconnects after every error
                log.warning("notifications of other processes are not heard: %s", type(error).__name__)
            await asyncio.sleep(backoff.pause())

    async def _hear(self, connection: AsyncConnection, backoff: Backoff) -> None:
        """Listen until the connection breaks; the driver's keepalives find one that is silent."""
        for channel in self._subscribers:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        for subscriber in itertools.chain.from_iterable(self._subscribers.values()):
            if subscriber.missed is not None:
                subscriber.missed()
        backoff.over()
        async for notification in connection.notifies():
            for subscriber in self._subscribers.get(notification.channel, ()):
                subscriber.heard(notification.payload)
