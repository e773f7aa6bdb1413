from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.store import Store, StoreError
from bot.store.schema import accounts, movements
from tests.databases import on_both

pytestmark = on_both


async def test_what_a_block_wrote_is_there_for_who_reads_next(store, add, rows):
    async with store.writing() as db:
        await add(db, "one")
    assert await rows(store) == 1


async def test_a_block_that_raises_leaves_nothing(store, add, rows):
    async def fail() -> None:
        async with store.writing() as db:
            await add(db, "one")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert await rows(store) == 0


async def test_a_refused_row_undoes_the_whole_block_and_keeps_its_own_error(store, add, rows):
    async def add_twice() -> None:
        async with store.writing() as db:
            await add(db, "one")
            await add(db, "one")

    with pytest.raises(IntegrityError):
        await add_twice()
    assert await rows(store) == 0


async def test_foreign_keys_are_enforced(store):
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with store.writing() as db:
            await db.execute(
                insert(movements).values(key="k", source="a", target="b", amount=1, reason="move", at=0)
            )


async def test_a_reader_may_not_write(store, add, rows):
    with pytest.raises(StoreError, match="may only be read"):
        async with store.reading() as db:
            await add(db, "one")
    assert await rows(store) == 0


async def test_fifty_writers_read_and_write_without_losing_an_update(store, add):
    async with store.writing() as db:
        await add(db, "sum")

    async def increment() -> None:
        async with store.writing() as db:
            value = (await db.execute(select(accounts.c.balance).with_for_update())).scalar_one()
            await asyncio.sleep(0)
            await db.execute(update(accounts).values(balance=value + 1))

    await asyncio.gather(*(increment() for _ in range(50)))
    async with store.reading() as db:
        assert (await db.execute(select(accounts.c.balance))).scalar_one() == 50


async def test_readers_do_not_wait_for_the_writer_and_see_only_what_is_committed(store, add, rows, elsewhere):
    async with store.writing() as db:
        await add(db, "one")
        assert await elsewhere(rows(store)) == 0
    assert await rows(store) == 1


async def test_a_reader_sees_one_state_however_much_is_written_meanwhile(store, add, elsewhere):
    count = text("SELECT count(*) FROM accounts")

    async def write() -> None:
        async with store.writing() as other:
            await add(other, "one")

    async with store.reading() as db:
        assert (await db.execute(count)).scalar_one() == 0
        await elsewhere(write())
        assert (await db.execute(count)).scalar_one() == 0


async def test_more_readers_than_connections_all_get_their_turn(store, rows):
    assert await asyncio.gather(*(rows(store) for _ in range(40))) == [0] * 40


@pytest.mark.parametrize("outer", ["reading", "writing"])
@pytest.mark.parametrize("inner", ["reading", "writing", "tidy"])
async def test_a_transaction_inside_another_is_an_error_instead_of_waiting_for_itself(
    store, outer, inner, rows
):
    async def nest() -> None:
        if inner == "tidy":
            await store.tidy()
            return
        async with getattr(store, inner)():
            pass

    async with getattr(store, outer)():
        with pytest.raises(RuntimeError, match=f"{inner}.* inside {outer}.* would wait for itself"):
            await nest()
        with pytest.raises(RuntimeError, match="would wait for itself"):
            await asyncio.gather(nest())  # a task of its own, for which this one waits
    await nest()
    assert await rows(store) == 0


async def test_a_task_that_outlives_the_transaction_it_was_started_in_has_one_of_its_own(store, rows):
    over = asyncio.Event()

    async def count_later() -> int:
        await over.wait()
        return await rows(store)

    async with store.reading():
        later = asyncio.create_task(count_later())
    over.set()
    assert await later == 0


@pytest.mark.parametrize("kind", ["reading", "writing"])
async def test_whoever_keeps_a_transaction_for_long_is_named_in_the_log(store, kind, monkeypatch, caplog):
    monkeypatch.setattr("bot.store.holding.LATE", 0.01)
    over = asyncio.Event()

    def said() -> list[str]:
        return [record.getMessage() for record in caplog.records if record.name == "bot.store.holding"]

    async def keep_it() -> None:
        async with getattr(store, kind)():
            await over.wait()

    keeping = asyncio.create_task(keep_it(), name="the slow one")
    while len(said()) < 2:  # noqa: ASYNC110 - said again while it lasts
        await asyncio.sleep(0.01)
    over.set()
    await keeping
    assert all(f"{kind}()" in line and "the slow one" in line for line in said())
    assert any("keep_it:" in line for line in said())
    lines = len(said())
    await asyncio.sleep(0.05)
    assert len(said()) == lines


async def test_closing_waits_for_the_running_writer_and_for_those_who_queue(store, add, url, rows):
    entered = asyncio.Event()
    go_on = asyncio.Event()

    async def write() -> None:
        async with store.writing() as db:
            entered.set()
            await go_on.wait()
            await add(db, "first")

    async def queue() -> None:
        async with store.writing() as db:
            await add(db, "second")

    first = asyncio.create_task(write())
    await entered.wait()
    second = asyncio.create_task(queue())
    await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    assert not closing.done()
    go_on.set()
    await asyncio.gather(first, second, closing)
    again = await Store.open(url)
    assert await rows(again) == 2
    await again.close()


async def test_closing_waits_for_readers(store, rows):
    async with store.reading() as db:
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0)
        assert (await db.execute(text("SELECT count(*) FROM accounts"))).scalar_one() == 0
        assert not closing.done()
    await closing


async def test_a_closed_store_says_so(store):
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        async with store.writing():
            pass
    with pytest.raises(StoreError, match="closed"):
        async with store.reading():
            pass


async def test_a_mistake_in_a_statement_stays_the_developers_error(store):
    with pytest.raises(DBAPIError, match=r"no such table|does not exist"):
        async with store.writing() as db:
            await db.execute(text("SELECT * FROM horses"))
