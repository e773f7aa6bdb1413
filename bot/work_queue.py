"""Work that is asked for by a key: one task a key at a time, and once more if it was asked for again meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context

from bot.backoff import Backoff
from bot.metrics import counted

log = logging.getLogger(__name__)

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 300.0
"""Seconds until work that failed is tried again: doubled each time from the first to the longest."""


class WorkQueue:
    """Runs `run(key)` for every key asked for, never twice at once for the same key.

    However often a key is asked for while its task runs, the task runs once more afterwards, so that it always
    sees the newest state. Work that fails is logged and tried again, with growing pauses, until it is done. Errors
    that are `expected`, which say in their own words what prevents it, are logged in one line, others with their
    traceback the first time.
    """

    def __init__(
        self, run: Callable[[str], Awaitable[None]], name: str, expected: tuple[type[Exception], ...] = ()
    ) -> None:
        self._run = run
        self._name = name
        self._expected = expected
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._heard: dict[str, asyncio.Future[None]] = {}
        self._backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._is_closed = False

    def ask(self, key: str) -> None:
        """Have the work for `key` done soon."""
        if self._is_closed:
            return
        if key in self._tasks:
            self._again.add(key)
            if (heard := self._heard.pop(key, None)) and not heard.done():
                heard.set_result(None)
            return
        self._tasks[key] = asyncio.get_running_loop().create_task(
            self._work(key),
            name=f"{self._name} {key}",
            context=Context(),  # whoever asks does not wait for it: it is no part of what they hold
        )

    def is_at_work(self, key: str) -> bool:
        """Whether the work for `key` is under way, or about to begin."""
        return key in self._tasks

    def asked_again(self, key: str) -> asyncio.Future[None]:
        """Return a future that is done once `key` is asked for again, so that work under way may end early."""
        heard = self._heard[key] = asyncio.get_running_loop().create_future()
        if key in self._again:
            heard.set_result(None)
        return heard

    def ask_in(self, seconds: float, key: str) -> None:
        """Have the work for `key` done after a while; of several alarms for a key the earliest rings."""
        loop = asyncio.get_running_loop()
        alarm = self._alarms.get(key)
        if self._is_closed or (alarm and alarm.when() <= loop.time() + seconds):
            return
        if alarm:
            alarm.cancel()
        self._alarms[key] = loop.call_later(seconds, self._ring, key)

    async def close(self, grace: float) -> None:
        """Take no more work, let what is under way finish within `grace` seconds, and cancel the rest."""
        self._is_closed = True
        for alarm in self._alarms.values():
            alarm.cancel()
        tasks = list(self._tasks.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _ring(self, key: str) -> None:
        self._alarms.pop(key, None)
        self.ask(key)

    async def _work(self, key: str) -> None:
        has_failed = False
        try:
            await self._run(key)
        except Exception as error:
            has_failed = True
            counted.work_failed(self._name)
            is_new, pause = key not in self._backoff, self._backoff.pause(key)
            if isinstance(error, self._expected):
                log.warning("%s %s: again in %.0f s: %s", self._name, key, pause, error)
            else:
                what = type(error).__name__
                log.error("%s %s failed; again in %.0f s: %s", self._name, key, pause, what, exc_info=is_new)
            self.ask_in(pause, key)
        else:
            self._backoff.over(key)
        finally:
            del self._tasks[key]
            self._heard.pop(key, None)
            is_asked = key in self._again
            self._again.discard(key)
            if is_asked and not has_failed:  # what failed waits, also if it was asked for meanwhile
                self.ask(key)
