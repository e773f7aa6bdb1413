"""A table that rests: nobody moves, and the clocks of its seats stand still until somebody lets it go on."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import Notice
from bot.tables import deadlines, lobby, marking
from bot.tables.deadlines import Clock
from bot.tables.races import require_running
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Table


async def pause(
    db: AsyncConnection, table: Table, user_id: int, now: int, *, still_since: int | None = None
) -> None:
    """Let a table rest: nobody moves, no seat's clock runs. The host decides.

    `still_since` is a moment since which its clocks stand still already, for another reason.
    """
    require_running(table)
    lobby.require_host(table, user_id)
    if table.paused_at is not None:
        raise Refused(Refusal.PAUSED_ALREADY)
    if still_since is not None:
        await deadlines.stood_still(db, still_since, now, table_id=table.table_id)
    await lobby.changed(db, table, paused_at=now)
    await deadlines.put(db, table.table_id, Clock.PAUSED, now + deadlines.PAUSED_CLOSES_AFTER, now=now)
    await outbox.give_notice(db, table.table_id, Notice.PAUSED, now)
    await marking.show_anew(db, table)


async def resume(db: AsyncConnection, table: Table, user_id: int, now: int) -> None:
    """Let a table go on: every clock has as much left as it had."""
    require_running(table)
    await _require_may_resume(db, table, user_id, now)
    if table.paused_at is None:
        raise Refused(Refusal.NOT_PAUSED)
    await go_on(db, table, now)


async def go_on(db: AsyncConnection, table: Table, now: int) -> None:
    """End the rest of a table, whoever decided it."""
    assert table.paused_at is not None
    await lobby.changed(db, table, paused_at=None)
    await deadlines.clear(db, table.table_id, Clock.PAUSED)
    await deadlines.clear(db, table.table_id, Clock.CROWDED)
    await deadlines.rested(db, table.table_id, table.paused_at, now)
    await outbox.give_notice(db, table.table_id, Notice.RESUMED, now)
    await marking.show_anew(db, table)


async def _require_may_resume(db: AsyncConnection, table: Table, user_id: int, now: int) -> None:
    """Refuse guests, but not for ever: after a day, or when the server needs the place, anybody there may go on."""
    rests_long = table.paused_at is not None and now - table.paused_at >= deadlines.DAY
    if rests_long or await deadlines.find(db, table.table_id, Clock.CROWDED) is not None:
        table.require_seat(user_id)
    else:
        lobby.require_host(table, user_id)
