"""Locks of writing transactions, taken before reading what must not change, and held until the end.

On SQLite writers take turns, so nothing is locked. On PostgreSQL a transaction takes its locks in the order of `Lock`,
tables by age, so that there are no deadlocks. Tests check the order of every transaction, on either backend.

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
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Connection, func, literal, select

from bot.db.schema import deadlines, tables

IN_ORDER = (tables.c.created_at, tables.c.table_id)
"""The order in which tables are locked, by `with_for_update(key_share=True)`: rows that refer to them stay writable."""


class Lock(StrEnum):
    """What is locked, in the order of locking. Of several locks of a kind the lower number comes first."""

    SETTINGS = "settings"
    TABLE = "table"
    """The row of a table. Of several tables the oldest comes first, by `IN_ORDER`."""
    OPENING = "opening"
    BOOKS = "books"
    NIGHT = "night"
    USER = "user"
    SHARDS = "shards"


Held = dict[str, tuple[Lock, tuple[Any, ...]]]
"""The locks of a writing transaction by their names, each with its key: a number, or a table's age and id."""

listeners: list[Callable[[Held, str, Lock, tuple[Any, ...]], object]] = []
"""Called before every lock with those that are held, its name and its key; tests check the order by it."""

MANY = {"tables", "clocks"}
"""Names of the locks of many tables."""


def begin_to_hold(db: Connection) -> None:
    """Record that a writing transaction has begun and holds no lock."""
    db.info["held"] = Held()


def hold(db: Connection, lock: Lock, of: int = 0) -> None:
    """Lock something of a server or user, or (with 0) of nobody. A second call does nothing."""
    name = f"{lock}:{of}"
    if _is_new(db, name, lock, of) and _is_locked(db):
        number = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
        db.execute(select(func.pg_advisory_xact_lock(literal(number, BigInteger))))


def hold_table(db: Connection, table_id: str) -> None:
    """Lock a table without loading it."""
    if _is_new(db, f"table:{table_id}", Lock.TABLE) and _is_locked(db):
        _lock_rows(db, tables.c.table_id == table_id)


def hold_tables(db: Connection, which: ColumnElement[bool]) -> None:
    """Lock several tables, before any single one."""
    _is_new(db, "tables", Lock.TABLE)
    if _held(db) is not None and _is_locked(db):
        _lock_rows(db, which)


def hold_clocks(db: Connection) -> None:
    """Lock every table with a clock, so that their clocks may be changed in any order."""
    if _is_new(db, "clocks", Lock.TABLE) and _is_locked(db):
        has_clock = tables.c.table_id.in_(select(deadlines.c.table_id))
        _lock_rows(db, has_clock | tables.c.paused_at.is_not(None))


def note_tables(db: Connection, locked: Iterable[Sequence[Any]]) -> None:
    """Record tables that a statement has locked, as pairs of opening time and id. Does nothing for readers."""
    for opened, table_id in locked:
        _is_new(db, f"table:{table_id}", Lock.TABLE, opened, table_id)


def note_new(db: Connection, table_id: str) -> None:
    """Record a table that this transaction has created: nobody else sees it before COMMIT."""
    if (held := _held(db)) is not None:
        held[f"table:{table_id}"] = Lock.SETTINGS, ()  # it comes before all others


def _lock_rows(db: Connection, which: ColumnElement[bool]) -> None:
    rows = select(*IN_ORDER).where(which).order_by(*IN_ORDER).with_for_update(key_share=True)
    note_tables(db, db.execute(rows))


def _is_new(db: Connection, name: str, lock: Lock, *key: Any) -> bool:
    """Record a lock; return whether it is a new one of a writer."""
    held = _held(db)
    if held is None or name in held:
        return False
    for listener in listeners:
        listener(held, name, lock, key)
    held[name] = lock, key
    return True


def _held(db: Connection) -> Held | None:
    """Return the locks of a transaction; None for readers, and where nothing is locked or checked."""
    return db.info.get("held") if listeners or _is_locked(db) else None


def _is_locked(db: Connection) -> bool:
    """Whether locks are needed: writers do not take turns."""
    return db.dialect.name != "sqlite"
