"""Reads tables as the screens look at them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from bot.db import Database
from bot.messages.shown_odds import ShownOdds
from bot.messages.snapshot import Snapshot
from bot.tables import Seat, Status, Tables
from bot.tables.drafts import read_draft
from bot.tables.last_turns import NOTHING, Since, since_last_turns
from bot.tables.reading import Reading, read_whole
from bot.texts import texts


class Snapshots:
    """Reads tables with their settings and clocks, in the language of their server."""

    def __init__(self, database: Database, tables: Tables) -> None:
        self._database = database
        self._tables = tables
        self.odds = ShownOdds()

    async def load(self, table_id: str) -> Snapshot:
        """Look at a table; one whose rules are gone ends, and what was wanted of it is refused."""
        async with self._tables.outdated.refused(table_id):
            return await self._database.read(self.read, table_id)

    async def with_draft(self, table_id: str, user_id: int, asked: int) -> tuple[Snapshot, dict[str, Any]]:
        """Do the same, and read the slip that a user is filling in."""
        async with self._tables.outdated.refused(table_id):
            return await self._database.read(self._with_draft, table_id, user_id, asked)

    def _with_draft(
        self, db: Connection, table_id: str, user_id: int, asked: int
    ) -> tuple[Snapshot, dict[str, Any]]:
        return self.read(db, table_id), read_draft(db, table_id, user_id, asked)

    async def with_own_turn(
        self, table_id: str, user_id: int
    ) -> tuple[Snapshot, Seat, dict[str, Any], Since]:
        """Do the same with the user's seat, and what happened since it decided last."""
        async with self._tables.outdated.refused(table_id):
            return await self._database.read(self._with_own_turn, table_id, user_id)

    def _with_own_turn(
        self, db: Connection, table_id: str, user_id: int
    ) -> tuple[Snapshot, Seat, dict[str, Any], Since]:
        snapshot = self.read(db, table_id)
        seat, standing = snapshot.table.require_seat(user_id), snapshot.standing
        asked = standing.asked.get(seat.number) if standing else None
        if asked is None:
            return snapshot, seat, {}, NOTHING
        turns = since_last_turns(db, self._tables.games, snapshot.table, [seat.number])
        return snapshot, seat, read_draft(db, table_id, user_id, asked), turns[seat.number]

    def read(self, db: Connection, table_id: str) -> Snapshot:
        """Look at a table in a transaction that is used for more; raise `Outdated` of one that has yet to be ended."""
        return self.of(read_whole(db, self._tables.games, table_id))

    def of(self, reading: Reading) -> Snapshot:
        """Look at a table that was read already."""
        table, clocks, settings, standing = reading
        is_running = table.status is Status.RUNNING
        running = clocks if is_running else {}
        has_run = table.status is not Status.LOBBY
        return Snapshot(
            table,
            standing,
            texts(settings.spoken),
            settings,
            running,
            pacing=self._tables.pacing,
            closed_until=table.closed_until(self._tables.now()) if has_run else None,
            odds=self.odds.of(table),
        )
