from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, update

from bot import bank
from bot.bank.playing import DAY, NEWCOMER_DAYS
from bot.db import Database
from bot.db.schema import tables
from tests.databases import POSTGRESQL


@pytest.fixture
async def store(new_url: str) -> AsyncIterator[Database]:
    opened = Database(new_url)
    yield opened
    await opened.close()


@pytest.fixture
def new_databases(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[], str]:
    """Make a database whenever it is called, for one example of many, and return its address."""
    if backend == POSTGRESQL:
        return request.getfixturevalue("emptied")
    made, numbers = request.getfixturevalue("new_database"), count()
    return lambda: f"sqlite+aiosqlite:///{shutil.copy(made, tmp_path / f'{next(numbers)}.db')}"


def put_table(
    db: Connection, guild: int, table: str, status: str = "running", *, stakes: bool = True
) -> None:
    """Write down a table, or its new status: the audit asks for it, the bank does not."""
    changed = db.execute(update(tables).where(tables.c.table_id == table).values(status=status))
    if changed.rowcount:
        return
    row = {
        "table_id": table,
        "guild_id": guild,
        "channel_id": 1,
        "host_id": 1,
        "game": "jockey",
        "options": "{}",
        "edition": "{}",
        "capacity": 6,
        "status": status,
        "secret": bytes(32),
        "salt": "[]",
        "length": 0,
        "stakes": stakes,
        "buy_in": 0,
        "created_at": 0,
    }
    db.execute(insert(tables).values({name: row[name] for name in row if name in tables.c}))


def put_result(db: Connection, guild: int, user: int, days: int = NEWCOMER_DAYS) -> None:
    """Have somebody finish a game for coins on so many days; by default they are no newcomer any more."""
    home = bank.accounts.wallet(guild, user)
    journal = bank.ledger.Journal.begin(db, [home], {})
    journal.opened(home, 0)
    journal.write()
    for day in range(days):
        put_finished(db, guild, user, day)


def put_finished(db: Connection, guild: int, user: int, day: int, number: int = 0) -> None:
    """Have somebody finish a game for coins on a day since 1970."""
    table = f"played-{guild}-{user}-{day}-{number}"
    put_table(db, guild, table, "finished")
    facts = {"game": "jockey", "users": [user], "scores": [0], "merits": [0]}
    bank.record_results(db, guild, table, **facts, is_won=False, now=day * DAY)


@pytest.fixture(name="put_table")
def _put_table() -> Callable[..., None]:
    return put_table
