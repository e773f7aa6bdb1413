"""What has to be taken up at the start: steps, each tried again until it is done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.backoff import Backoff
from bot.db.errors import DatabaseUnusable

log = logging.getLogger(__name__)

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 60.0
"""Seconds until steps that failed are tried again: doubled each time from the first to the longest."""

DISCORD = "discord"
"""What is pending until Discord has named the servers."""

Step = Callable[[], Awaitable[object]]
"""May be run again after it failed half-way."""


class Startup:
    """Runs steps in their order, once Discord is there. One that fails keeps none behind it waiting."""

    def __init__(
        self, steps: Mapping[str, Step], passing: tuple[type[Exception], ...] = (DatabaseUnusable,)
    ) -> None:
        """`passing` is trouble that is no fault of the program: it is told in one line."""
        self._steps = steps
        self._passing = passing
        self._pending = [DISCORD, *steps]
        self._running: asyncio.Task[None] | None = None
        self.done = asyncio.Event()
        """Set once every step is done."""

    @property
    def pending(self) -> Sequence[str]:
        """The names of the steps that are not done yet, in their order."""
        return tuple(self._pending)

    @property
    def is_begun(self) -> bool:
        """Whether Discord has named the servers, so that the steps run or are done."""
        return self._running is not None

    def begin(self) -> bool:
        """Have the steps run: Discord is there. False if they were begun before."""
        if self._running:
            return False
        self._pending.remove(DISCORD)
        self._running = asyncio.create_task(self._run(), name="start-up")
        return True

    async def close(self) -> None:
        """Try no more."""
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)

    async def _run(self) -> None:
        backoff = Backoff(FIRST_PAUSE, LONGEST_PAUSE)
        while True:
            for name in tuple(self._pending):
                await self._try(name)
            if not self._pending:
                break
            pause = backoff.pause()
            log.warning("start-up: %s still pending; again in %.0f s", ", ".join(self._pending), pause)
            await asyncio.sleep(pause)
        log.info("ready: everything is taken up")
        self.done.set()

    async def _try(self, name: str) -> None:
        try:
            await self._steps[name]()
        except self._passing as error:
            log.warning("start-up: %s: %s", name, error if str(error) else type(error).__name__)
        except Exception:
            log.exception("start-up: %s failed", name)
        else:
            self._pending.remove(name)
