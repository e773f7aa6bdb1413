"""A table that rests: nobody moves, and the clocks of its seats stand still until somebody lets it go on."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox import posts
from bot.tables import deadlines, lobby, marking
from bot.tables.deadlines import Clock
from bot.tables.table import Table


async def rest(db: AsyncConnection, table: Table, now: int) -> None:
    """Begin the rest of a table, in the transaction of the caller."""
    await lobby.changed(db, table, paused_at=now)
    await deadlines.put(db, table.table_id, Clock.PAUSED, now + deadlines.PAUSED_CLOSES_AFTER, now=now)
    await posts.notice(db, table.table_id, "paused", 0, now)
    await marking.show_anew(db, table)


async def go_on(db: AsyncConnection, table: Table, now: int) -> None:
    """End the rest of a table, whoever decided it, in the transaction of the caller."""
    assert table.paused_at is not None
    await lobby.changed(db, table, paused_at=None)
    await deadlines.clear(db, table.table_id, Clock.PAUSED)
    await deadlines.clear(db, table.table_id, Clock.CROWDED)
    await deadlines.rested(db, table.table_id, table.paused_at, now)
    await posts.notice(db, table.table_id, "resumed", 0, now)
    await marking.show_anew(db, table)
