"""All data moves to another database, or none: a move that fails or is killed leaves nothing behind."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, make_url, select

from benches.postgresql_server import Server
from bot.db import Database, DatabaseUnusable
from bot.db.moving import move_data
from bot.db.schema import accounts, metadata, movements, outbox, tables, users
from tests.databases import on_postgresql, reading, writing
from tests.outbox import open_tables
from tests.waiting import until

pytestmark = on_postgresql


@pytest.fixture
async def full(tmp_path: Path) -> Path:
    """A SQLite file with tables of all games in the middle of a race."""
    file = tmp_path / "full.db"
    open_tables.unpack(file)
    await (await Database.open(f"sqlite:///{file}")).close()
    return file


@pytest.fixture
def source(full: Path) -> str:
    return f"sqlite:///{full}"


@pytest.fixture
def target(no_database_url: str) -> str:
    return no_database_url


@pytest.fixture
def left(target: str, postgresql: Server) -> Callable[[], Awaitable[None]]:
    """Wait until the server knows that nobody is connected to the target any more."""
    name = make_url(target).database
    connected = f"SELECT pid FROM pg_stat_activity WHERE datname = '{name}'"
    return lambda: until(lambda: not postgresql.execute(connected))


async def found(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Read all rows of all tables, in an order that is the same on both backends."""
    store = await Database.open(url)
    try:
        with reading(store) as db:
            return {
                name: sorted(map(tuple, db.execute(select(table))), key=repr)
                for name, table in metadata.tables.items()
            }
    finally:
        await store.close()


async def counted(url: str) -> dict[str, int]:
    return {name: len(rows) for name, rows in (await found(url)).items()}


async def test_every_row_arrives_as_it_is_and_the_source_stays(source: str, target: str) -> None:
    before = await found(source)
    moved = move_data(source, target)
    assert moved == {name: len(rows) for name, rows in before.items()}
    assert await found(target) == before == await found(source)
    assert moved["log"] > 100
    assert moved["tables"] > 10


async def test_there_and_back_again_is_the_same_row_by_row(
    source: str, target: str, tmp_path: Path, left
) -> None:
    move_data(source, target)
    await left()
    move_data(target, f"sqlite:///{tmp_path}/back.db")
    assert await found(f"sqlite:///{tmp_path}/back.db") == await found(source)
    with closing(sqlite3.connect(tmp_path / "back.db")) as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_a_rematch_may_be_read_before_the_race_that_it_follows(
    source: str, target: str, full: Path
) -> None:
    with closing(sqlite3.connect(full)) as db:
        (first, *_, last) = db.execute("SELECT table_id FROM tables ORDER BY rowid").fetchall()
        db.execute("UPDATE tables SET rematch_of = ? WHERE table_id = ?", (*last, *first))
        db.commit()
    move_data(source, target)
    assert (await found(target))["tables"] == (await found(source))["tables"]


async def test_numbers_go_on_where_they_were(source: str, target: str, full: Path) -> None:
    with closing(sqlite3.connect(full)) as db:
        (given,) = db.execute("SELECT max(post_id) FROM outbox").fetchone()
        (moved,) = db.execute("SELECT max(movement_id) FROM movements").fetchone()
    move_data(source, target)
    store = await Database.open(target)
    with writing(store) as db:
        table_id = db.scalar(select(tables.c.table_id).limit(1))
        post = {"table_id": table_id, "kind": "test", "requested": 1, "fulfilled": 0, "requested_anew": 0}
        post_id = db.scalar(insert(outbox).values(**post, tries=0).returning(outbox.c.post_id))
        ends = db.scalars(select(accounts.c.account_id).limit(2)).all()
        coins = {"key": "k", "source": ends[0], "target": ends[1], "amount": 1, "reason": "loan", "at": 0}
        movement_id = db.scalar(insert(movements).values(coins).returning(movements.c.movement_id))
    await store.close()
    assert (post_id, movement_id) == (given + 1, moved + 1)


async def test_a_target_that_is_not_empty_is_refused_and_kept(source: str, target: str, left) -> None:
    store = await Database.open(target)
    with writing(store) as db:
        db.execute(insert(users).values(user_id=1, asked_always=True))
    await store.close()
    await left()
    with pytest.raises(DatabaseUnusable, match="is not empty: it has rows in users"):
        move_data(source, target)
    assert sum((await counted(target)).values()) == 1


async def test_a_source_that_a_bot_has_open_is_refused(source: str, target: str, rows) -> None:
    store = await Database.open(source)
    await rows(store)
    with pytest.raises(DatabaseUnusable, match="in use by another program; stop the bot first"):
        move_data(source, target)
    await store.close()
    move_data(source, target)


async def test_a_target_that_a_bot_has_open_is_refused(source: str, target: str, rows) -> None:
    store = await Database.open(target)
    await rows(store)
    with pytest.raises(DatabaseUnusable, match="in use by another process of Paddock"):
        move_data(source, target)
    await store.close()


def test_a_source_of_an_older_version_is_refused_and_the_target_stays_as_it_is(
    tmp_path: Path, target: str
) -> None:
    file = tmp_path / "old.db"
    open_tables.unpack(file)
    with pytest.raises(DatabaseUnusable, match="is of an older version"):
        move_data(f"sqlite:///{file}", target)


def test_a_source_that_is_not_there_is_refused_and_not_made(tmp_path: Path, target: str) -> None:
    with pytest.raises(DatabaseUnusable, match="There is no database"):
        move_data(f"sqlite:///{tmp_path}/none.db", target)
    assert not (tmp_path / "none.db").exists()


def test_a_database_is_not_moved_to_itself(source: str, target: str) -> None:
    for url in (source, target):
        with pytest.raises(DatabaseUnusable, match="cannot be moved to itself"):
            move_data(url, url)


async def test_a_row_that_postgresql_cannot_keep_is_told_without_its_values(
    source: str, target: str, full: Path
) -> None:
    with closing(sqlite3.connect(full)) as db:
        db.execute("UPDATE seats SET name = 'A' || char(0) || 'na' WHERE rowid = 3")
        db.commit()
    with pytest.raises(DatabaseUnusable, match=r"The database .* cannot keep a row of seats\.$"):
        move_data(source, target)
    assert sum((await counted(target)).values()) == 0


async def test_rows_that_point_to_nothing_are_moved_to_neither_backend(
    source: str, target: str, full: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(full)) as db:
        db.execute("UPDATE seats SET table_id = 'none' WHERE rowid = 3")
        db.commit()
    new = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(DatabaseUnusable, match="cannot keep a row of seats"):
        move_data(source, target)
    with pytest.raises(DatabaseUnusable, match="has rows that point to nothing"):
        move_data(source, new)
    assert sum((await counted(target)).values()) == sum((await counted(new)).values()) == 0


KILLED = """
import os, signal, sys
from bot.db import moving

copied = moving._copy

def killed(old, new, table):
    copied(old, new, table)
    if table.name == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)

moving._copy = killed
moving.move_data(sys.argv[1], sys.argv[2])
"""


async def test_a_move_that_is_killed_half_way_leaves_the_target_empty_and_can_be_made_again(
    source: str, target: str, left
) -> None:
    killed = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, source, target, "movements"], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert sum((await counted(target)).values()) == 0
    await left()
    assert sum(move_data(source, target).values()) > 1000
