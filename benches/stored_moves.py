"""The rows of a move with its money, for `paddock bench store`, and Paddock's own way to write them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Connection, bindparam, insert, update

from bot.db import Database
from bot.db.schema import accounts, deadlines, log, movements, outbox, seats, tables

TABLES = 50

EVENTS = '[{"type":"moved","horse":"red","start":12,"end":22,"card":"red+10","seat":0}]'
ACTION = '{"type":"play","card":"red+10"}'

Move = Callable[[int], Awaitable[None]]
"""Writes the rows of a move, by its number."""

_LENGTH = update(tables).where(tables.c.table_id == bindparam("id")).values(length=bindparam("longer"))
_SHIFT = (
    update(accounts)
    .where(accounts.c.account_id == bindparam("id"))
    .values(balance=accounts.c.balance + bindparam("change"))
)
_CLOCK = update(deadlines).where(deadlines.c.table_id == bindparam("id")).values(due_at=bindparam("at"))
_ASK = update(outbox).where(outbox.c.table_id == bindparam("id")).values(requested=outbox.c.requested + 1)


@asynccontextmanager
async def ours(url: str, writers: int) -> AsyncIterator[Move]:
    """Write moves as the bot does, so many at once where the backend takes them, to a database that was made."""
    database = await Database.open_existing(url, 2 * writers)  # half of them are the readers'
    try:

        async def move(number: int) -> None:
            await database.write(_write, *place_of(number))

        yield move
    finally:
        await database.close()


def _write(db: Connection, table: str, n: int) -> None:
    db.execute(insert(log), row(table, n))
    db.execute(_LENGTH, {"id": table, "longer": n + 1})
    db.execute(insert(movements), [coins(table, n, way) for way in (0, 1)])
    db.execute(_SHIFT, [{"id": account(table, way), "change": 2 * way - 1} for way in (0, 1)])
    db.execute(_CLOCK, {"id": table, "at": n})
    db.execute(_ASK, {"id": table})


async def make(url: str) -> None:
    """Make a database with all that moves are about."""
    database = await Database.open(url)
    await database.write(_fill)
    await database.close()


def place_of(number: int) -> tuple[str, int]:
    """Return at which table a move is made, and the how manyth it is there."""
    return _name(number % TABLES), number // TABLES


def account(table: str, way: int) -> str:
    """Name one of the two accounts of a table."""
    return f"house:{table}:{way}"


def row(table: str, n: int) -> dict[str, Any]:
    """Return what stands in the log."""
    return {
        "table_id": table,
        "n": n,
        "seat": n % 2,
        "action": ACTION,
        "events": EVENTS,
        "auto": False,
        "at": n,
    }


def coins(table: str, n: int, way: int) -> dict[str, Any]:
    """Return one of the two rows of the ledger."""
    ends = {"source": account(table, way), "target": account(table, 1 - way)}
    return {"key": f"{table}:{n}:{way}", **ends, "amount": 10, "reason": "loan", "table_id": table, "at": n}


def _fill(db: Connection) -> None:
    """Set up tables with two seats each, their money, a clock and two posts."""
    names = [_name(number) for number in range(TABLES)]
    db.execute(insert(tables), [_table(name) for name in names])
    db.execute(
        insert(seats), [{"table_id": name, "seat": seat, "name": "Ana"} for name in names for seat in (0, 1)]
    )
    db.execute(
        insert(accounts),
        [
            {"account_id": account(name, way), "guild_id": 1, "kind": "house", "owner": f"{name}{way}"}
            | {"balance": 0}
            for name in names
            for way in (0, 1)
        ],
    )
    db.execute(insert(deadlines), [{"table_id": name, "kind": "turn:0", "due_at": 0} for name in names])
    posts: list[dict[str, Any]] = [{"kind": "board", "user_id": None}, {"kind": "desk", "user_id": 1}]
    counts: dict[str, Any] = {"requested": 1, "fulfilled": 1, "requested_anew": 0, "tries": 0}
    db.execute(insert(outbox), [{"table_id": name} | post | counts for name in names for post in posts])


def _table(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = {
        column.name: b"" if column.name == "secret" else "" if str(column.type) == "TEXT" else 0
        for column in tables.columns
        if not column.nullable and column.server_default is None
    }
    return facts | {"table_id": name, "secret": bytes(32)}


def _name(number: int) -> str:
    return f"TABLE{number}"
