"""All that is stored about one person, for that person to read: nobody else occurs in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Table, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import bank, outbox
from bot.store.schema import drafts, lessons, log, presses, seats, sent_away, stood_in, tables, users
from bot.store.schema import outbox as posts
from engines.core.salt import Pressed

TABLES_AT_ONCE = 50

SOMEBODY_ELSE = "somebody else"
"""Who decided, where it was another person, or may have been in another person's place."""
NOT_KNOWN = "not known"
"""Who decided, where it was a person that is forgotten, or is not stored."""


async def kept_about(db: AsyncConnection, user_id: int) -> dict[str, Any]:
    """Return every row about a user, in all guilds, by theme. Times are milliseconds since 1970 UTC."""
    return {
        "user_id": user_id,
        "preferences": await _preferences(db, user_id),
        "hosted": await _hosted(db, user_id),
        "sent_away": await _tables_in(db, sent_away, user_id),
        "stood_in": await _tables_in(db, stood_in, user_id),
        "seats": await _seats(db, user_id),
        "presses": await _presses(db, user_id),
        "decisions": await _decisions(db, user_id),
        "drafts": await _drafts(db, user_id),
        "lesson": await _lesson(db, user_id),
        "messages": await _messages(db, user_id),
        **await bank.kept_about(db, user_id),
    }


async def _preferences(db: AsyncConnection, user_id: int) -> dict[str, Any]:
    found = await db.execute(select(users.c.asked_always, users.c.zone).where(users.c.user_id == user_id))
    row = found.mappings().one_or_none()
    return dict(row) if row else {}


async def _hosted(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return the tables they opened or are host of."""
    names = ("table_id", "guild_id", "game", "status", "hours", "created_at")
    facts = tuple(tables.c[name] for name in names)
    theirs = or_(tables.c.host_id == user_id, tables.c.opened_by == user_id)
    found = await db.execute(select(*facts).where(theirs).order_by(tables.c.created_at, tables.c.table_id))
    return [dict(row) for row in found.mappings()]


async def _presses(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return the presses of theirs that went into the luck of tables, with the words they added."""
    facts = (presses.c.table_id, presses.c.press, presses.c.kind, presses.c.why, tables.c.salt)
    found = await db.execute(
        select(*facts)
        .join(tables, tables.c.table_id == presses.c.table_id)
        .where(presses.c.user_id == user_id)
        .order_by(tables.c.created_at, presses.c.table_id, presses.c.n)
    )
    return [_press(dict(row)) for row in found.mappings()]


def _press(row: dict[str, Any]) -> dict[str, Any]:
    """Leave of a salt only the words that the press added."""
    said = (Pressed.read(text) for text in json.loads(row.pop("salt")))
    words = next((each.words for each in said if each and each.press == row["press"] and each.words), None)
    return row | {"words": words}


async def _tables_in(db: AsyncConnection, named: Table, user_id: int) -> list[str]:
    """Name the tables from whose lobby a host has sent them away, or where they once played for somebody else."""
    mine = select(named.c.table_id).where(named.c.user_id == user_id)
    return list(await db.scalars(mine.order_by(named.c.table_id)))


async def _seats(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return the seats they own or decide for, with what is about them: a seat may be in another's hands."""
    found = await db.execute(
        select(seats, tables.c.guild_id, tables.c.game)
        .join(tables, tables.c.table_id == seats.c.table_id)
        .where(or_(seats.c.user_id == user_id, seats.c.owner_id == user_id))
        .order_by(tables.c.created_at, seats.c.table_id)
    )
    return [_seat(dict(row), user_id) for row in found.mappings()]


def _seat(row: dict[str, Any], user_id: int) -> dict[str, Any]:
    decides, owns = row.pop("user_id") == user_id, row.pop("owner_id") in {None, user_id}
    row["orders"] = json.loads(row["orders"])
    others = {"agent", *(() if owns else _OF_OWNER), *(() if decides else _OF_HOLDER)}
    return {name: fact for name, fact in row.items() if name not in others} | {
        "decides": decides,
        "owns": owns,
    }


_OF_OWNER = ("name",)
_OF_HOLDER = ("attendance", "missed", "orders", "would_stop")
"""Which facts of a seat are about who bought in, and which about who decides there."""


async def _decisions(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return what they decided, whosever seat it was, and who else decided in the seats they own."""
    theirs = await db.execute(_DECIDED.where(log.c.decided_by == user_id))
    told = [_decision(row, "you", is_told=True) for row in theirs]
    owned = or_(seats.c.owner_id == user_id, and_(seats.c.owner_id.is_(None), seats.c.user_id == user_id))
    played = list(await db.scalars(select(seats.c.table_id).where(owned)))
    for start in range(0, len(played), TABLES_AT_ONCE):
        told += await _decided_for(db, user_id, owned, played[start : start + TABLES_AT_ONCE])
    return sorted(told, key=lambda each: (each["table_id"], each["n"]))


_DECIDED: Select[Any] = select(
    log.c.table_id, log.c.n, log.c.seat, log.c.action, log.c.at, log.c.auto, log.c.taken_by, log.c.decided_by
).where(log.c.action.is_not(None))


async def _decided_for(
    db: AsyncConnection, user_id: int, owned: ColumnElement[bool], table_ids: Sequence[str]
) -> list[dict[str, Any]]:
    """Return what others decided in their seats at some tables; what, only where no other person ever sat there."""
    here = and_(seats.c.table_id == log.c.table_id, seats.c.seat == log.c.seat)
    others = or_(log.c.decided_by.is_(None), log.c.decided_by != user_id)
    found = await db.execute(_DECIDED.join(seats, here).where(log.c.table_id.in_(table_ids), owned, others))
    handed = await outbox.handed_seats(db, table_ids)
    return [
        _decision(row, _other(row, was_handed=was_handed), is_told=not was_handed and row.decided_by is None)
        for row in found
        for was_handed in [(row.table_id, row.seat) in handed]
    ]


def _other(row: Row[Any], *, was_handed: bool) -> str:
    """Say who decided in somebody's seat instead of them: the table and why, or only that somebody else did."""
    if row.auto:
        return "table"
    if row.decided_by is None and row.taken_by is None:
        return NOT_KNOWN
    return SOMEBODY_ELSE if was_handed or row.decided_by is not None else str(row.taken_by)


def _decision(row: Row[Any], by: str, *, is_told: bool) -> dict[str, Any]:
    told = {"table_id": row.table_id, "n": row.n, "seat": row.seat, "at": row.at, "by": by}
    return told | {"action": json.loads(row.action)} if is_told and by != NOT_KNOWN else told


async def _drafts(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    found = await db.execute(
        select(drafts.c.table_id, drafts.c.n, drafts.c.draft).where(drafts.c.user_id == user_id)
    )
    return [dict(row) | {"draft": json.loads(row["draft"])} for row in found.mappings()]


async def _lesson(db: AsyncConnection, user_id: int) -> dict[str, Any] | None:
    """Return the lesson they are in, None if they are in none: what the computer players decided is in it as well."""
    found = (await db.execute(select(lessons).where(lessons.c.user_id == user_id))).one_or_none()
    if found is None:
        return None
    as_json = {name: json.loads(getattr(found, name)) for name in ("names", "decided", "draft", "orders")}
    return {"game": found.game, "lesson_id": found.lesson_id, "touched_at": found.touched_at, **as_json}


async def _messages(db: AsyncConnection, user_id: int) -> list[dict[str, Any]]:
    """Return where their desks stand, and which of their turns they were told of."""
    found = await db.execute(
        select(*(posts.c[fact] for fact in _OF_MESSAGE)).where(posts.c.user_id == user_id)
    )
    return [dict(row) for row in found.mappings()]


_OF_MESSAGE = (
    "table_id",
    "kind",
    "moment",
    "requested",
    "fulfilled",
    "channel_id",
    "message_id",
    "posted_at",
    "problem",
    "opened_channel_id",
    "opened_message_id",
    "opened_until",
)
