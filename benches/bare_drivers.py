"""What `paddock bench store` is measured by: the drivers alone write the rows of a move, as tersely as they can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from queue import LifoQueue

import aiosqlite
import psycopg

from benches.stored_moves import Move, account, coins, place_of, row

_SQLITE_LOG = (
    "INSERT INTO log (table_id, n, seat, action, events, auto, at) "
    "VALUES (:table_id, :n, :seat, :action, :events, :auto, :at)"
)
_SQLITE_COINS = (
    "INSERT INTO movements (key, source, target, amount, reason, table_id, at) "
    "VALUES (:key, :source, :target, :amount, :reason, :table_id, :at)"
)
_LOG = "INSERT INTO log (table_id, n, seat, action, events, auto, at) VALUES (%s, %s, %s, %s, %s, %s, %s)"
_COINS = (
    "INSERT INTO movements (key, source, target, amount, reason, table_id, at) "
    "VALUES (%s, %s, %s, %s, %s, %s, %s)"
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
async def psycopg_alone(dsn: str, writers: int) -> AsyncIterator[Move]:
    """Write moves to a database that is there, over a connection and in a thread for each of so many at once."""
    loop, free = asyncio.get_running_loop(), LifoQueue[psycopg.Connection]()

    def write(number: int) -> None:
        bare = free.get()
        try:
            with bare.transaction():
                _write(bare, *place_of(number))
        finally:
            free.put(bare)

    async def move(number: int) -> None:
        await loop.run_in_executor(threads, write, number)

    with ExitStack() as opened:
        for _ in range(writers):
            bare = psycopg.connect(dsn, autocommit=True, options="-c jit=off")
            free.put(opened.enter_context(bare))
        threads = opened.enter_context(ThreadPoolExecutor(writers))
        yield move


def _write(bare: psycopg.Connection, table: str, n: int) -> None:
    with bare.cursor() as cursor:
        cursor.execute(_LOG, [*row(table, n).values()])
        cursor.execute("UPDATE tables SET length=%s WHERE table_id=%s", (n + 1, table))
        cursor.executemany(_COINS, [[*coins(table, n, way).values()] for way in (0, 1)])
        cursor.executemany(
            "UPDATE accounts SET balance=balance+%s WHERE account_id=%s",
            [(2 * way - 1, account(table, way)) for way in (0, 1)],
        )
        cursor.execute("UPDATE deadlines SET due_at=%s WHERE table_id=%s", (n, table))
        cursor.execute("UPDATE outbox SET requested=requested+1 WHERE table_id=%s", (table,))
