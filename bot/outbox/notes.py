"""Notes of what was posted: gathered while posts of a table are being made, and written in one transaction.

Whatever is not written yet when a process is killed is posted again under the name that Discord knows, and found.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from math import inf
from time import monotonic
from typing import Unpack
from weakref import WeakSet, WeakValueDictionary

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.outbox.looks import Look, Note
from bot.outbox.outcomes import ShownFacts, note_all
from bot.outbox.post import Post, Posted, PostKind
from bot.remembered import Remembered

WITHIN = 1.0
"""Seconds after which notes are written at the latest, however long other posts of the table take."""

REMEMBERED = 4096
"""Tables of which it is known when their notes were written last."""

log = logging.getLogger(__name__)


class Notes:
    """What is to be written of posts, by table.

    Whoever reads a table's posts follows its notes, or settles them before.
    """

    def __init__(
        self, database: Database, take_down: Callable[[Posted], Awaitable[None]] | None = None
    ) -> None:
        """`take_down` removes a message that nobody keeps up to date any more, now or later."""
        self._database = database
        self._take_down = take_down
        self._pending: dict[str, list[Note]] = {}
        self._gathering: Counter[str] = Counter()
        self._looks: WeakValueDictionary[str, WeakSet[Look]] = WeakValueDictionary()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._writing: set[asyncio.Task[None]] = set()
        self._written = Remembered[str, float](REMEMBERED)
        """When notes of a table were written last, by `time.monotonic`."""

    def were_written(self, table_id: str, since: float) -> bool:
        """Whether notes of a table were written since a moment by `time.monotonic`."""
        return self._written.get(table_id, -inf) >= since

    def follow(self, look: Look) -> None:
        """Have a look show what is not written yet, and what is noted from now on; begin before it is filled."""
        look.others = self._looks.setdefault(look.table_id, WeakSet())
        look.others.add(look)
        for note in self._pending.get(look.table_id, ()):
            look.note(note)

    @asynccontextmanager
    async def gathering(
        self, table_id: str, goes_on: Callable[[], bool] = lambda: False
    ) -> AsyncIterator[None]:
        """Gather the notes of a table until this block, and every other one of the table, has ended.

        Where it `goes_on` at once, in a block that is about to begin, they are gathered until that one has.
        """
        self._gathering[table_id] += 1
        try:
            yield
        finally:
            self._gathering[table_id] -= 1
            if not self._gathering[table_id]:
                del self._gathering[table_id]
        if table_id not in self._gathering and not goes_on():
            await self.settle(table_id)

    async def note(self, post: Post, posted: Posted | None = None, **facts: Unpack[ShownFacts]) -> None:
        """Note that a post shows what was asked for until it was read, and where it stands if that is new.

        Where nobody gathers, it is written when this returns. Raises `DatabaseUnusable` then.
        """
        table_id, note = post.table_id, Note(post, posted, facts)
        self._pending.setdefault(table_id, []).append(note)
        for look in self._looks.get(table_id, ()):
            look.note(note)
        if table_id not in self._gathering:
            await self.settle(table_id)
        elif table_id not in self._alarms:
            self._alarms[table_id] = asyncio.get_running_loop().call_later(WITHIN, self._ring, table_id)

    async def settle(self, table_id: str) -> None:
        """Write down what was noted of a table's posts; what could not be written is kept for the next time."""
        if table_id not in self._pending and table_id not in self._locks:
            return
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            notes = tuple(self._pending.get(table_id, ()))
            if alarm := self._alarms.pop(table_id, None):
                alarm.cancel()
            if not notes:
                return
            known = await self._database.write(note_all, notes)
            self._written[table_id] = monotonic()
            later = self._pending.pop(table_id)[len(notes) :]
            if later:
                self._pending[table_id] = later
        await self._leave_nothing_of([note for note in notes if note.post.post_id not in known])

    async def settle_place(self, post: Post) -> None:
        """Write down where a post stands, unless that is written, before another message follows it there.

        Messages are named after those they follow: only who knows where the one stands finds the other after a kill.
        """
        pending = self._pending.get(post.table_id, ())
        if any(note.posted is not None and note.post.post_id == post.post_id for note in pending):
            await self.settle(post.table_id)

    async def settle_all(self) -> None:
        """Write down what was noted of every table's posts."""
        for table_id in {*self._pending, *self._locks}:
            await self.settle(table_id)

    async def _leave_nothing_of(self, forgotten: Sequence[Note]) -> None:
        """Take down desks whose owners were forgotten while they were being posted: nobody else knows of them."""
        for note in forgotten:
            place = note.posted or note.post.posted
            if note.post.kind is PostKind.DESK and place is not None and self._take_down is not None:
                await self._take_down(place)

    async def close(self) -> None:
        """Write down what is left."""
        for table_id in list(self._pending):
            try:
                await self.settle(table_id)
            except DatabaseUnusable as error:
                log.warning("what was posted of table %s could not be noted: %s", table_id, error)
        await asyncio.gather(*self._writing, return_exceptions=True)

    def _ring(self, table_id: str) -> None:
        self._alarms.pop(table_id, None)
        writing = asyncio.get_running_loop().create_task(
            self._write_in_time(table_id), name=f"notes of {table_id}", context=Context()
        )
        self._writing.add(writing)
        writing.add_done_callback(self._writing.discard)

    async def _write_in_time(self, table_id: str) -> None:
        try:
            await self.settle(table_id)
        except DatabaseUnusable as error:
            log.warning("what was posted of table %s is noted later: %s", table_id, error)
