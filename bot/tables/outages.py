"""Shards that Discord does not reach: while nobody's press can arrive, the clocks of their servers stand still."""

from __future__ import annotations

import logging
from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store.errors import StoreError
from bot.tables import deadlines, heartbeat, marking
from bot.tables.heartbeat import Shards
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

DIRECT_MESSAGES = 0
"""The shard at which presses in direct messages arrive, whichever server they are about.

Source: Discord's documentation, "Gateway", "Sharding".
"""

SHARDS = "shards"
"""The key of setting clocks later: it is done for all shards at once."""

TOLD_FROM = deadlines.MINUTE
"""Milliseconds from which on it is shown that clocks stood still: a shift of some seconds is nobody's concern."""

GRACE = 2.0
"""Seconds that a note under way gets to be written when the bot stops."""


class Outages:
    """Which shards hear nobody, and since when.

    Clocks of their servers stand still from the disconnect until the shift that makes up for it is committed; a
    database that cannot be used then is tried again until it can.
    """

    def __init__(self, store: Store, now: Callable[[], int], restarted: Callable[[set[str]], object]) -> None:
        """`restarted` is told, when clocks run again, the tables at which that is shown."""
        self._store = store
        self._now = now
        self._restarted = restarted
        self._count = 1
        self._out: set[int] = set()
        self._since: dict[int, int] = {}
        self._work = WorkQueue(self._make_up_for_ended, "outages of", (StoreError,))

    def begin(self, shard: int, count: int) -> None:
        """Let clocks stand still: one of `count` shards is disconnected. While it is, saying so again does nothing."""
        self._count = count
        self._out.add(shard)
        now = self._now()
        for number in range(count):
            if self._is_out(number):
                self._since.setdefault(number, now)
        self._work.ask(SHARDS)

    def end(self, shard: int) -> None:
        """Let clocks go on where they stood still: a shard is connected. Saying so again does nothing."""
        if shard in self._out:
            self._out.discard(shard)
            self._work.ask(SHARDS)

    @property
    def shards(self) -> Shards | None:
        """The shards whose servers' clocks stand still; None if there is none."""
        return Shards(frozenset(self._since), self._count) if self._since else None

    def since(self, guild_id: int) -> int | None:
        """Return since when the clocks of a server stand still; None if they do not."""
        shards = self.shards
        if shards is None or not shards.serve(guild_id):
            return None
        return self._since[(guild_id >> 22) % shards.of]

    def jumped(self, by: int) -> None:
        """Take into account that every deadline, and the time that counts, was set later by so many milliseconds."""
        self._since = {number: at + by for number, at in self._since.items()}
        if self._since:
            self._work.ask(SHARDS)

    async def make_up(self, db: AsyncConnection, last_beat: int) -> None:
        """Make up for outages that an earlier process saw begin and not end, up to when it was last alive."""
        for shards, since in await heartbeat.read_outages(db):
            await deadlines.stood_still(db, since, max(since, last_beat), shards=shards)
        await heartbeat.note_outages(db, {}, self._count)

    async def close(self) -> None:
        """Note what is still out: the next process makes up for it."""
        await self._work.close(GRACE)

    def _is_out(self, number: int) -> bool:
        return number in self._out or DIRECT_MESSAGES in self._out

    async def _make_up_for_ended(self, _key: str) -> None:
        """Set the clocks of shards that are back later, and note which are still out."""
        moved: set[str] = set()
        async with self._store.writing(alone=True) as db:
            now = self._now()
            back = {number: since for number, since in self._since.items() if not self._is_out(number)}
            still = {number: since for number, since in self._since.items() if number not in back}
            for since in sorted(set(back.values())):
                shards = Shards(frozenset(n for n, at in back.items() if at == since), self._count)
                await deadlines.stood_still(db, since, now, shards=shards)
                if now - since >= TOLD_FROM:
                    moved |= await deadlines.going_on(db, shards)
            await heartbeat.note_outages(db, still, self._count)
            await marking.show_moved(db, moved)
        for number in back:
            del self._since[number]
            if self._is_out(number):  # again, while this was written
                self._since[number] = now
                self._work.ask(SHARDS)
        if back:
            log.info("clocks go on where %d of %d shards were out", len(back), self._count)
            self._restarted(moved)
