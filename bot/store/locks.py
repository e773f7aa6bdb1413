"""Locks that a writing transaction takes before it reads what it relies on, and keeps until it ends.

Where writers take turns (SQLite) nothing is locked and no statement made. Elsewhere (PostgreSQL) whoever needs several
takes them in this order, so that no two wait for each other: `SETTINGS`, tables in the order in which they were opened,
`OPENING`, `BOOKS` by server, the others.

| what is relied on | lock |
| --- | --- |
| a table: seats, log, clocks, drafts, luck, posts, results | its row, taken by whoever loads it |
| clocks of many tables at once | the rows of all tables that have a clock (`hold_clocks`) |
| how many tables a server has open | `OPENING` of that server |
| balances, and keys that were used | `BOOKS` of that server |
| what a server has set, and whether it was greeted | `SETTINGS` of that server |
| what a user prefers; which process looks after which shard | `USER`; `SHARDS` |
"""

from __future__ import annotations

import hashlib
from enum import StrEnum

from sqlalchemy import BigInteger, ColumnElement, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import deadlines, tables
from bot.store.transaction import UnbrokenConnection


class Lock(StrEnum):
    """What is locked by name, for it has no row of its own, or none yet."""

    SETTINGS = "settings"
    """What a server has set."""
    OPENING = "opening"
    """Opening a table in a server, where open ones are counted."""
    BOOKS = "books"
    """Moving coins in a server."""
    USER = "user"
    """What a user prefers."""
    SHARDS = "shards"
    """Which process looks after which shard, and whose clocks stand still."""


async def hold(db: AsyncConnection, lock: Lock, of: int = 0) -> None:
    """Wait until no other transaction holds a lock of a server, a user or nobody, and keep it; twice does no harm."""
    name = f"{lock}:{of}"
    if _is_needed(db, name):
        await db.execute(select(func.pg_advisory_xact_lock(literal(_number(name), BigInteger))))
        _keep(db, name)


async def hold_table(db: AsyncConnection, table_id: str) -> None:
    """Lock a table of which nothing is read, so that several of its rows can be written in any order."""
    if _is_needed(db, name := f"table:{table_id}"):
        await db.execute(
            select(tables.c.table_id).where(tables.c.table_id == table_id).with_for_update(key_share=True)
        )
        _keep(db, name)


async def hold_tables(db: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Lock some tables, in the order in which everybody does."""
    if _is_needed(db):
        await db.execute(
            select(tables.c.table_id).where(which).order_by(*IN_ORDER).with_for_update(key_share=True)
        )


async def hold_clocks(db: AsyncConnection) -> None:
    """Lock every table that has a clock, so that the clocks of many can be changed in any order."""
    if _is_needed(db, "clocks"):
        has_clock = tables.c.table_id.in_(select(deadlines.c.table_id))
        await hold_tables(db, has_clock | tables.c.paused_at.is_not(None))
        _keep(db, "clocks")


IN_ORDER = (tables.c.created_at, tables.c.table_id)
"""The order in which tables are locked.

That is done with `with_for_update(key_share=True)`: rows that point to them may be written meanwhile.
"""


def _is_needed(db: AsyncConnection, name: str = "") -> bool:
    """Whether writers do not take turns anyway, and the transaction does not hold the lock already."""
    assert isinstance(db, UnbrokenConnection)
    return db.dialect.name != "sqlite" and name not in db.held


def _keep(db: AsyncConnection, name: str) -> None:
    assert isinstance(db, UnbrokenConnection)
    db.held.add(name)


def _number(name: str) -> int:
    """Return the 64 bits, with a sign, that stand for a name."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)
