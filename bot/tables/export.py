"""All that is stored about one person, for that person to read: nobody else occurs in it.

It is read in pages. What they hold in memory does not grow with how much somebody has played.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, Row, Select, Table, and_, or_, select

from bot import bank, outbox
from bot.db.schema import drafts, lessons, log, offers, presses, seats, sent_away, stood_in, tables, users
from bot.db.schema import outbox as posts
from bot.db.statements import Read, by_key, by_table, ids
from engines.core.salt import Pressed

SOMEBODY_ELSE = "somebody else"
"""Who decided, where it was another person, or may have been in another person's place."""
NOT_KNOWN = "not known"
"""Who decided, where it was a person that is forgotten, or is not stored."""

Page: TypeAlias = tuple[str, Any]
"""A theme, and rows of it as a list, which those of earlier pages stand before; or all that there is of it."""


async def pages(read: Read, user_id: int) -> AsyncIterator[Page]:
    """Yield every row about a user, in all guilds, by theme. Times are milliseconds since 1970 UTC."""
    yield "user_id", user_id
    preferences, lesson = await read(_preferences_and_lesson, user_id)
    yield "preferences", preferences
    yield "lesson", lesson
    lists = {
        "hosted": _hosted(read, user_id),
        "sent_away": _tables_in(read, sent_away, user_id),
        "stood_in": _tables_in(read, stood_in, user_id),
        "offers": _tables_in(read, offers, user_id),
        "seats": _seats(read, user_id),
        "presses": _presses(read, user_id),
        "decisions": _decisions(read, user_id),
        "drafts": _drafts(read, user_id),
        "messages": _messages(read, user_id),
        **bank.pages_about(read, user_id),
    }
    for theme, found in lists.items():
        yield theme, []
        async for some in found:
            yield theme, some


def _preferences_and_lesson(db: Connection, user_id: int) -> tuple[dict[str, Any], dict[str, Any] | None]:
    return _preferences(db, user_id), _lesson(db, user_id)


def _preferences(db: Connection, user_id: int) -> dict[str, Any]:
    found = db.execute(select(users.c.asked_always, users.c.zone).where(users.c.user_id == user_id))
    row = found.mappings().one_or_none()
    return dict(row) if row else {}


async def _hosted(read: Read, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the tables they opened or are host of."""
    names = ("table_id", "guild_id", "game", "status", "hours", "created_at")
    facts = tuple(tables.c[name] for name in names)
    theirs = or_(tables.c.host_id == user_id, tables.c.opened_by == user_id)
    named = select(tables.c.table_id).where(theirs)
    async for found in by_table(read, named, lambda some: select(*facts).where(_is_in(tables, some))):
        yield [dict(row) for row in found]


def _is_in(named: Table, table_ids: Sequence[str]) -> ColumnElement[bool]:
    return named.c.table_id.in_(table_ids)


async def _presses(read: Read, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the presses of theirs that went into the luck of tables, with the words they added."""
    mine = presses.c.user_id == user_id
    async for some in ids(read, select(presses.c.table_id).where(mine)):
        yield await read(_presses_at, mine, some)


def _presses_at(db: Connection, mine: ColumnElement[bool], table_ids: Sequence[str]) -> list[dict[str, Any]]:
    facts = (presses.c.table_id, presses.c.press, presses.c.kind, presses.c.why)
    order = (presses.c.table_id, presses.c.n)
    found = db.execute(select(*facts).where(mine, _is_in(presses, table_ids)).order_by(*order))
    salts = select(tables.c.table_id, tables.c.salt).where(_is_in(tables, table_ids))
    words = {
        table_id: dict(filter(None, map(Pressed.read, json.loads(salt))))
        for table_id, salt in db.execute(salts)
    }
    return [
        dict(row) | {"words": words[row["table_id"]].get(row["press"]) or None} for row in found.mappings()
    ]


async def _tables_in(read: Read, named: Table, user_id: int) -> AsyncIterator[list[str]]:
    """Name the tables of which a row of this table names them."""
    async for some in ids(read, select(named.c.table_id).where(named.c.user_id == user_id)):
        yield list(some)


async def _seats(read: Read, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield the seats they own or decide for, with what is about them: a seat may be in another's hands."""
    theirs = or_(seats.c.user_id == user_id, seats.c.owner_id == user_id)
    wanted = (
        select(seats, tables.c.guild_id, tables.c.game)
        .join(tables, tables.c.table_id == seats.c.table_id)
        .where(theirs)
        .order_by(seats.c.table_id, seats.c.seat)
    )
    named = select(seats.c.table_id).where(theirs)
    async for found in by_table(read, named, lambda some: wanted.where(_is_in(seats, some))):
        yield [_seat(dict(row), user_id) for row in found]


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


async def _decisions(read: Read, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield what they decided, whosever seat it was, and who else decided in the seats they own."""
    owned = or_(seats.c.owner_id == user_id, and_(seats.c.owner_id.is_(None), seats.c.user_id == user_id))
    decided = select(log.c.table_id).where(log.c.decided_by == user_id).distinct()
    async for some in ids(read, decided.union(select(seats.c.table_id).where(owned))):
        yield await read(_decided_at, user_id, owned, some)


def _decided_at(
    db: Connection, user_id: int, owned: ColumnElement[bool], table_ids: Sequence[str]
) -> list[dict[str, Any]]:
    theirs = db.execute(_DECIDED.where(log.c.decided_by == user_id, _is_in(log, table_ids)))
    told = [_decision(row, "you", is_told=True) for row in theirs]
    told += _decided_for(db, user_id, owned, table_ids)
    return sorted(told, key=lambda each: (each["table_id"], each["n"]))


_DECIDED: Select[Any] = select(
    log.c.table_id, log.c.n, log.c.seat, log.c.action, log.c.at, log.c.auto, log.c.taken_by, log.c.decided_by
).where(log.c.action.is_not(None))


def _decided_for(
    db: Connection, user_id: int, owned: ColumnElement[bool], table_ids: Sequence[str]
) -> list[dict[str, Any]]:
    """Return what others decided in their seats at some tables; what, only where no other person ever sat there."""
    here = and_(seats.c.table_id == log.c.table_id, seats.c.seat == log.c.seat)
    others = or_(log.c.decided_by.is_(None), log.c.decided_by != user_id)
    found = db.execute(_DECIDED.join(seats, here).where(log.c.table_id.in_(table_ids), owned, others))
    handed = outbox.handed_seats(db, table_ids)
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


async def _drafts(read: Read, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
    wanted = select(drafts.c.table_id, drafts.c.n, drafts.c.draft).where(drafts.c.user_id == user_id)
    async for found in by_key(read, wanted, drafts.c.table_id, drafts.c.n):
        yield [dict(row) | {"draft": json.loads(row["draft"])} for row in found]


def _lesson(db: Connection, user_id: int) -> dict[str, Any] | None:
    """Return the lesson they are in, None if they are in none: what the computer players decided is in it as well."""
    found = db.execute(select(lessons).where(lessons.c.user_id == user_id)).one_or_none()
    if found is None:
        return None
    as_json = {name: json.loads(getattr(found, name)) for name in ("names", "decided", "draft", "orders")}
    return {"game": found.game, "lesson_id": found.lesson_id, "touched_at": found.touched_at, **as_json}


async def _messages(read: Read, user_id: int) -> AsyncIterator[list[dict[str, Any]]]:
    """Yield where their desks stand, and which of their turns they were told of."""
    facts = [posts.c[fact] for fact in _OF_MESSAGE]
    wanted = select(posts.c.post_id, *facts).where(posts.c.user_id == user_id)
    async for found in by_key(read, wanted, posts.c.post_id):
        yield [{name: row[name] for name in _OF_MESSAGE} for row in found]


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
