"""Desks that people have opened where they play: keeps an eye on when each has to be left, and edits them by token.

Which they are is a row of the outbox each (`bot.outbox.opened`). What is in memory here is only when to look again.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot import outbox
from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.messages.layout import MessageLayout
from bot.outbox import Opened, PostError
from bot.outbox.opened import LAST_MINUTE, LIFETIME
from bot.shards import Shards
from bot.tables import Refused, Tables, race_commands
from bot.tables.queries import served_by
from bot.ui.posting import Poster
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

GRACE = 1.0
"""Seconds that asking for a desk gets when the bot stops; the next start asks for it."""


class OpenedDesks:
    """Has each opened desk shown once more before its token runs out, and so left in good time."""

    def __init__(self, database: Database, tables: Tables, poster: Poster, now: Callable[[], int]) -> None:
        self._database = database
        self._tables = tables
        self._poster = poster
        self._now = now
        self._leaving: dict[tuple[str, int], int] = {}
        """When each is left that this process knows of."""
        self._queue = WorkQueue(self._look, "opened desk of", (DatabaseUnusable,))

    async def resume(self, shards: Shards | None) -> None:
        """Keep an eye on those at the tables of some shards' servers (None: of all) that an earlier run has left."""
        found = await self._database.read(outbox.opened_desks, None if shards is None else served_by(shards))
        for table_id, user_id, until in found:
            self._leave_at(table_id, user_id, until - LAST_MINUTE)

    def follow(self, table_id: str, user_id: int, opened: Opened) -> None:
        """Keep an eye on a desk that was just opened or pressed."""
        self._leave_at(table_id, user_id, opened.leaves_at)

    def forget(self, table_id: str, user_id: int) -> None:
        """Take a desk for opened no more."""
        self._leaving.pop((table_id, user_id), None)

    async def close(self) -> None:
        """Keep an eye on none any more; the next run does."""
        await self._queue.close(GRACE)

    async def edit(self, opened: Opened, layout: MessageLayout, *, keeps_pictures: bool) -> None:
        """Show a layout in an opened desk. Raises `PostError`, as where its owner has dismissed it."""
        edit = self._poster.edit_opened_words if keeps_pictures else self._poster.edit_opened
        await edit(opened, layout)

    async def leave(self, opened: Opened, layout: MessageLayout) -> None:
        """Say in an opened desk how to go on: a nicety that may fail, for whoever presses it later is served."""
        try:
            await self._poster.edit_opened(opened, layout)
        except PostError as trouble:
            log.info("an opened desk is left as it is: %s", trouble)

    def _leave_at(self, table_id: str, user_id: int, at: int) -> None:
        self._leaving[table_id, user_id] = at
        self._queue.ask_in(max(0, at - self._now()) / 1000, f"{table_id} {user_id}")

    async def _look(self, desk: str) -> None:
        """Have a desk shown that has to be left now, unless it was pressed or left meanwhile."""
        table_id, user_id = desk.split()
        at = self._leaving.get((table_id, int(user_id)))
        if at is None:
            return
        wait = at - self._now()
        if 0 < wait <= LIFETIME:  # a longer one is that of a clock that was set back: its token is old
            self._queue.ask_in(wait / 1000, desk)
            return
        try:
            await self._tables.step(race_commands.show_desks, table_id, [int(user_id)])
        except Refused as refused:
            log.info("an opened desk of table %s needs no end: %s", table_id, refused)
        if self._leaving.get((table_id, int(user_id))) == at:
            self.forget(table_id, int(user_id))
