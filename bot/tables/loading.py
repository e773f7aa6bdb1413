"""Reads tables and their seats from the database."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, bindparam, false, func, select

from bot.db.locks import IN_ORDER, note_tables
from bot.db.schema import seats, tables, users
from bot.servers import Pace
from bot.tables.playing_hours import PlayingHours
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Attendance, Seat, Status, Table

EMPTIED_FROM = 2
"""From this stage of `tables.swept` on nothing but a table's row is kept."""


def load(db: Connection, table_id: str) -> Table:
    """Read one table; refuse an id that names none, and a table of which no more than its result is kept."""
    table = find(db, table_id)
    if table is None:
        raise Refused(Refusal.NO_SUCH_TABLE, table=table_id)
    if table.swept >= EMPTIED_FROM:
        raise Refused(Refusal.SWEPT, table=table_id)
    return table


def find(db: Connection, table_id: str) -> Table | None:
    """Read one table, None if there is none of this id. In a writing transaction its row is locked."""
    row = db.execute(_TABLE, {"table": table_id}).one_or_none()
    if row is None:
        return None
    note_tables(db, [(row.created_at, table_id)])
    return _table(row, _by_table(db.execute(_SEATS, {"table": table_id})))


def load_all(db: Connection, table_ids: Sequence[str]) -> list[Table]:
    """Read some tables, in this order, in as many statements as it takes for one, but for those that `load` refuses.

    In a writing transaction they are locked.
    """
    these = {"tables": [*table_ids]}
    rows = {row.table_id: row for row in db.execute(_TABLES, these)}
    note_tables(db, [(row.created_at, row.table_id) for row in rows.values()])
    taken = _by_table(db.execute(_SEATS_OF_TABLES, these))
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
        "agreed": json.loads(facts["agreed"]) if facts["agreed"] else None,
    }
    return Table(**facts, seats=tuple(taken.get(row.table_id, ())))


@lru_cache(maxsize=64)
def _edition(text: str) -> Mapping[str, Any]:
    """Read an edition, which nobody changes: tables of one game share it."""
    return dict(json.loads(text))


def _by_table(found: Iterable[Sequence[Any]]) -> Mapping[str, Sequence[Seat]]:
    """Return the seats that were found by table, in their order there."""
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
_ALL_SEATS = (
    select(seats.c.table_id, *_SEAT)
    .join_from(seats, users, seats.c.user_id == users.c.user_id, isouter=True)
    .order_by(seats.c.seat)
)
_SEATS = _ALL_SEATS.where(seats.c.table_id == bindparam("table"))
_SEATS_OF_TABLES = _ALL_SEATS.where(seats.c.table_id.in_(bindparam("tables", expanding=True)))
_TABLE = select(tables).where(tables.c.table_id == bindparam("table")).with_for_update(key_share=True)
_TABLES = (
    select(tables)
    .where(tables.c.table_id.in_(bindparam("tables", expanding=True)), tables.c.swept < EMPTIED_FROM)
    .order_by(*IN_ORDER)
    .with_for_update(key_share=True)
)


def _seat(row: Sequence[Any]) -> Seat:
    facts: dict[str, Any] = dict(zip(Seat._fields, row, strict=True))
    return Seat(
        **facts
        | {"attendance": Attendance(facts["attendance"]), "orders": json.loads(facts["orders"])}
        | {"asked_always": bool(facts["asked_always"])}
    )
