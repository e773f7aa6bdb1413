"""The end of a table that cannot be finished: its log was written by rules that the program no longer has.

Rules are corrected with a new version (`Game.rules`). A table is finished by the version it began with while
`engines.catalog` has it. Else, or where its log is not what the rules give now, going on would silently be another
game: the table ends as if it were cancelled, and everybody is told.
"""

from __future__ import annotations

import logging

from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import Notice
from bot.tables import races
from bot.tables.refusals import Outdated
from bot.tables.standing import Standing
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Status, Table

log = logging.getLogger(__name__)


async def end_if_outdated(db: AsyncConnection, table: Table, now: int) -> bool:
    """End an open table whose log, read anew, the rules do not lead through; tell whether it was so."""
    try:
        await _fold(db, table)
    except Outdated as why:
        log.error("table %s ends and every stake returns: %s", table.table_id, why)
    else:
        return False
    if table.status is Status.RUNNING:
        await outbox.give_notice(db, table.table_id, Notice.OUTDATED, now)
    await races.stop(db, table, None, Status.CANCELLED, now)
    return True


async def _fold(db: AsyncConnection, table: Table) -> None:
    """Do again all that a table has seen; in a lobby that is the set-up to come. Raises Outdated."""
    if table.length:
        await StandingCache().standing(db, table)
    elif table.status is Status.LOBBY:
        Standing.begin(table)
