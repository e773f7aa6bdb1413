"""What only a database in a file does: it is held as a whole, and keeps a log beside it."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from sqlalchemy import text

from bot.store import StoreError

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


async def test_a_database_that_stays_held_is_one_sentence(store, file, monkeypatch):
    monkeypatch.setattr("bot.store.transaction.PATIENCE", 0.0)
    stranger = sqlite3.connect(file, isolation_level=None)
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="in use by another program"):
        async with store.writing():
            pass
    stranger.close()
    async with store.writing():
        pass


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
