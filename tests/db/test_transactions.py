"""Functions that are run in transactions: what they leave, whom they wait for, and what their caller hears."""

from __future__ import annotations

import asyncio
import signal
import sys
import traceback
from functools import wraps

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.db import Database, DatabaseUnusable
from bot.db.schema import accounts, movements
from tests.databases import on_both
from tests.waiting import until

pytestmark = on_both


@pytest.fixture
async def one_writer(made_url):
    """A store that writes through one connection, on either backend."""
    store = await Database.open(made_url, connections=2)
    yield store
    await store.close()


# ---------------------------------------------------------------------------------------- committed or undone


async def test_what_a_function_wrote_is_there_for_who_reads_next(store, add, rows):
    await store.write(add, "one")
    assert await rows(store) == 1


async def test_a_function_gets_its_arguments_and_its_answer_is_returned(store):
    def work(db, first, *, second):
        return db.scalar(text("SELECT 1")), first, second

    assert await store.read(work, 2, second=3) == (1, 2, 3)
    assert await store.write(work, 2, second=3) == (1, 2, 3)


async def test_a_function_that_raises_leaves_nothing(store, add, rows, is_unlocked):
    def fail(db):
        add(db, "one")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.write(fail)
    assert is_unlocked()
    assert await rows(store) == 0


async def test_a_refused_row_undoes_the_whole_function_and_keeps_its_own_error(store, add, rows):
    def add_twice(db):
        add(db, "one")
        add(db, "one")

    with pytest.raises(IntegrityError):
        await store.write(add_twice)
    assert await rows(store) == 0


@pytest.mark.parametrize("value", [{"balance": 2**70}, {"account_id": "\ud800"}])
async def test_a_value_that_the_driver_cannot_hand_over_undoes_its_transaction(
    store, add, rows, is_unlocked, value
):
    def open_two(db):
        add(db, "one")
        two = {"account_id": "two", "guild_id": 1, "kind": "house", "owner": "two", "balance": 0}
        db.execute(insert(accounts).values(two | value))

    with pytest.raises((OverflowError, UnicodeEncodeError, DBAPIError)):
        await store.write(open_two)
    assert is_unlocked()
    await store.write(add, "three")
    assert await rows(store) == 1


async def test_foreign_keys_are_enforced(store):
    lost = insert(movements).values(key="k", source="a", target="b", amount=1, reason="move", at=0)
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        await store.write(lambda db: db.execute(lost) and None)


async def test_a_reader_may_not_write(store, add, rows):
    with pytest.raises(DatabaseUnusable, match="may only be read"):
        await store.read(add, "one")
    assert await rows(store) == 0
    assert store.is_writable


async def test_a_mistake_in_a_statement_stays_the_developers_error(store):
    for way in (store.read, store.write):
        with pytest.raises(DBAPIError, match=r"no such table|does not exist"):
            await way(lambda db: db.execute(text("SELECT * FROM horses")) and None)
    assert store.is_writable


@pytest.mark.parametrize("value", [{}, {"balance": None}, {"guild_id": 2**70}])
async def test_an_error_quotes_no_values_wherever_it_is_logged(store, add, value):
    row = {
        "account_id": "a secret",
        "guild_id": 1,
        "kind": "house",
        "owner": "a secret",
        "balance": 0,
    } | value
    await store.write(add, "a secret")
    with pytest.raises((DBAPIError, OverflowError)) as refusal:
        await store.write(lambda db: db.execute(insert(accounts).values(row)) and None)
    said = "".join(traceback.format_exception(refusal.value))
    assert "a secret" not in said.replace(__file__, "").replace('"a secret"', "")
    assert "DETAIL" not in said
    assert str(2**70) not in said


KILLED = """
import asyncio, os, sys
from sqlalchemy import text
from bot.db import Database

def add(db, name):
    db.execute(text(f"INSERT INTO accounts VALUES ('{name}', 1, 'house', '{name}', 0)"))

def be_killed(db):
    add(db, "half")
    os.kill(os.getpid(), 9)

async def main():
    store = await Database.open(sys.argv[1])
    await store.write(add, "whole")
    await store.write(be_killed)

asyncio.run(main())
"""


async def test_a_killed_process_leaves_what_it_committed_and_nothing_else(store, url, rows):
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", KILLED, url)
    assert await killed.wait() == -signal.SIGKILL
    assert await rows(store) == 1


# ------------------------------------------------------------------------------------------- several at once


async def test_fifty_writers_read_and_write_without_losing_an_update(store, add):
    await store.write(add, "sum")

    def increment(db):
        value = db.execute(select(accounts.c.balance).with_for_update()).scalar_one()
        db.execute(update(accounts).values(balance=value + 1))

    await asyncio.gather(*(store.write(increment) for _ in range(50)))
    assert await store.read(lambda db: db.scalar(select(accounts.c.balance))) == 50


async def test_readers_do_not_wait_for_the_writer_and_see_only_what_is_committed(store, add, rows, pause):
    def write(db):
        add(db, "one")
        pause()

    writing = asyncio.create_task(store.write(write))
    await pause.reached()
    assert await rows(store) == 0
    pause.end()
    await writing
    assert await rows(store) == 1


async def test_a_reader_sees_one_state_however_much_is_written_meanwhile(store, add, count, pause, rows):
    def look_twice(db):
        before = count(db)
        pause()
        return before, count(db)

    looking = asyncio.create_task(store.read(look_twice))
    await pause.reached()
    await store.write(add, "one")
    assert await rows(store) == 1
    pause.end()
    assert await looking == (0, 0)


async def test_more_readers_than_connections_all_get_their_turn(store, rows):
    assert await asyncio.gather(*(rows(store) for _ in range(40))) == [0] * 40


async def test_writers_are_served_in_the_order_they_came(one_writer):
    served = []
    await asyncio.gather(*(one_writer.write(lambda _, n=n: served.append(n)) for n in range(20)))
    assert served == list(range(20))


@pytest.mark.parametrize("kind", ["read", "write"])
async def test_a_function_that_takes_long_is_named_in_the_log(store, kind, monkeypatch, caplog, pause):
    monkeypatch.setattr("bot.db.database.LATE", 0.01)

    def the_slow_one(_db, _secret):
        pause()

    @wraps(the_slow_one)
    def wrapped(*arguments):
        the_slow_one(*arguments)

    def said():
        return [record.getMessage() for record in caplog.records if record.name == "bot.db.database"]

    slow = asyncio.create_task(getattr(store, kind)(wrapped, "a hand"))
    await until(said)
    pause.end()
    await slow
    [line] = said()
    assert "the_slow_one" in line
    assert "a hand" not in line
    monkeypatch.setattr("bot.db.database.LATE", 0.2)
    await getattr(store, kind)(lambda _: None)
    await asyncio.sleep(0.3)
    assert said() == [line]


# ------------------------------------------------------------------------------------------------- cancelled


async def test_a_cancelled_caller_ends_at_once_and_its_transaction_keeps_its_turn_until_it_is_committed(
    one_writer, add, rows, pause
):
    def write(db):
        add(db, "first")
        pause()
        add(db, "second")

    writing = asyncio.create_task(one_writer.write(write))
    await pause.reached()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    queued = asyncio.create_task(
        one_writer.write(lambda db: db.execute(update(accounts).values(balance=1)).rowcount)
    )
    await asyncio.sleep(0.05)
    assert not queued.done()
    assert await rows(one_writer) == 0
    pause.end()
    assert await queued == 2


async def test_a_transaction_that_fails_after_its_caller_was_cancelled_leaves_nothing_and_is_in_the_log(
    store, add, rows, pause, is_unlocked, caplog
):
    def write(db):
        add(db, "one")
        pause()
        raise ZeroDivisionError

    writing = asyncio.create_task(store.write(write))
    await pause.reached()
    writing.cancel()
    await asyncio.wait({writing})
    pause.end()
    await until(lambda: "ZeroDivisionError" in caplog.text)
    assert writing.cancelled()
    assert is_unlocked()
    assert await rows(store) == 0


async def test_who_is_cancelled_while_it_queues_writes_nothing_and_lets_the_next_one_through(
    one_writer, add, rows, pause
):
    holder = asyncio.create_task(one_writer.write(pause))
    await pause.reached()
    queued = [asyncio.create_task(one_writer.write(add, name)) for name in ("impatient", "patient")]
    await asyncio.sleep(0)
    queued[0].cancel()
    await asyncio.wait({queued[0]})
    assert not holder.done()
    pause.end()
    await asyncio.gather(holder, queued[1])
    names = await one_writer.read(lambda db: set(db.scalars(select(accounts.c.account_id))))
    assert names == {"patient"}


async def test_a_time_limit_is_told_as_such(store, pause):
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.05):
            await store.write(pause)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await store.read(lambda _: None)


async def test_readers_that_are_cancelled_give_their_places_back(store, rows, new_pause):
    pauses = [new_pause() for _ in range(4)]
    reading = [asyncio.create_task(store.read(pause)) for pause in pauses]
    for pause in pauses:
        await pause.reached()
    for task in reading:
        task.cancel()
    await asyncio.wait(reading)
    for pause in pauses:
        pause.end()
    assert await asyncio.gather(*(rows(store) for _ in range(8))) == [0] * 8


# --------------------------------------------------------------------------------------------------- the end


async def test_closing_waits_for_who_writes_and_for_those_who_queue(store, add, url, rows, pause):
    def write(db):
        pause()
        add(db, "first")

    first = asyncio.create_task(store.write(write))
    await pause.reached()
    others = [asyncio.create_task(store.write(add, f"{n}")) for n in range(9)]
    await asyncio.sleep(0)
    closing = [asyncio.create_task(store.close()) for _ in range(2)]
    await asyncio.sleep(0.05)
    assert not any(each.done() for each in closing)
    pause.end()
    await asyncio.gather(first, *others, *closing)
    again = await Database.open(url)
    assert await rows(again) == 10
    await again.close()


async def test_closing_waits_for_readers_and_for_who_was_cancelled(store, count, pause):
    def look(db):
        pause()
        return count(db)

    reading = asyncio.create_task(store.read(look))
    await pause.reached()
    reading.cancel()
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0.05)
    assert not closing.done()
    pause.end()
    await closing


async def test_who_is_cancelled_while_it_closes_leaves_a_store_that_closes_itself(store, pause, is_unlocked):
    writing = asyncio.create_task(store.write(pause))
    await pause.reached()
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.wait({closing})
    pause.end()
    await writing
    await store.close()
    assert is_unlocked()


async def test_a_closed_store_says_so(store):
    await store.close()
    await store.close()
    with pytest.raises(DatabaseUnusable, match="closed"):
        await store.write(lambda _: None)
    with pytest.raises(DatabaseUnusable, match="closed"):
        await store.read(lambda _: None)
    with pytest.raises(DatabaseUnusable, match="closed"):
        await store.tidy()
    with pytest.raises(DatabaseUnusable, match="closed"):
        store.listen("channel", print)
