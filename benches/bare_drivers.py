"""What `paddock bench store` is measured by: the drivers alone write the rows of a move, as tersely as they can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import aiosqlite
import asyncpg

from benches.stored_moves import Move, account, coins, place_of, row

_SQLITE_LOG = (
    "INSERT INTO log (table_id, n, seat, action, events, auto, at) "
    "VALUES (:table_id, :n, :seat, :action, :events, :auto, :at)"
)
_SQLITE_COINS = (
    "INSERT INTO movements (key, source, target, amount, reason, table_id, at) "
    "VALUES (:key, :source, :target, :amount, :reason, :table_id, :at)"
)
_LOG = "INSERT INTO log (table_id, n, seat, action, events, auto, at) VALUES ($1, $2, $3, $4, $5, $6, $7)"
_COINS = (
    "INSERT INTO movements (key, source, target, amount, reason, table_id, at) "
    "VALUES ($1, $2, $3, $4, $5, $6, $7)"
)


@asynccontextmanager
async def aiosqlite_alone(file: str) -> AsyncIterator[Move]:
    """Write moves to a database that is there, as durably as Paddock does."""
    async with aiosqlite.connect(file, isolation_level=None) as bare:
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            await bare.execute(f"PRAGMA {pragma}")

        async def move(number: int) -> None:
            table, n = place_of(number)
            await bare.execute("BEGIN IMMEDIATE")
            await bare.execute(_SQLITE_LOG, row(table, n))
            await bare.execute("UPDATE tables SET length=? WHERE table_id=?", (n + 1, table))
            await bare.executemany(_SQLITE_COINS, [coins(table, n, way) for way in (0, 1)])
            await bare.executemany(
                "UPDATE accounts SET balance=balance+? WHERE account_id=?",
                [(2 * way - 1, account(table, way)) for way in (0, 1)],
            )
            await bare.execute("UPDATE deadlines SET due_at=? WHERE table_id=?", (n, table))
            await bare.execute("UPDATE outbox SET requested=requested+1 WHERE table_id=?", (table,))
            await bare.execute("COMMIT")

        yield move


@asynccontextmanager
async def asyncpg_alone(dsn: str, writers: int) -> AsyncIterator[Move]:
    """Write moves to a database that is there, over a connection for each of so many at once."""
    async with AsyncExitStack() as opened:
        free: asyncio.LifoQueue[asyncpg.Connection] = asyncio.LifoQueue()
        for _ in range(writers):
            connection = await asyncpg.connect(dsn, server_settings={"jit": "off"})
            opened.push_async_callback(connection.close)
            free.put_nowait(connection)

        async def move(number: int) -> None:
            bare = await free.get()
            try:
                async with bare.transaction():
                    await _write(bare, *place_of(number))
            finally:
                free.put_nowait(bare)

        yield move


async def _write(bare: asyncpg.Connection, table: str, n: int) -> None:
    await bare.execute(_LOG, *row(table, n).values())
    await bare.execute("UPDATE tables SET length=$1 WHERE table_id=$2", n + 1, table)
    await bare.executemany(_COINS, [[*coins(table, n, way).values()] for way in (0, 1)])
    await bare.executemany(
        "UPDATE accounts SET balance=balance+$1 WHERE account_id=$2",
        [(2 * way - 1, account(table, way)) for way in (0, 1)],
    )
    await bare.execute("UPDATE deadlines SET due_at=$1 WHERE table_id=$2", n, table)
    await bare.execute("UPDATE outbox SET requested=requested+1 WHERE table_id=$1", table)
