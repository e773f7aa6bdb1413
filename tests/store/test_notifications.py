"""What processes tell each other: heard once it is committed, and heard again after the connection broke."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy.exc import DBAPIError

from bot.store import Store
from bot.store.postgresql_connection import AdaptedConnection
from tests.databases import on_both, on_postgresql
from tests.waiting import until

CHANNEL = "paddock_test"


class Ear:
    """Listens at a store, and has noted what it heard, and how often its connection was made."""

    def __init__(self, store: Store) -> None:
        self.heard: list[str] = []
        self.connections = 0
        store.listen(CHANNEL, self.heard.append, self._connected)

    def _connected(self) -> None:
        self.connections += 1


@pytest.fixture
async def other(url: str, store: Store) -> AsyncIterator[Store]:
    """What another process has open."""
    opened = await Store.open(url)
    yield opened
    await opened.close()


async def tell(store: Store, payload: str) -> None:
    async with store.writing() as db:
        await store.notify(db, CHANNEL, payload)


@on_postgresql
async def test_every_process_hears_what_one_tells(store, other):
    here, there = Ear(store), Ear(other)
    await until(lambda: here.connections and there.connections)
    await tell(other, "table 1")
    await until(lambda: here.heard and there.heard)
    assert here.heard == there.heard == ["table 1"]


@on_postgresql
async def test_what_is_undone_is_never_heard_and_what_is_committed_only_then(store, other):
    ear = Ear(store)
    await until(lambda: ear.connections)

    async def fail() -> None:
        async with other.writing() as db:
            await other.notify(db, CHANNEL, "undone")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    async with other.writing() as db:
        await other.notify(db, CHANNEL, "done")
        assert ear.heard == []
    await until(lambda: ear.heard)
    assert ear.heard == ["done"]


@on_postgresql
async def test_whoever_lost_the_connection_is_told_and_hears_again(store, other, postgresql, monkeypatch):
    monkeypatch.setattr("bot.store.notifications.FIRST_WAIT", 0.01)
    ear = Ear(store)
    await until(lambda: ear.connections)
    postgresql.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'paddock listens'"
    )
    await until(lambda: ear.connections >= 2)
    await tell(other, "again")
    await until(lambda: ear.heard)
    assert ear.heard == ["again"]


@on_postgresql
async def test_a_connection_that_is_looked_at_while_nobody_tells_anything_stays(
    store, postgresql, monkeypatch
):
    monkeypatch.setattr("bot.store.notifications.LOOKED_AFTER", 0.01)
    monkeypatch.setattr("bot.store.notifications.FIRST_WAIT", 0.01)
    ear = Ear(store)
    looks = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'paddock listens' AND query = 'SELECT 1'"
    await until(lambda: ear.connections > 1 or postgresql.execute(looks)[0][0])
    await tell(store, "still there")
    await until(lambda: ear.heard)

    assert (ear.connections, ear.heard) == (1, ["still there"])


@on_postgresql
async def test_several_who_listen_on_one_channel_all_hear(store):
    first, second = Ear(store), Ear(store)
    await until(lambda: first.connections)
    await tell(store, "both")
    await until(lambda: first.heard and second.heard)
    assert first.heard == second.heard == ["both"]


@on_postgresql
async def test_a_notification_that_is_too_long_is_refused_before_it_is_sent(store):
    async with store.writing() as db:
        with pytest.raises(ValueError, match="at most 7999 bytes"):
            await store.notify(db, CHANNEL, "x" * 8000)
        await store.notify(db, CHANNEL, "x" * 7999)


@on_both
async def test_a_store_that_listens_can_be_closed_at_any_moment(store):
    ear = Ear(store)
    await tell(store, "nobody")
    await asyncio.wait_for(store.close(), 60)
    assert ear.heard in ([], ["nobody"])


@on_postgresql
@pytest.mark.parametrize(
    "payload", ["", "it's", "''; DROP TABLE log; --", 'a "name"', "back\\slash \\' é 馬", "$1 %s :x"]
)
async def test_whatever_is_told_is_heard_as_it_is_and_beside_what_is_written(store, add, rows, payload):
    ear = Ear(store)
    await until(lambda: ear.connections)
    async with store.writing() as db:
        await add(db, "one")
        await store.notify(db, CHANNEL, payload)
        await store.notify(db, CHANNEL, "and more")
    await until(lambda: len(ear.heard) == 2)
    assert ear.heard == [payload, "and more"]
    assert await rows(store) == 1


@on_postgresql
async def test_a_transaction_that_cannot_be_told_of_is_undone_and_the_next_one_is_not_in_its_way(
    store, add, rows, monkeypatch
):
    ear = Ear(store)
    await until(lambda: ear.connections)

    async def write() -> None:
        async with store.writing() as db:
            await add(db, "one")
            await store.notify(db, CHANNEL, "told")

    refused = "NOTIFY no such channel"
    with monkeypatch.context() as patch:
        patch.setattr(AdaptedConnection, "tell", lambda self, *_: self._told.append(refused))
        with pytest.raises(DBAPIError):
            await write()
    async with store.writing() as db:
        await add(db, "two")
        await store.notify(db, CHANNEL, "two")
    await until(lambda: ear.heard)
    assert ear.heard == ["two"]
    assert await rows(store) == 1
