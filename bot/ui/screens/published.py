"""What is published of a table: its luck as it grows; once it is over its log, the check of it, and the races again."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.messages.layout import MessageLayout
from bot.messages.layouts.luck_layout import luck_layout
from bot.messages.layouts.published_layout import (
    last_board_layout,
    log_layout,
    replay_layout,
    verdict_layout,
)
from bot.messages.snapshot import Snapshot
from bot.outbox.urgency import Urgency
from bot.tables import Refusal, Refused, luck
from bot.tables.luck import Ingredient
from bot.tables.standing import read_log
from bot.ui.screens.screen_posts import ScreenPosts
from engines.core import Row
from render import kit


class Published(ScreenPosts):
    """Shows what is published of tables. Log, check and replay are refused while a table is open: its log is secret."""

    async def luck(self, table_id: str, user_id: int, head: str = "") -> MessageLayout:
        """List what the luck of any table is mixed from, under a line that heads it."""
        snapshot, ingredients = await self._database.read(self._read_luck, table_id)
        return luck_layout(snapshot, ingredients, user_id, head)

    def _read_luck(self, db: Connection, table_id: str) -> tuple[Snapshot, Sequence[Ingredient]]:
        snapshot = self._snapshots.read(db, table_id)
        return snapshot, luck.read(db, snapshot.table)

    async def log(self, table_id: str) -> MessageLayout:
        """Return the race log as a file."""
        snapshot, rows, _ = await self._published(table_id)
        return await self._threads.work(log_layout, snapshot, rows)

    async def verdict(self, table_id: str) -> MessageLayout:
        """Check commitment, seed and every event, and say what was found."""
        snapshot, rows, ingredients = await self._published(table_id)
        return await self._threads.work(verdict_layout, snapshot, rows, ingredients)

    async def replay(self, table_id: str, race: int | None = None, *, is_gif: bool = False) -> MessageLayout:
        """Return a race, the last one for None, as an animated picture. Refuses one that was not run."""
        asked = kit.Asked(race, kit.Form.GIF if is_gif else kit.Form.WEBP)
        snapshot, rows, _ = await self._published(table_id)
        layout = await self._threads.work(replay_layout, snapshot, rows, asked)
        is_drawn = await self._pictures.draw(layout.drawings, f"table {table_id}", Urgency.ASKED)
        return layout if is_drawn else layout.in_words()

    async def last_board(self, table_id: str) -> MessageLayout:
        """Return the board as it stood when a game was over."""
        snapshot, _, _ = await self._published(table_id)
        return await self._drawn(snapshot, await self._threads.work(last_board_layout, snapshot))

    async def _published(self, table_id: str) -> tuple[Snapshot, Sequence[Row], Sequence[Ingredient]]:
        async with self._tables.outdated.refused(table_id):
            return await self._database.read(self._read_published, table_id)

    def _read_published(
        self, db: Connection, table_id: str
    ) -> tuple[Snapshot, Sequence[Row], Sequence[Ingredient]]:
        snapshot = self._snapshots.read(db, table_id)
        if snapshot.table.status.is_open:
            raise Refused(Refusal.NOT_PUBLISHED)
        if not snapshot.table.length:
            raise Refused(Refusal.NEVER_RAN, table=table_id)
        return snapshot, read_log(db, snapshot.table), luck.read(db, snapshot.table)
