"""`paddock bench store`: how many moves with their money a second reach the disk, next to bare aiosqlite."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import aiosqlite
import click
from sqlalchemy import bindparam, insert, update

from benches import options
from benches.figures import Measured, tell
from bot.store import Store, Transaction
from bot.store.schema import accounts, deadlines, log, movements, outbox, seats, tables

TABLES = 50
ROUNDS = 5
"""Both are measured so many times in turn; the medians count."""

EVENTS = '[{"type":"moved","horse":"red","start":12,"end":22,"card":"red+10","seat":0}]'
ACTION = '{"type":"play","card":"red+10"}'

Move = Callable[[int], Awaitable[None]]
"""Writes the rows of a move, by its number."""


class Rate(NamedTuple):
    """What one round brought."""

    moves: float
    """A second."""
    processor: float
    """Milliseconds of processor time a move, of all threads."""


@click.command()
@options.number(
    "--seconds", click.FloatRange(0.1, 3600), 5.0, "How long to measure, in all and for each way."
)
@options.as_json
def command(seconds: float, as_json: bool) -> None:
    """Write moves, each on the disk before the next, and the same with bare aiosqlite.

    A move is a transaction that adds a row to a race log and two to the ledger, changes two balances, a deadline, two
    posts and the length of the log: six statements. The yardstick has aiosqlite alone write the same rows to a file of
    its own, round about.

    \b
    Examples:
      paddock bench store
      paddock bench store --seconds 20 --json
    """
    tell(asyncio.run(_measured(seconds)), as_json=as_json)


async def _measured(seconds: float) -> list[Measured]:
    with TemporaryDirectory() as folder:
        async with _ours(Path(folder, "paddock.db")) as ours, _bare(Path(folder, "bare.db")) as bare:
            numbers = {"ours": 0, "bare": 0}
            rounds: dict[str, list[Rate]] = {"ours": [], "bare": []}
            for _ in range(ROUNDS):
                for way, move in (("ours", ours), ("bare", bare)):
                    rate, numbers[way] = await _round(move, numbers[way], seconds / ROUNDS)
                    rounds[way].append(rate)
    ours_moves, bare_moves = (_median([rate.moves for rate in rounds[way]]) for way in ("ours", "bare"))
    ours_cpu, bare_cpu = (_median([rate.processor for rate in rounds[way]]) for way in ("ours", "bare"))
    return [
        Measured("store", "bare", "moves", bare_moves, "/s", 1.0),
        Measured("store", "paddock", "moves", ours_moves, "/s", ours_moves / bare_moves),
        Measured("store", "bare", "processor a move", bare_cpu, "ms", 1.0),
        Measured("store", "paddock", "processor a move", ours_cpu, "ms", ours_cpu / bare_cpu),
    ]


async def _round(move: Move, number: int, seconds: float) -> tuple[Rate, int]:
    began, used, first = perf_counter(), process_time(), number
    while perf_counter() - began < seconds:
        await move(number)
        number += 1
    count = number - first
    return Rate(count / (perf_counter() - began), (process_time() - used) / count * 1000), number


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


# ------------------------------------------------------------------------------------------------- our way

_LENGTH = update(tables).where(tables.c.table_id == bindparam("id")).values(length=bindparam("longer"))
_SHIFT = (
    update(accounts)
    .where(accounts.c.account_id == bindparam("id"))
    .values(balance=accounts.c.balance + bindparam("change"))
)
_CLOCK = update(deadlines).where(deadlines.c.table_id == bindparam("id")).values(due_at=bindparam("at"))
_ASK = update(outbox).where(outbox.c.table_id == bindparam("id")).values(requested=outbox.c.requested + 1)


@asynccontextmanager
async def _ours(file: Path) -> AsyncIterator[Move]:
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    try:
        async with store.writing() as db:
            await _fill(db)

        async def move(number: int) -> None:
            async with store.writing() as db:
                table, n = _name(number % TABLES), number // TABLES
                await db.execute(insert(log), _row(table, n))
                await db.execute(_LENGTH, {"id": table, "longer": n + 1})
                await db.execute(insert(movements), [_coins(table, n, way) for way in (0, 1)])
                await db.execute(
                    _SHIFT, [{"id": _account(table, way), "change": 2 * way - 1} for way in (0, 1)]
                )
                await db.execute(_CLOCK, {"id": table, "at": n})
                await db.execute(_ASK, {"id": table})

        yield move
    finally:
        await store.close()


async def _fill(db: Transaction) -> None:
    """Set up tables with two seats each, their money, a clock and two posts."""
    names = [_name(number) for number in range(TABLES)]
    await db.execute(insert(tables), [_table(name) for name in names])
    await db.execute(
        insert(seats), [{"table_id": name, "seat": seat, "name": "Ana"} for name in names for seat in (0, 1)]
    )
    await db.execute(
        insert(accounts),
        [
            {"account_id": _account(name, way), "guild_id": 1, "kind": "house", "owner": f"{name}{way}"}
            | {"balance": 0}
            for name in names
            for way in (0, 1)
        ],
    )
    await db.execute(insert(deadlines), [{"table_id": name, "kind": "turn:0", "due_at": 0} for name in names])
    posts: list[dict[str, Any]] = [{"kind": "board", "user_id": None}, {"kind": "desk", "user_id": 1}]
    counts: dict[str, Any] = {"requested": 1, "fulfilled": 1, "requested_anew": 0, "tries": 0}
    await db.execute(insert(outbox), [{"table_id": name} | post | counts for name in names for post in posts])


def _table(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = {
        column.name: b"" if column.name == "secret" else "" if str(column.type) == "TEXT" else 0
        for column in tables.columns
        if not column.nullable and column.server_default is None
    }
    return facts | {"table_id": name, "secret": bytes(32)}


def _name(number: int) -> str:
    return f"TABLE{number}"


def _account(table: str, way: int) -> str:
    return f"house:{table}:{way}"


def _row(table: str, n: int) -> dict[str, Any]:
    return {
        "table_id": table,
        "n": n,
        "seat": n % 2,
        "action": ACTION,
        "events": EVENTS,
        "auto": False,
        "at": n,
    }


def _coins(table: str, n: int, way: int) -> dict[str, Any]:
    ends = {"source": _account(table, way), "target": _account(table, 1 - way)}
    return {"key": f"{table}:{n}:{way}", **ends, "amount": 10, "reason": "loan", "table_id": table, "at": n}


# --------------------------------------------------------------------------------------------- the yardstick

_BARE_LOG = (
    "INSERT INTO log (table_id, n, seat, action, events, auto, at) "
    "VALUES (:table_id, :n, :seat, :action, :events, :auto, :at)"
)
_BARE_COINS = (
    "INSERT INTO movements (key, source, target, amount, reason, table_id, at) "
    "VALUES (:key, :source, :target, :amount, :reason, :table_id, :at)"
)


@asynccontextmanager
async def _bare(file: Path) -> AsyncIterator[Move]:
    """Write the same rows to a database that is the same, with what SQLite and aiosqlite have alone."""
    store = await Store.open(f"sqlite+aiosqlite:///{file}")
    async with store.writing() as db:
        await _fill(db)
    await store.close()
    async with aiosqlite.connect(file, isolation_level=None) as bare:
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            await bare.execute(f"PRAGMA {pragma}")

        async def move(number: int) -> None:
            table, n = _name(number % TABLES), number // TABLES
            await bare.execute("BEGIN IMMEDIATE")
            await bare.execute(_BARE_LOG, _row(table, n))
            await bare.execute("UPDATE tables SET length=? WHERE table_id=?", (n + 1, table))
            await bare.executemany(_BARE_COINS, [_coins(table, n, way) for way in (0, 1)])
            await bare.executemany(
                "UPDATE accounts SET balance=balance+? WHERE account_id=?",
                [(2 * way - 1, _account(table, way)) for way in (0, 1)],
            )
            await bare.execute("UPDATE deadlines SET due_at=? WHERE table_id=?", (n, table))
            await bare.execute("UPDATE outbox SET requested=requested+1 WHERE table_id=?", (table,))
            await bare.execute("COMMIT")

        yield move
