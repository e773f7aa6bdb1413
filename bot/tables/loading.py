"""Reads tables and their seats from the database."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Row, false, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.servers import Pace
from bot.store.locks import IN_ORDER, note_tables
from bot.store.schema import seats, tables, users
from bot.tables.playing_hours import PlayingHours
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Attendance, Seat, Status, Table

EMPTIED_FROM = 2
"""From this stage of `tables.swept` on nothing but a table's row is kept."""


async def load(db: AsyncConnection, table_id: str) -> Table:
    """Read one table; refuse an id that names none, and a table of which no more than its result is kept."""
    table = await find(db, table_id)
    if table is None:
        raise Refused(Refusal.NO_SUCH_TABLE, table=table_id)
    if table.swept >= EMPTIED_FROM:
        raise Refused(Refusal.SWEPT, table=table_id)
    return table


async def find(db: AsyncConnection, table_id: str) -> Table | None:
    """Read one table, None if there is none of this id. In a writing transaction its row is locked."""
    wanted = select(tables).where(tables.c.table_id == table_id).with_for_update(key_share=True)
    row = (await db.execute(wanted)).one_or_none()
    if row is None:
        return None
    note_tables(db, [(row.created_at, table_id)])
    return _table(row, await _seats(db, seats.c.table_id == table_id))


async def load_all(db: AsyncConnection, table_ids: Sequence[str]) -> list[Table]:
    """Read some tables, in this order, in as many statements as it takes for one, but for those that `load` refuses.

    In a writing transaction they are locked.
    """
    wanted = select(tables).where(tables.c.table_id.in_(table_ids), tables.c.swept < EMPTIED_FROM)
    found = await db.execute(wanted.order_by(*IN_ORDER).with_for_update(key_share=True))
    rows = {row.table_id: row for row in found}
    note_tables(db, [(row.created_at, row.table_id) for row in rows.values()])
    taken = await _seats(db, seats.c.table_id.in_(table_ids))
    return [_table(rows[each], taken) for each in table_ids if each in rows]


def _table(row: Row[Any], taken: Mapping[str, Sequence[Seat]]) -> Table:
    facts = dict(row._mapping)  # noqa: SLF001 - SQLAlchemy's documented accessor
    facts |= {
        "options": json.loads(facts["options"]),
        "edition": _edition(facts["edition"]),
        "salt": tuple(json.loads(facts["salt"])),
        "status": Status(facts["status"]),
        "hours": PlayingHours.read(facts["hours"]) if facts["hours"] else None,
        "pace": Pace(facts["pace"]) if facts["pace"] else None,
    }
    return Table(**facts, seats=tuple(taken.get(row.table_id, ())))


@lru_cache(maxsize=64)
def _edition(text: str) -> dict[str, Any]:
    """Read an edition, which nobody changes: tables of one game share it."""
    return dict(json.loads(text))


async def _seats(db: AsyncConnection, these: ColumnElement[bool]) -> Mapping[str, Sequence[Seat]]:
    """Read seats in table order, by table."""
    found = await db.execute(
        select(seats.c.table_id, *_SEAT)
        .join_from(seats, users, seats.c.user_id == users.c.user_id, isouter=True)
        .where(these)
        .order_by(seats.c.seat)
    )
    taken = defaultdict[str, list[Seat]](list)
    for table_id, *facts in found:
        taken[table_id].append(_seat(facts))
    return taken


_SEAT = (
    seats.c.seat,
    seats.c.user_id,
    seats.c.agent,
    seats.c.name,
    seats.c.owner_id,
    seats.c.ready,
    seats.c.attendance,
    seats.c.missed,
    seats.c.orders,
    seats.c.would_stop,
    func.coalesce(users.c.asked_always, false()),
)


def _seat(row: Sequence[Any]) -> Seat:
    facts: dict[str, Any] = dict(zip(Seat._fields, row, strict=True))
    return Seat(
        **facts
        | {"attendance": Attendance(facts["attendance"]), "orders": json.loads(facts["orders"])}
        | {"asked_always": bool(facts["asked_always"])}
    )
