"""Slips that people are still filling in: kept so that a restart loses none, void once the question is answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import drafts


async def read_draft(db: AsyncConnection, table_id: str, user_id: int, asked: int) -> dict[str, Any]:
    """Return the slip begun for the question asked at log length `asked`; empty if there is none."""
    text = await db.scalar(
        select(drafts.c.draft).where(
            drafts.c.table_id == table_id, drafts.c.user_id == user_id, drafts.c.n == asked
        )
    )
    return dict(json.loads(text)) if text else {}


async def read_drafts(db: AsyncConnection, table_id: str) -> dict[tuple[int, int], dict[str, Any]]:
    """Read every slip begun at a table, by its user and the log length at which the question arose."""
    rows = await db.execute(select(drafts).where(drafts.c.table_id == table_id))
    return {(row.user_id, row.n): dict(json.loads(row.draft)) for row in rows}


async def write_draft(
    db: AsyncConnection, table_id: str, user_id: int, asked: int, draft: Mapping[str, Any]
) -> None:
    """Keep a slip in place of the one before."""
    await db.execute(delete(drafts).where(drafts.c.table_id == table_id, drafts.c.user_id == user_id))
    await db.execute(
        insert(drafts).values(table_id=table_id, user_id=user_id, n=asked, draft=json.dumps(dict(draft)))
    )
