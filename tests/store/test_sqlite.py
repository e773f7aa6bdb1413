"""What only a database in a file does: it is held as a whole, and keeps a log beside it."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, InvalidRequestError, OperationalError

from bot.store import Store, StoreError
from bot.store.connection import Connection
from bot.store.owed import owed
from tests.waiting import until

ADD_OWED = owed(
    text("INSERT INTO accounts (account_id, guild_id, kind, owner, balance) VALUES ('a', 1, 'house', 'a', 0)")
)

pytestmark = pytest.mark.sqlite


async def test_every_connection_is_durable_on_commit_and_uses_the_write_ahead_log(store):
    for block in (store.reading, store.writing):
        async with block() as db:
            assert (await db.execute(text("PRAGMA synchronous"))).scalar_one() == 2
            assert (await db.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"


async def test_writers_are_served_in_the_order_they_came(store):
    served = []

    async def write(n: int) -> None:
        async with store.writing():
            served.append(n)

    await asyncio.gather(*(write(n) for n in range(20)))
    assert served == list(range(20))


async def test_a_full_disk_is_one_sentence_and_the_block_is_undone(store, add, rows):
    async def fill() -> None:
        async with store.writing() as db:
            pages = (await db.execute(text("PRAGMA page_count"))).scalar_one()
            await db.execute(text(f"PRAGMA max_page_count = {pages}"))
            for n in range(1000):
                await add(db, f"row {n} {'x' * 500}")

    with pytest.raises(StoreError, match="the disk is full"):
        await fill()
    assert await rows(store) == 0


async def test_a_database_held_by_another_process_is_waited_for(store, add, rows, file):
    stranger = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    stranger.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.4, lambda: (stranger.execute("COMMIT"), stranger.close()))
    async with store.writing() as db:
        await add(db, "one")
    assert await rows(store) == 1


async def test_a_database_that_stays_held_is_one_sentence(store, add, rows, file, monkeypatch):
    async def write(name: str) -> None:
        async with store.writing() as db:
            await add(db, name)

    monkeypatch.setattr("bot.store.transaction.PATIENCE", 0.0)
    stranger = sqlite3.connect(file, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="in use by another program"):
        await write("one")
    assert not store.is_writable
    stranger.close()
    await write("two")
    assert store.is_writable
    assert await rows(store) == 1


async def test_a_database_that_has_served_again_is_writable_though_what_it_served_was_undone(
    store, add, file
):
    async def refuse() -> None:
        async with store.writing() as db:
            await add(db, "one")
            raise ValueError("it is not to be")

    stranger = sqlite3.connect(file, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    refusing = asyncio.create_task(refuse())
    await until(lambda: not store.is_writable)
    stranger.close()
    with pytest.raises(ValueError, match="not to be"):
        await refusing
    assert store.is_writable


@pytest.mark.parametrize("single", [False, True])
async def test_what_waits_for_another_process_is_written_once(store, rows, file, single):
    stranger = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    stranger.execute("BEGIN IMMEDIATE")
    asyncio.get_running_loop().call_later(0.4, lambda: (stranger.execute("COMMIT"), stranger.close()))
    async with store.writing(single=single) as db:
        await db.execute(ADD_OWED)
    assert await rows(store) == 1


async def test_a_single_statement_is_one_visit_and_a_second_one_is_refused(store, add, rows, visits):
    async with store.writing() as db:
        await add(db, "none")
    visits.clear()
    async with store.writing(single=True) as db:
        await add(db, "one")
    async with store.writing(single=True):
        pass
    assert [visit.partition(" ")[0] for visit in visits] == ["INSERT"]

    async def write_two() -> None:
        async with store.writing(single=True) as db:
            await add(db, "two")
            await add(db, "three")

    with pytest.raises(RuntimeError, match="of one statement"):
        await write_two()
    assert await rows(store) == 3
    async with store.writing() as db:
        await add(db, "four")
    assert visits[-2].startswith("BEGIN IMMEDIATE + INSERT")
    assert visits[-1] == "COMMIT"


async def test_a_single_statement_that_fails_leaves_nothing_and_no_lock(store, add, rows, is_unlocked):
    async with store.writing(single=True) as db:
        await add(db, "one")
    with pytest.raises(IntegrityError):
        async with store.writing(single=True) as db:
            await add(db, "one")
    assert is_unlocked()
    assert await rows(store) == 1


async def test_the_log_beside_the_file_is_cut_once_nobody_reads_from_it(store, add, rows, file, elsewhere):
    log = file.with_name(f"{file.name}-wal")
    async with store.reading() as db:
        assert (await db.execute(text("SELECT count(*) FROM accounts"))).scalar_one() == 0

        async def write() -> None:
            async with store.writing() as other:
                await add(other, "one")

        await elsewhere(write())
        assert not await elsewhere(store.tidy())
        assert log.stat().st_size > 0
    assert await store.tidy()
    assert log.stat().st_size == 0
    assert await rows(store) == 1


@pytest.fixture
def visits(monkeypatch) -> list[str]:
    """Note each statement that a connection's thread is told to execute, and each other visit to it."""
    made: list[str] = []
    visit = Connection.visit

    def noted(connection: Connection, task: Any) -> Any:
        def watched(plain: sqlite3.Connection) -> Any:
            told = len(made)
            plain.set_trace_callback(made.append)
            try:
                return task(plain)
            finally:
                plain.set_trace_callback(None)
                made[told:] = [" + ".join(sql.partition("\n")[0] for sql in made[told:]) or "nothing"]

        return visit(connection, watched)

    monkeypatch.setattr(Connection, "visit", noted)
    return made


async def test_a_reading_begins_on_the_way_to_its_first_statement(store, rows, visits):
    await rows(store)
    visits.clear()
    async with store.reading() as db:
        assert visits == []
        await db.execute(text("SELECT 1"))
        await db.execute(text("SELECT 2"))
    assert visits == ["BEGIN + SELECT 1", "SELECT 2", "COMMIT"]


async def test_a_reading_that_asks_nothing_goes_to_no_thread(store, rows, visits):
    await rows(store)
    visits.clear()
    async with store.reading():
        pass
    assert visits == []


async def test_a_reading_whose_first_statement_is_refused_is_undone_and_the_next_one_reads(
    store, rows, visits
):
    with pytest.raises(OperationalError):
        async with store.reading() as db:
            await db.execute(text("SELECT no_such_thing"))
    assert visits[-1] == "ROLLBACK"
    assert await rows(store) == 0


async def test_a_writer_has_the_file_from_its_first_statement_on(store, add, visits, file):
    async with store.writing() as db:
        await add(db, "one")
    visits.clear()
    async with store.writing() as db:
        assert visits == []
        await db.execute(text("SELECT 1"))
        assert visits == ["BEGIN IMMEDIATE + SELECT 1"]
        with (
            closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as stranger,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            stranger.execute("BEGIN IMMEDIATE")


async def test_a_connection_stays_with_the_store_until_something_fails_on_it(store, add, rows):
    taken: list[object] = []
    event.listen(store._writer.sync_engine, "checkout", lambda connection, *_: taken.append(connection))
    for name in ("one", "two", "three"):
        async with store.writing() as db:
            await add(db, name)
    assert len(taken) == 1

    with pytest.raises(IntegrityError):
        async with store.writing() as db:
            await add(db, "one")
    async with store.writing() as db:
        await add(db, "four")
    assert len(taken) == 2
    assert await rows(store) == 4


async def test_a_connection_is_of_no_use_once_its_block_has_ended(store, add, rows):
    async with store.writing() as db:
        await add(db, "one")
    async with store.writing():
        with pytest.raises(InvalidRequestError):
            await add(db, "two")
    assert await rows(store) == 1


async def test_a_store_that_is_closed_has_let_its_threads_go(url, add, rows):
    before = set(threading.enumerate())
    store = await Store.open(url)
    async with store.writing() as db:
        await add(db, "one")
    await asyncio.gather(*(rows(store) for _ in range(4)))
    threads = [thread for thread in set(threading.enumerate()) - before if thread.daemon]
    assert len(threads) >= 2
    await store.close()
    for thread in threads:
        await asyncio.to_thread(thread.join, 30)
        assert not thread.is_alive()
