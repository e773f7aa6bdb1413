"""Slips that people are still filling in: kept so that a restart loses none, void once the question is answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.owed import owed
from bot.store.schema import drafts

_OF_TABLE = select(drafts.c.user_id, drafts.c.n, drafts.c.draft).where(
    drafts.c.table_id == bindparam("table")
)
_OF_QUESTION = select(drafts.c.draft).where(
    drafts.c.table_id == bindparam("table"),
    drafts.c.user_id == bindparam("user"),
    drafts.c.n == bindparam("asked"),
)
_PUT_AWAY = owed(
    delete(drafts).where(drafts.c.table_id == bindparam("table"), drafts.c.user_id == bindparam("user"))
)
_KEEP = owed(insert(drafts))


async def read_draft(db: AsyncConnection, table_id: str, user_id: int, asked: int) -> dict[str, Any]:
    """Return the slip begun for the question asked at log length `asked`; empty if there is none."""
    text = await db.scalar(_OF_QUESTION, {"table": table_id, "user": user_id, "asked": asked})
    return dict(json.loads(text)) if text else {}


async def read_drafts(db: AsyncConnection, table_id: str) -> dict[tuple[int, int], dict[str, Any]]:
    """Read every slip begun at a table, by its user and the log length at which the question arose."""
    rows = await db.execute(_OF_TABLE, {"table": table_id})
    return {(user_id, asked): dict(json.loads(text)) for user_id, asked, text in rows}


async def write_draft(
    db: AsyncConnection, table_id: str, user_id: int, asked: int, draft: Mapping[str, Any]
) -> None:
    """Keep a slip in place of the one before."""
    await db.execute(_PUT_AWAY, {"table": table_id, "user": user_id})
    slip = {"table_id": table_id, "user_id": user_id, "n": asked, "draft": json.dumps(dict(draft))}
    await db.execute(_KEEP, slip)
