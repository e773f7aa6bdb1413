"""What only a database in a file does: it is held as a whole, and keeps a log beside it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing

import pytest
from sqlalchemy import text

from bot.db import Database, DatabaseUnusable
from bot.db.errors import DatabaseBusy, Misconfigured
from bot.metrics.counted import REGISTRY
from tests.waiting import until

pytestmark = pytest.mark.sqlite


@pytest.fixture
def stranger(file, store):
    """Another program that holds the file until it commits."""
    with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        yield stranger


async def test_every_connection_is_durable_on_commit_and_uses_the_write_ahead_log(store):
    def settings(db):
        return db.scalar(text("PRAGMA synchronous")), db.scalar(text("PRAGMA journal_mode"))

    for way in (store.read, store.write):
        assert await way(settings) == (2, "wal")


async def test_a_full_disk_is_one_sentence_and_the_function_is_undone(store, add, rows):
    def fill(db):
        pages = db.scalar(text("PRAGMA page_count"))
        db.execute(text(f"PRAGMA max_page_count = {pages}"))
        for n in range(1000):
            add(db, f"row {n} {'x' * 500}")

    with pytest.raises(DatabaseUnusable, match="the disk is full"):
        await store.write(fill)
    assert not store.is_writable
    assert await rows(store) == 0


async def test_a_writer_has_the_file_from_its_begin_on(store, file, pause):
    writing = asyncio.create_task(store.write(pause))
    await pause.reached()
    with (
        closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as stranger,
        pytest.raises(sqlite3.OperationalError, match="locked"),
    ):
        stranger.execute("BEGIN IMMEDIATE")
    pause.end()
    await writing


# -------------------------------------------------------------------------- a file that another program holds


async def test_a_database_held_by_another_program_is_waited_for_and_written_once(
    store, add, rows, stranger, caplog
):
    asyncio.get_running_loop().call_later(0.6, stranger.execute, "COMMIT")
    await store.write(add, "one")
    assert await rows(store) == 1
    assert [record.getMessage() for record in caplog.records if record.name.startswith("bot")] == [
        "The database is in use or cannot be reached; trying again for up to 30 s."
    ]


async def test_a_database_that_stays_held_is_one_sentence(store, add, rows, stranger, monkeypatch):
    monkeypatch.setattr("bot.db.errors.PATIENCE", 0.0)
    with pytest.raises(DatabaseBusy, match="in use by another program"):
        await store.write(add, "one")
    assert not store.is_writable
    assert await rows(store) == 0
    stranger.execute("COMMIT")
    await store.write(add, "two")
    assert store.is_writable
    assert await rows(store) == 1


async def test_a_database_that_has_served_again_is_writable_though_what_it_served_was_undone(
    store, add, rows, stranger
):
    def refuse(db):
        add(db, "one")
        raise ValueError("it is not to be")

    refusing = asyncio.create_task(store.write(refuse))
    await until(lambda: not store.is_writable)
    assert await rows(store) == 0
    assert not store.is_writable, "whoever reads proves nothing"
    stranger.execute("COMMIT")
    with pytest.raises(ValueError, match="not to be"):
        await refusing
    assert store.is_writable


async def test_every_wait_for_another_program_is_counted(made_url, file, add):
    def busy():
        return REGISTRY.get_sample_value("paddock_database_busy_total")

    before = busy()
    store = await Database.open(made_url)
    with closing(sqlite3.connect(file, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.write(add, "one"))
        await until(lambda: busy() >= before + 2)
    await writing
    heard = busy()
    await store.write(add, "two")
    assert busy() == heard
    await store.close()


async def test_who_is_cancelled_while_another_program_holds_the_file_ends_at_once(store, add, rows, stranger):
    writing = asyncio.create_task(store.write(add, "one"))
    await until(lambda: not store.is_writable)
    writing.cancel()
    await asyncio.wait({writing})
    assert writing.cancelled()
    stranger.execute("COMMIT")
    await store.write(add, "two")
    assert await rows(store) == 2, "it had its turn"


# ----------------------------------------------------------------------------- the file, its log and its threads


async def test_a_file_that_cannot_be_opened_is_one_sentence_for_everybody_and_nothing_hangs(
    tmp_path, add, rows
):
    (tmp_path / "paddock.db").mkdir()
    store = Database(f"sqlite:///{tmp_path}/paddock.db")
    work = [
        *(rows(store) for _ in range(9)),
        *(store.write(add, f"{n}") for n in range(3)),
    ]
    ended = await asyncio.wait_for(asyncio.gather(*work, return_exceptions=True), 60)
    assert {(type(error), str(error).partition(": ")[0]) for error in ended} == {
        (Misconfigured, f"{tmp_path}/paddock.db cannot be opened")
    }
    assert not store.is_writable
    (tmp_path / "paddock.db").rmdir()
    await (await Database.open(f"sqlite:///{tmp_path}/paddock.db")).close()
    await store.write(add, "one")
    assert await rows(store) == 1
    await asyncio.wait_for(store.close(), 60)


async def test_the_log_beside_the_file_is_cut_once_nobody_reads_from_it(store, add, count, rows, file, pause):
    log = file.with_name(f"{file.name}-wal")

    def look(db):
        found = count(db)
        pause()
        return found

    reading = asyncio.create_task(store.read(look))
    await pause.reached()
    await store.write(add, "one")
    assert not await store.tidy()
    assert log.stat().st_size > 0
    pause.end()
    assert await reading == 0
    assert await store.tidy()
    assert log.stat().st_size == 0
    assert await rows(store) == 1


async def test_rows_that_nobody_has_read_keep_no_state_of_the_database(store, add, rows):
    left = []

    def look(db):
        left.append(db.execute(text("SELECT * FROM accounts")))
        return left[-1].fetchone() is not None

    await store.write(lambda db: [add(db, f"{n}") for n in range(9)])
    assert await store.read(look)
    assert await store.write(look)
    await store.write(add, "one")
    assert await asyncio.gather(*(rows(store) for _ in range(8))) == [10] * 8
    assert await store.tidy()


async def test_a_store_that_is_closed_has_let_its_threads_and_its_file_go(url, file, add, rows):
    before = set(threading.enumerate())
    store = await Database.open(url)
    await store.write(add, "one")
    await asyncio.gather(*(rows(store) for _ in range(20)))
    await store.close()
    assert {
        thread.name for thread in set(threading.enumerate()) - before if "database" in thread.name
    } == set()
    assert [path.name for path in file.parent.glob("paddock.db*")] == ["paddock.db"]
