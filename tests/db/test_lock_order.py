"""Every transaction takes its locks in one order, on either backend; one that does not is found out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from sqlalchemy import Connection

from bot.db import Database
from bot.db.locks import Lock, hold, hold_clocks, hold_table, hold_tables
from bot.db.schema import tables
from bot.tables.loading import find, load_all
from tests.databases import on_both
from tests.lock_order import OutOfOrder, checked_order
from tests.tables.playing import GUILD, TableRig

pytestmark = on_both


@pytest.fixture
async def store(new_url: str) -> AsyncIterator[Database]:
    opened = await Database.open(new_url)
    yield opened
    await opened.close()


@pytest.fixture
def rig(store: Database) -> TableRig:
    return TableRig(store)


@pytest.fixture(autouse=True)
def breaches() -> Iterator[list[str]]:
    heard: list[str] = []
    with checked_order(heard.append):
        yield heard


Take = Callable[[Connection], object]


async def take(store: Database, *locks: Take) -> None:
    """Take locks one after the other in one transaction."""

    def work(db: Connection) -> None:
        for each in locks:
            each(db)

    await store.write(work)


def lock(what: Lock, of: int = GUILD) -> Take:
    return lambda db: hold(db, what, of)


def table(table_id: str) -> Take:
    return lambda db: find(db, table_id)


async def two_tables(rig: TableRig) -> tuple[str, str]:
    """Open two tables, one after the other."""
    first = await rig.lobby()
    rig.pass_minutes(1)
    return first, await rig.lobby()


async def test_locks_that_are_taken_in_their_order_are_taken(rig, store):
    ids = await two_tables(rig)
    await take(
        store,
        lock(Lock.SETTINGS),
        lambda db: hold_tables(db, tables.c.guild_id == GUILD),
        table(ids[1]),
        table(ids[0]),
        lock(Lock.OPENING),
        lock(Lock.BOOKS),
        lock(Lock.BOOKS, GUILD + 1),
        lock(Lock.USER, 7),
        lock(Lock.SHARDS, 0),
    )


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (Lock.OPENING, Lock.SETTINGS),
        (Lock.BOOKS, Lock.OPENING),
        (Lock.USER, Lock.BOOKS),
        (Lock.SHARDS, Lock.USER),
    ],
)
async def test_a_lock_behind_one_that_comes_after_it_is_refused_by_name(store, first, then):
    with pytest.raises(OutOfOrder, match=rf"^{then}:.*comes before {first}:"):
        await take(store, lock(first), lock(then))


async def test_of_two_servers_the_lower_number_comes_first(store):
    with pytest.raises(OutOfOrder):
        await take(store, lock(Lock.BOOKS), lock(Lock.BOOKS, GUILD - 1))


async def test_a_lock_that_is_held_already_may_be_asked_for_at_any_time(rig, store):
    table_id = await rig.lobby()
    settings, one = lock(Lock.SETTINGS), table(table_id)
    await take(store, settings, one, lock(Lock.BOOKS), settings, one, lambda db: hold_table(db, table_id))


async def test_a_table_is_locked_before_coins_are_moved(rig, store):
    table_id = await rig.lobby()
    for one in (table(table_id), lambda db: hold_table(db, table_id)):
        with pytest.raises(OutOfOrder, match=f"table:{table_id}"):
            await take(store, lock(Lock.BOOKS), one)


async def test_tables_are_locked_in_the_order_in_which_they_were_opened(rig, store):
    first, second = await two_tables(rig)
    await take(store, table(first), table(second))
    await take(store, lambda db: load_all(db, [second, first]), table(first))
    with pytest.raises(OutOfOrder, match=f"table:{first}"):
        await take(store, table(second), table(first))


async def test_many_tables_are_locked_before_any_single_one(rig, store):
    table_id = await rig.race()
    for many in (hold_clocks, lambda db: hold_tables(db, tables.c.guild_id == GUILD)):
        with pytest.raises(OutOfOrder):
            await take(store, table(table_id), many)


async def test_who_only_reads_locks_nothing_and_may_read_in_any_order(rig, store):
    first, second = await two_tables(rig)

    def read(db: Connection) -> None:
        find(db, second)
        find(db, first)

    await store.read(read)


async def test_a_breach_that_somebody_catches_is_heard_of_all_the_same(store, breaches):
    with pytest.raises(OutOfOrder):
        await take(store, lock(Lock.SHARDS), lock(Lock.SETTINGS))
    assert len(breaches) == 1


async def test_a_table_that_is_opened_in_this_transaction_is_nobody_elses(rig, store, breaches):
    await two_tables(rig)  # behind the lock under which open tables are counted
    assert not breaches
