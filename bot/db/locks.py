"""Locks of writing transactions, taken before reading what must not change, and held until the end.

On SQLite writers take turns, so nothing is locked. On PostgreSQL a transaction takes its locks in the order of
`bot.db.lock_order.Lock`, tables by age, so that there are no deadlocks. Tests check the order of every transaction,
on either backend.

| protected | lock |
| --- | --- |
| a table: seats, log, clocks, drafts, luck, posts, results | its row, locked when it is loaded |
| clocks of many tables at once | the rows of all tables with a clock (`hold_clocks`) |
| the number of open tables of a server | `OPENING` of that server |
| race nights: names, tables, points; leagues | `NIGHT` of that server |
| balances, and keys of movements | `BOOKS` of that server |
| settings of a server, and its greeting | `SETTINGS` of that server |
| preferences of a user; the process of each shard | `USER`; `SHARDS` |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, func, literal, select

from bot.db.lock_order import Held, Lock
from bot.db.schema import deadlines, tables

__all__ = [
    "IN_ORDER",
    "Lock",
    "begin_to_hold",
    "hold",
    "hold_clocks",
    "hold_table",
    "hold_tables",
    "note_new",
    "note_tables",
]

HELD = "held"
"""The key of a writer's locks in the `info` of its connection."""

IN_ORDER = (tables.c.created_at, tables.c.table_id)
"""The order in which tables are locked, by `with_for_update(key_share=True)`: rows that refer to them stay writable."""


def begin_to_hold(db: Connection) -> None:
    """Record that a writing transaction has begun and holds no lock."""
    db.info[HELD] = Held()


def hold(db: Connection, lock: Lock, of: int = 0) -> None:
    """Lock something of a server or user, or (with 0) of nobody. A second call does nothing."""
    held = _held(db)
    if held is None or (name := f"{lock}:{of}") in held.names:
        return
    held.check(name, lock, of)
    if _is_locked(db):
        db.execute(select(func.pg_advisory_xact_lock(literal(_number(name), BigInteger))))
    held.note(name, lock, of)


def hold_table(db: Connection, table_id: str) -> None:
    """Lock a table without loading it."""
    held = _held(db)
    if held is None or (name := _name(table_id)) in held.names:
        return
    held.check(name, Lock.TABLE)
    if _is_locked(db):
        _lock_rows(db, tables.c.table_id == table_id)
    held.note(name, Lock.TABLE)


def hold_tables(db: Connection, which: ColumnElement[bool]) -> None:
    """Lock several tables, before any single one."""
    if (held := _held(db)) is not None:
        held.check_many("tables")
        if _is_locked(db):
            _lock_rows(db, which)
        else:
            held.note_unnamed("tables")


def hold_clocks(db: Connection) -> None:
    """Lock every table with a clock, so that their clocks may be changed in any order."""
    held = _held(db)
    if held is None or "clocks" in held.names:
        return
    has_clock = tables.c.table_id.in_(select(deadlines.c.table_id))
    hold_tables(db, has_clock | tables.c.paused_at.is_not(None))
    held.names.add("clocks")


def _lock_rows(db: Connection, which: ColumnElement[bool]) -> None:
    rows = select(*IN_ORDER).where(which).order_by(*IN_ORDER).with_for_update(key_share=True)
    note_tables(db, db.execute(rows))


def note_tables(db: Connection, locked: Iterable[Sequence[Any]]) -> None:
    """Record tables that a statement has locked, as pairs of opening time and id. Does nothing for readers."""
    if (held := _held(db)) is not None:
        for opened, table_id in locked:
            name = _name(table_id)
            held.check(name, Lock.TABLE, opened, table_id)
            held.note(name, Lock.TABLE, opened, table_id)


def note_new(db: Connection, table_id: str) -> None:
    """Record a table that this transaction has created: nobody else sees it before COMMIT."""
    if (held := _held(db)) is not None:
        held.names.add(_name(table_id))


def _held(db: Connection) -> Held | None:
    """Return the locks of a transaction; None for readers, and where nothing is locked or checked."""
    held: Held | None = db.info.get(HELD)
    return held if held and (held.is_checked or _is_locked(db)) else None


def _is_locked(db: Connection) -> bool:
    """Whether locks are needed: writers do not take turns."""
    return db.dialect.name != "sqlite"


def _name(table_id: str) -> str:
    return f"{Lock.TABLE}:{table_id}"


def _number(name: str) -> int:
    """Return a hash of a name: 64 bits, signed."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
