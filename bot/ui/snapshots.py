"""Reads tables as the screens look at them."""

from __future__ import annotations

from typing import Any

from bot.store import Store, Transaction
from bot.tables import Seat, Standing, Status, Tables
from bot.tables.drafts import read_draft
from bot.tables.known_tables import Known
from bot.tables.last_turns import NOTHING, Since
from bot.texts import texts
from bot.ui.shown_odds import ShownOdds
from bot.ui.snapshot import Snapshot


class Snapshots:
    """Reads tables with their settings and clocks, in the language of their server."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self.odds = ShownOdds()

    async def load(self, table_id: str) -> Snapshot:
        """Look at a table; one whose rules are gone ends, and what was wanted of it is refused."""
        async with self._tables.outdated.refused(table_id), self._store.reading() as db:
            return await self.read(db, table_id)

    async def with_draft(self, table_id: str, user_id: int, asked: int) -> tuple[Snapshot, dict[str, Any]]:
        """Do the same, and read the slip that a user is filling in."""
        async with self._tables.outdated.refused(table_id), self._store.reading() as db:
            return await self.read(db, table_id), await read_draft(db, table_id, user_id, asked)

    async def with_own_turn(
        self, table_id: str, user_id: int
    ) -> tuple[Snapshot, Seat, dict[str, Any], Since]:
        """Do the same with the user's seat, and what happened since it decided last."""
        async with self._tables.outdated.refused(table_id), self._store.reading() as db:
            snapshot = await self.read(db, table_id)
            seat, standing = snapshot.table.require_seat(user_id), snapshot.standing
            asked = standing.asked.get(seat.number) if standing else None
            if asked is None:
                return snapshot, seat, {}, NOTHING
            turns = await self._tables.read.turns(db, snapshot.table, [seat.number])
            return snapshot, seat, await read_draft(db, table_id, user_id, asked), turns[seat.number]

    async def read(self, db: Transaction, table_id: str) -> Snapshot:
        """Look at a table in a transaction that is used for more; raise `Outdated` of one that has yet to be ended."""
        return self.of(*await self._tables.read.known_in(db, table_id))

    def of(self, known: Known, standing: Standing | None) -> Snapshot:
        """Look at a table that was read already."""
        table, clocks, settings = known
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

    async def earlier(self, db: Transaction, snapshot: Snapshot, length: int) -> Standing | None:
        """Look back to an earlier moment; None if nothing was told by then, or nothing can be told any more."""
        return await self._tables.read.earlier(db, snapshot.table, length) if snapshot.standing else None
