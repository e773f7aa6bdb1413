"""Hears what processes tell each other over PostgreSQL: one connection that is made anew whenever it breaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

from bot.backoff import Backoff
from bot.store.listening import Heard, Missed

FIRST_WAIT = 0.5
LONGEST_WAIT = 15.0
"""Seconds between tries to listen again: doubled each time."""

LOOKED_AFTER = 10.0
"""Seconds between looks whether the connection is still there: one that was cut silently tells nobody."""

ANSWERS_WITHIN = 5.0
"""Seconds that such a look may take."""

log = logging.getLogger(__name__)


class _Ear(NamedTuple):
    heard: Heard
    missed: Missed | None


class Notifications:
    """Listens on channels. What was told while the connection was away is lost, and `missed` says so."""

    def __init__(self, connect: Callable[[], Awaitable[Any]]) -> None:
        """`connect` opens a connection of the driver's own kind."""
        self._connect = connect
        self._ears: dict[str, list[_Ear]] = {}
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Have `heard` called for every notification on a channel from soon on, and `missed` when some may be lost.

        `missed` is called once the connection stands, the first time as well: what was told before was not heard.
        """
        self._ears.setdefault(channel, []).append(_Ear(heard, missed))
        self._changed.set()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="notifications of other processes")

    async def close(self) -> None:
        """Hear nothing any more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        backoff = Backoff(FIRST_WAIT, LONGEST_WAIT)
        while True:
            try:
                connection = await self._connect()
            except Exception as error:  # noqa: BLE001 - whatever keeps it away may pass
                log.warning("notifications of other processes are not heard: %s", type(error).__name__)
            else:
                try:
                    await self._hear(connection, backoff)
                except Exception as error:  # noqa: BLE001 - a connection that breaks is made anew
                    log.warning("notifications of other processes were lost: %s", type(error).__name__)
                finally:
                    connection.terminate()
            await asyncio.sleep(backoff.pause())

    async def _hear(self, connection: Any, backoff: Backoff) -> None:
        """Listen until the connection breaks."""
        gone = asyncio.Event()
        connection.add_termination_listener(lambda _connection: gone.set())
        known: dict[str, int] = {}
        while not gone.is_set():
            self._changed.clear()
            for channel, ears in list(self._ears.items()):
                if channel not in known:
                    await connection.add_listener(channel, self._told)
                for ear in ears[known.get(channel, 0) :]:
                    if ear.missed is not None:
                        ear.missed()
                known[channel] = len(ears)
            backoff.over()
            await _either(gone, self._changed, within=LOOKED_AFTER)
            if not gone.is_set():
                await connection.execute("SELECT 1", timeout=ANSWERS_WITHIN)
        raise ConnectionResetError

    def _told(self, _connection: object, _process: int, channel: str, payload: str) -> None:
        for ear in self._ears.get(channel, ()):
            ear.heard(payload)


async def _either(*events: asyncio.Event, within: float) -> None:
    """Wait until one of several things has happened, or so many seconds are over."""
    waits = [asyncio.create_task(event.wait()) for event in events]
    try:
        with suppress(TimeoutError):
            await asyncio.wait(waits, timeout=within, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()
