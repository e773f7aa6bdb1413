"""Shards at which their keepers before have left something: taken up beside the beats, which go on meanwhile.

Which these are follows from what is kept, and not from what was just taken over: an answer to COMMIT may be lost.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.db.errors import DatabaseUnusable
from bot.shards import Shards

log = logging.getLogger(__name__)

TakeUp = Callable[[Shards], Awaitable[None]]
"""Takes up what the keeper before has left of shards that this process has begun to keep."""

A_MOMENT = 1.0
"""Seconds that a beat waits for it: it mostly takes less. Others must not take this process for dead meanwhile."""


class LeftShards:
    """Knows what is yet to be taken up, and has it done: one after another, and again where that failed."""

    def __init__(self) -> None:
        self.take_up: TakeUp | None = None
        self._done: frozenset[int] = frozenset()
        self._begun: frozenset[int] = frozenset()
        """Those that are being taken up, and were kept all the time since."""
        self._working: asyncio.Task[None] | None = None

    def keep_only(self, kept: frozenset[int]) -> None:
        """Hear what is kept: what is not may be left anew until it comes back, be it at the same beat."""
        self._done &= kept
        self._begun &= kept

    def are_done_by_start(self, kept: frozenset[int]) -> None:
        """Hear of those that the start takes up."""
        self._done = kept

    async def see_to(self, kept: frozenset[int], of: int) -> None:
        """Have what is left at the kept shards, of so many in all, taken up, and wait a moment for it."""
        if self._working is None or self._working.done():
            left = kept - self._done
            if not left or self.take_up is None:
                self._done = kept
                return
            self._begun = left
            self._working = asyncio.create_task(
                self._take(self.take_up, Shards(left, of)), name="take up shards"
            )
        await asyncio.wait({self._working}, timeout=A_MOMENT)

    async def _take(self, take_up: TakeUp, shards: Shards) -> None:
        try:
            await take_up(shards)
        except DatabaseUnusable as error:
            log.error("what others have left at shards %s is taken up at the next beat: %s", shards, error)
        except Exception:  # a fault of ours, which may be over
            log.exception("what others have left at shards %s is taken up at the next beat", shards)
        else:
            self._done |= self._begun

    async def close(self) -> None:
        """Leave what is under way to whoever keeps the shards next."""
        if self._working:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
