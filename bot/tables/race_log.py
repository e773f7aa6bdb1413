"""Writes the log of a race: the one place where a row is added to it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import log, tables
from bot.tables.table import Table, Taken
from engines.core import Row


async def append(
    db: AsyncConnection,
    table: Table,
    rows: Sequence[Row],
    now: int,
    taken: Taken | None = None,
    user_id: int | None = None,
) -> None:
    """Write rows down. Who decided what they follow from, and why in a seat's place, is noted beside the unforced."""
    for row in rows:
        await db.execute(
            insert(log).values(
                table_id=table.table_id,
                n=row.n,
                seat=row.seat,
                action=None if row.action is None else _json(row.action),
                events=_json(row.events),
                auto=row.auto,
                at=now,
                taken_by=None if row.auto else taken,
                decided_by=None if row.auto else user_id,
            )
        )
    await db.execute(update(tables).where(tables.c.table_id == table.table_id).values(length=rows[-1].n + 1))


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
