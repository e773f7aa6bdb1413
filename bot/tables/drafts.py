"""Slips that people are still filling in: kept so that a restart loses none, void once the question is answered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.db.schema import drafts

_OF_TABLE = select(drafts.c.user_id, drafts.c.n, drafts.c.draft).where(
    drafts.c.table_id == bindparam("table")
)
_OF_QUESTION = select(drafts.c.draft).where(
    drafts.c.table_id == bindparam("table"),
    drafts.c.user_id == bindparam("user"),
    drafts.c.n == bindparam("asked"),
)
_PUT_AWAY = delete(drafts).where(
    drafts.c.table_id == bindparam("table"), drafts.c.user_id == bindparam("user")
)
_KEEP = insert(drafts)


def read_draft(db: Connection, table_id: str, user_id: int, asked: int) -> dict[str, Any]:
    """Return the slip begun for the question asked at log length `asked`; empty if there is none."""
    text = db.scalar(_OF_QUESTION, {"table": table_id, "user": user_id, "asked": asked})
    return dict(json.loads(text)) if text else {}


def read_drafts(db: Connection, table_id: str) -> dict[tuple[int, int], dict[str, Any]]:
    """Read every slip begun at a table, by its user and the log length at which the question arose."""
    rows = db.execute(_OF_TABLE, {"table": table_id})
    return {(user_id, asked): dict(json.loads(text)) for user_id, asked, text in rows}


def write_draft(db: Connection, table_id: str, user_id: int, asked: int, draft: Mapping[str, Any]) -> None:
    """Keep a slip in place of the one before."""
    db.execute(_PUT_AWAY, {"table": table_id, "user": user_id})
    slip = {"table_id": table_id, "user_id": user_id, "n": asked, "draft": json.dumps(dict(draft))}
    db.execute(_KEEP, slip)
