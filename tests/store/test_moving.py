"""All data moves to another database, or none: a move that fails or is killed leaves nothing behind."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from contextlib import closing
from contextvars import Context
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import func, insert, select

from bot.store import Store, StoreError, move_data, moving
from bot.store.schema import accounts, metadata, movements, outbox, tables, users
from tests.databases import on_postgresql
from tests.outbox import open_tables
from tests.waiting import until

pytestmark = on_postgresql


@pytest.fixture
async def full(tmp_path: Path) -> Path:
    """A SQLite file with tables of all games in the middle of a race."""
    file = tmp_path / "full.db"
    open_tables.unpack(file)
    await (await Store.open(f"sqlite:///{file}")).close()
    return file


@pytest.fixture
def source(full: Path) -> str:
    return f"sqlite:///{full}"


@pytest.fixture
def target(no_database_url: str) -> str:
    return no_database_url


def nothing(_line: str) -> None:
    """Hear nothing of how far it has come."""


async def counted(url: str) -> dict[str, int]:
    store = await Store.open(url)
    try:
        async with store.reading() as db:
            return {
                name: (await db.execute(select(func.count()).select_from(table))).scalar_one()
                for name, table in metadata.tables.items()
            }
    finally:
        await store.close()


async def test_every_row_arrives_as_it_is_and_the_source_stays(source, target, full):
    before = await counted(source)
    moved = await move_data(source, target, nothing)
    assert (
        {each.table: each.rows for each in moved} == before == await counted(target) == await counted(source)
    )
    assert before["log"] > 100
    assert before["tables"] > 10


async def test_there_and_back_again_is_the_same_row_by_row(source, target, tmp_path):
    there = await move_data(source, target, nothing)
    back = await move_data(target, f"sqlite:///{tmp_path}/back.db", nothing)
    assert [each.digest for each in there] == [each.digest for each in back]
    with closing(sqlite3.connect(tmp_path / "back.db")) as db:
        assert db.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_numbers_go_on_where_they_were_also_after_a_row_that_is_gone(source, target, full):
    with closing(sqlite3.connect(full)) as db:
        db.execute("DELETE FROM outbox WHERE post_id = (SELECT max(post_id) FROM outbox)")
        db.commit()
        (given,) = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'outbox'").fetchone()
        (moved,) = db.execute("SELECT max(movement_id) FROM movements").fetchone()
    await move_data(source, target, nothing)
    store = await Store.open(target)
    async with store.writing() as db:
        table_id = await db.scalar(select(tables.c.table_id).limit(1))
        post = {"table_id": table_id, "kind": "test", "requested": 1, "fulfilled": 0, "requested_anew": 0}
        post_id = await db.scalar(insert(outbox).values(**post, tries=0).returning(outbox.c.post_id))
        ends = (await db.scalars(select(accounts.c.account_id).limit(2))).all()
        coins = {"key": "k", "source": ends[0], "target": ends[1], "amount": 1, "reason": "loan", "at": 0}
        movement_id = await db.scalar(insert(movements).values(coins).returning(movements.c.movement_id))
    await store.close()
    assert (post_id, movement_id) == (given + 1, moved + 1)


async def test_a_target_that_is_not_empty_is_refused_and_kept(source, target):
    store = await Store.open(target)
    async with store.writing() as db:
        await db.execute(insert(users).values(user_id=1, asked_always=True))
    await store.close()
    with pytest.raises(StoreError, match="is not empty: it has rows in users"):
        await move_data(source, target, nothing)
    assert sum((await counted(target)).values()) == 1


async def test_a_source_that_a_bot_has_open_is_refused(source, target, rows):
    store = await Store.open(source)
    await rows(store)
    with pytest.raises(StoreError, match="in use by another program; stop the bot first"):
        await move_data(source, target, nothing)
    await store.close()
    await move_data(source, target, nothing)


async def test_a_target_that_a_bot_has_open_is_refused(source, target, rows):
    store = await Store.open(target)
    await rows(store)
    with pytest.raises(StoreError, match="in use by another process of Paddock"):
        await move_data(source, target, nothing)
    await store.close()


async def test_a_source_of_an_older_version_is_refused_and_the_target_stays_as_it_is(tmp_path, target):
    file = tmp_path / "old.db"
    open_tables.unpack(file)
    with pytest.raises(StoreError, match="is of an older version"):
        await move_data(f"sqlite:///{file}", target, nothing)


async def test_a_source_that_is_not_there_is_refused_and_not_made(tmp_path, target):
    with pytest.raises(StoreError, match="There is no database"):
        await move_data(f"sqlite:///{tmp_path}/none.db", target, nothing)
    assert not (tmp_path / "none.db").exists()


async def test_a_database_is_not_moved_to_itself(source, target):
    with pytest.raises(StoreError, match="cannot be moved to itself"):
        await move_data(source, source, nothing)
    with pytest.raises(StoreError, match="cannot be moved to itself"):
        await move_data(target, target, nothing)


async def test_a_row_that_postgresql_cannot_keep_is_told_without_its_values(source, target, full):
    with closing(sqlite3.connect(full)) as db:
        db.execute("UPDATE seats SET name = 'A' || char(0) || 'na' WHERE rowid = 3")
        db.commit()
    with pytest.raises(StoreError, match="A row of seats cannot be kept in The database") as refusal:
        await move_data(source, target, nothing)
    assert "na" not in str(refusal.value).split("kept in")[0].replace("cannot", "")
    assert sum((await counted(target)).values()) == 0


async def test_a_difference_that_is_found_at_the_end_leaves_the_target_empty(source, target, postgresql):
    """Somebody's trigger in the target changes what is written."""
    await (await Store.open(target)).close()
    database = target.split("@/")[1].partition("?")[0]
    postgresql.execute_each(
        database,
        "CREATE FUNCTION louder() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN NEW.name := upper(NEW.name); RETURN NEW; END $$",
        "CREATE TRIGGER louder BEFORE INSERT ON seats FOR EACH ROW EXECUTE FUNCTION louder()",
    )
    with pytest.raises(StoreError, match="Row 1 of seats, in the order of its key, is not the same"):
        await move_data(source, target, nothing)
    assert sum((await counted(target)).values()) == 0


async def add_user(url: str, opened: Callable[[str], Awaitable[Store]]) -> None:
    """Come to a database, and write to it."""
    store = await opened(url)
    try:
        async with store.writing() as db:
            await db.execute(insert(users).values(user_id=77, asked_always=True))
    finally:
        await store.close()


@pytest.fixture
def once_copied(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Awaitable[object]]], None]:
    """Have something happen once the first table with rows was moved."""

    def let(happen: Callable[[], Awaitable[object]]) -> None:
        move, happened = moving._move, list[str]()

        async def moved(out_of, into, table, progress):
            done = await move(out_of, into, table, progress)
            if table.name == "users":
                happened.append(table.name)
                await happen()
            return done

        monkeypatch.setattr(moving, "_move", moved)

    return let


@pytest.mark.parametrize(
    ("opened", "waits_for"), [(Store.open, "advisory"), (Store.open_existing, "relation")]
)
async def test_a_program_that_comes_to_the_source_while_it_is_moved_waits_and_nothing_is_moved(
    source, target, tmp_path, once_copied, postgresql, opened, waits_for
):
    """It would go on there, and what it writes would be missing in the target."""
    await move_data(source, target, nothing)
    new, late = f"sqlite:///{tmp_path / 'new.db'}", list[asyncio.Task[None]]()
    waiting = f"SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = '{waits_for}'"
    database = target.split("@/")[1].partition("?")[0]

    async def comes() -> None:
        late.append(asyncio.create_task(add_user(target, opened), context=Context()))
        await until(lambda: late[0].done() or postgresql.execute(waiting, database)[0][0])

    once_copied(comes)
    with pytest.raises(StoreError, match="is in use by another process of Paddock; stop the bot first"):
        await move_data(target, new, nothing)
    await late[0]
    assert sum((await counted(new)).values()) == 0
    assert (await counted(target))["users"] == 1


async def test_nobody_writes_to_the_source_while_it_is_moved(source, target, tmp_path, once_copied):
    await move_data(source, target, nothing)
    stranger = await asyncpg.connect(target.replace("+asyncpg", ""))
    refused = list[bool]()

    async def writes() -> None:
        with pytest.raises(asyncpg.LockNotAvailableError):
            async with stranger.transaction():
                await stranger.execute("LOCK TABLE log IN ROW EXCLUSIVE MODE NOWAIT")
        refused.append(True)

    once_copied(writes)
    await move_data(target, f"sqlite:///{tmp_path / 'new.db'}", nothing)
    await stranger.close()
    assert refused


async def test_what_takes_long_says_how_far_it_has_come(source, target, monkeypatch):
    monkeypatch.setattr("bot.store.moving.TOLD_EVERY", 0.0)
    monkeypatch.setattr("bot.store.moving.AT_ONCE", 50)
    told: list[str] = []
    moved = await move_data(source, target, told.append)
    rows = next(each.rows for each in moved if each.table == "log")
    assert f"log: 50 of {rows:,} rows copied" in told
    assert f"log: {rows:,} of {rows:,} rows compared" in told


KILLED = """
import asyncio, os, signal, sys
from bot.store import move_data, moving

copied = moving._copy

async def killed(source, target, table, progress):
    await copied(source, target, table, progress)
    if table.name == sys.argv[3]:
        os.kill(os.getpid(), signal.SIGKILL)

moving._copy = killed
asyncio.run(move_data(sys.argv[1], sys.argv[2], print))
"""


async def test_a_move_that_is_killed_half_way_leaves_the_target_empty_and_can_be_made_again(source, target):
    killed = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", KILLED, source, target, "movements"], check=False
    )
    assert killed.returncode == -signal.SIGKILL
    assert sum((await counted(target)).values()) == 0
    moved = await move_data(source, target, nothing)
    assert sum(each.rows for each in moved) > 1000
