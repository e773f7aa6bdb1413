"""All that is stored about one person, for that person to read: nobody else occurs in it."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bank
from bot.store.schema import drafts, log, screens, seats, sent_away, tables, users

TABLES_AT_ONCE = 50


async def kept_about(db: AsyncConnection, user_id: int) -> dict[str, Any]:
    """Return every row about a user, in all guilds, by theme. Times are milliseconds since 1970 UTC."""
    return {
        "user_id": user_id,
        "preferences": await _preferences(db, user_id),
        "hosted": await _hosted(db, user_id),
        "sent_away": await _sent_away(db, user_id),
        "seats": await _seats(db, user_id),
        "decisions": await _decisions(db, user_id),
        "drafts": await _drafts(db, user_id),
        "messages": await _messages(db, user_id),
        **await bank.kept_about(db, user_id),
    }


async def _preferences(db: AsyncConnection, user_id: int) -> dict[str, Any]:
    always = await db.scalar(select(users.c.asked_always).where(users.c.user_id == user_id))
    return {} if always is None else {"asked_always": always}


async def _hosted(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return the tables they opened or are host of."""
    facts = (tables.c.table_id, tables.c.guild_id, tables.c.game, tables.c.status, tables.c.created_at)
    theirs = or_(tables.c.host_id == user_id, tables.c.opened_by == user_id)
    found = await db.execute(select(*facts).where(theirs).order_by(tables.c.created_at, tables.c.table_id))
    return [dict(row) for row in found.mappings()]


async def _sent_away(db: AsyncConnection, user_id: int) -> list[str]:
    """Name the tables from whose lobby a host has sent them away."""
    mine = select(sent_away.c.table_id).where(sent_away.c.user_id == user_id)
    return list((await db.execute(mine.order_by(sent_away.c.table_id))).scalars())


async def _seats(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return the seats they own or decide for; the name is theirs only on a seat they own."""
    found = await db.execute(
        select(seats, tables.c.guild_id, tables.c.game)
        .join(tables, tables.c.table_id == seats.c.table_id)
        .where(or_(seats.c.user_id == user_id, seats.c.owner_id == user_id))
        .order_by(tables.c.created_at, seats.c.table_id)
    )
    return [_seat(dict(row), user_id) for row in found.mappings()]


def _seat(row: dict[str, Any], user_id: int) -> dict[str, Any]:
    decides, owns = row.pop("user_id") == user_id, row.pop("owner_id") in {None, user_id}
    del row["agent"]
    if not owns:
        del row["name"]
    return row | {"decides": decides, "owns": owns, "orders": json.loads(row["orders"])}


async def _decisions(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return what was decided in the seats that are theirs alone; some tables at a time, for there may be thousands."""
    alone = and_(seats.c.user_id == user_id, or_(seats.c.owner_id.is_(None), seats.c.owner_id == user_id))
    mine = list((await db.execute(select(seats.c.table_id).where(alone))).scalars())
    own = and_(seats.c.table_id == log.c.table_id, seats.c.seat == log.c.seat)
    told = []
    for start in range(0, len(mine), TABLES_AT_ONCE):
        found = await db.execute(
            select(log.c.table_id, log.c.n, log.c.seat, log.c.action, log.c.at, log.c.auto, log.c.taken_by)
            .join(seats, own)
            .where(log.c.table_id.in_(mine[start : start + TABLES_AT_ONCE]), alone)
            .where(log.c.action.is_not(None))
            .order_by(log.c.table_id, log.c.n)
        )
        told += [dict(row) | {"action": json.loads(row["action"])} for row in found.mappings()]
    return told


async def _drafts(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    found = await db.execute(
        select(drafts.c.table_id, drafts.c.n, drafts.c.draft).where(drafts.c.user_id == user_id)
    )
    return [dict(row) | {"draft": json.loads(row["draft"])} for row in found.mappings()]


async def _messages(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return where their desks stand, and which of their turns they were told of."""
    facts = [
        screens.c[name]
        for name in ("table_id", "kind", "shown", "channel_id", "message_id", "posted_at", "problem")
    ]
    found = await db.execute(select(*facts).where(screens.c.user_id == user_id))
    return [dict(row) for row in found.mappings()]
