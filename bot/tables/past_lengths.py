"""How long the games of a server took lately: those that were played like a table that has yet to start."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import seats, tables
from bot.tables.table import Status, Table

MOST_LOOKED_AT = 100
"""Finished games of a server among which those that are alike are sought, the newest."""


async def took(db: AsyncConnection, table: Table) -> Sequence[int]:
    """Return how many milliseconds the last games took with the options, people and clock of a table, newest first.

    Whether a game rested meanwhile is not known any more, so a few may have taken days.
    """
    over = (tables.c.guild_id == table.guild_id, tables.c.status == Status.FINISHED, tables.c.counted == 0)
    newest = (
        select(tables.c.table_id)
        .where(*over)
        .order_by(tables.c.ended_at.desc())
        .limit(MOST_LOOKED_AT)
        .subquery()
    )
    people = (
        select(func.count(seats.c.user_id)).where(seats.c.table_id == tables.c.table_id).scalar_subquery()
    )
    alike = (
        select(tables.c.options, tables.c.started_at, tables.c.ended_at)
        .where(
            tables.c.table_id.in_(select(newest.c.table_id)),
            tables.c.game == table.game,
            tables.c.clock == table.clock,
            people == len(table.people),
        )
        .order_by(tables.c.ended_at.desc())
    )
    return [
        ended_at - started_at
        for options, started_at, ended_at in await db.execute(alike)
        if json.loads(options) == table.options
    ]
