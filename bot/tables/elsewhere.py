"""Tables that another process has changed: read once, for everybody here who has to see to them."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox import posts_of
from bot.store import Store
from bot.store.errors import StoreError
from bot.tables.reading import Reader
from bot.tables.refusals import Absent, Outdated, Refused
from bot.tables.step import Made
from bot.tables.watchers import Watchers
from bot.work_queue import WorkQueue

GRACE = 1.0
"""Seconds that a reading under way gets when the bot stops."""


class ChangedElsewhere:
    """Hands what another process has made of a table to those who watch it, as a step of this one would."""

    def __init__(self, store: Store, read: Reader, watchers: Watchers) -> None:
        self._store = store
        self._read = read
        self._watchers = watchers
        self._queue = WorkQueue(self._see, "word of", (StoreError,))

    def notice(self, table_id: str) -> None:
        """Have those who watch a table told soon that it is another one than they know."""
        self._queue.ask(table_id)

    async def close(self) -> None:
        """Notice nothing any more."""
        await self._queue.close(GRACE)

    async def _see(self, table_id: str) -> None:
        self._watchers.tell(table_id, await self._made(table_id))

    async def _made(self, table_id: str) -> Made | None:
        """Read a table; None where nobody can be handed it: then they see for themselves what is the matter."""
        try:
            async with self._store.reading() as db:
                return await self._in(db, table_id)
        except (Absent, Outdated, Refused):
            return None

    async def _in(self, db: AsyncConnection, table_id: str) -> Made | None:
        known, standing = await self._read.known_in(db, table_id)
        return Made(known, standing, await posts_of(db, table_id)) if standing else None
