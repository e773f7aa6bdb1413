"""Locks that a writing transaction takes before it reads what it relies on, and keeps until it ends.

Where writers take turns (SQLite) nothing is locked and no statement made. Elsewhere (PostgreSQL) whoever needs several
takes them in one order, so that no two wait for each other: that of `bot.store.lock_order.Lock`, tables in the order in
which they were opened. Tests have every transaction checked for it, on either backend.

| what is relied on | lock |
| --- | --- |
| a table: seats, log, clocks, drafts, luck, posts, results | its row, taken by whoever loads it |
| clocks of many tables at once | the rows of all tables that have a clock (`hold_clocks`) |
| how many tables a server has open | `OPENING` of that server |
| race nights: names, tables, points; leagues | `NIGHT` of that server |
| balances, and keys that were used | `BOOKS` of that server |
| what a server has set, and whether it was greeted | `SETTINGS` of that server |
| what a user prefers; which process looks after which shard | `USER`; `SHARDS` |
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.lock_order import Held, Lock
from bot.store.schema import deadlines, tables
from bot.store.transaction import UnbrokenConnection

__all__ = ["IN_ORDER", "Lock", "hold", "hold_clocks", "hold_table", "hold_tables", "note_new", "note_tables"]

IN_ORDER = (tables.c.created_at, tables.c.table_id)
"""The order in which tables are locked.

That is done with `with_for_update(key_share=True)`: rows that point to them may be written meanwhile.
"""


async def hold(db: AsyncConnection, lock: Lock, of: int = 0) -> None:
    """Wait until no other transaction holds a lock of a server, a user or nobody, and keep it; twice does no harm."""
    held = _held(db)
    if held is None or (name := f"{lock}:{of}") in held.names:
        return
    held.check(name, lock, of)
    if _is_locked(db):
        await db.execute(select(func.pg_advisory_xact_lock(literal(_number(name), BigInteger))))
    held.note(name, lock, of)


async def hold_table(db: AsyncConnection, table_id: str) -> None:
    """Lock a table of which nothing is read, so that several of its rows can be written in any order."""
    held = _held(db)
    if held is None or (name := _name(table_id)) in held.names:
        return
    held.check(name, Lock.TABLE)
    if _is_locked(db):
        await _lock_rows(db, tables.c.table_id == table_id)
    held.note(name, Lock.TABLE)


async def hold_tables(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Lock some tables, in the order in which everybody does, and before any single one."""
    if (held := _held(db)) is not None:
        held.check_many("tables")
        if _is_locked(db):
            await _lock_rows(db, which)
        else:
            held.note_unnamed("tables")


async def hold_clocks(db: AsyncConnection) -> None:
    """Lock every table that has a clock, so that the clocks of many can be changed in any order."""
    held = _held(db)
    if held is None or "clocks" in held.names:
        return
    has_clock = tables.c.table_id.in_(select(deadlines.c.table_id))
    await hold_tables(db, has_clock | tables.c.paused_at.is_not(None))
    held.names.add("clocks")


async def _lock_rows(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    rows = select(*IN_ORDER).where(which).order_by(*IN_ORDER).with_for_update(key_share=True)
    note_tables(db, await db.execute(rows))


def note_tables(db: AsyncConnection, locked: Iterable[Sequence[Any]]) -> None:
    """Note tables that a statement has locked: when each was opened, and its id. Nothing where it only read them."""
    if (held := _held(db)) is not None:
        for opened, table_id in locked:
            name = _name(table_id)
            held.check(name, Lock.TABLE, opened, table_id)
            held.note(name, Lock.TABLE, opened, table_id)


def note_new(db: AsyncConnection, table_id: str) -> None:
    """Note a table whose row this transaction has made: nobody else sees it before it is committed."""
    if (held := _held(db)) is not None:
        held.names.add(_name(table_id))


def _held(db: AsyncConnection) -> Held | None:
    """Return what the transaction holds; None where nothing is locked, and nobody looks at the order either."""
    assert isinstance(db, UnbrokenConnection)
    return db.held if db.held and (db.held.is_checked or _is_locked(db)) else None


def _is_locked(db: AsyncConnection) -> bool:
    """Whether writers do not take turns anyway."""
    return db.dialect.name != "sqlite"


def _name(table_id: str) -> str:
    return f"{Lock.TABLE}:{table_id}"


def _number(name: str) -> int:
    """Return the 64 bits, with a sign, that stand for a name."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
