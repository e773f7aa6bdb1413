"""A table that rests: nobody moves, and the clocks of its seats stand still until somebody lets it go on."""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import Notice
from bot.tables import deadlines, lobby, marking
from bot.tables.absent import is_here
from bot.tables.deadlines import Clock
from bot.tables.table import Table

log = logging.getLogger(__name__)


async def rest(db: AsyncConnection, table: Table, now: int) -> None:
    """Begin the rest of a table, in the transaction of the caller."""
    await lobby.changed(db, table, paused_at=now)
    await deadlines.put(db, table.table_id, Clock.PAUSED, now + deadlines.PAUSED_CLOSES_AFTER, now=now)
    await outbox.give_notice(db, table.table_id, Notice.PAUSED, now)
    await marking.show_anew(db, table)


async def go_on(db: AsyncConnection, table: Table, now: int) -> None:
    """End the rest of a table, whoever decided it, in the transaction of the caller."""
    assert table.paused_at is not None
    await lobby.changed(db, table, paused_at=None)
    await deadlines.clear(db, table.table_id, Clock.PAUSED)
    await deadlines.clear(db, table.table_id, Clock.CROWDED)
    await deadlines.rested(db, table.table_id, table.paused_at, now)
    await outbox.give_notice(db, table.table_id, Notice.RESUMED, now)
    await marking.show_anew(db, table)


async def follow_the_game(db: AsyncConnection, table: Table, now: int) -> bool:
    """Have a running table rest while its game is not here, and go on once it is back; whether that changed it."""
    if not await has_to_follow(db, table):
        return False
    if table.paused_at is not None:
        await go_on(db, table, now)
        return True
    await lobby.changed(db, table, paused_at=now)
    await outbox.give_notice(db, table.table_id, Notice.ABSENT, now)
    log.warning("table %s rests: its game %r is not here", table.table_id, table.game)
    return True


async def has_to_follow(db: AsyncConnection, table: Table) -> bool:
    """Whether a running table has yet to rest because its game is not here, or to go on because it is back.

    A rest that a host began has a clock on which it ends; that for want of a game has none.
    """
    if not is_here(table.game):
        return table.paused_at is None
    return table.paused_at is not None and await deadlines.find(db, table.table_id, Clock.PAUSED) is None
