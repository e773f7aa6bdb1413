"""What processes tell each other: heard once it is committed, and heard again after the connection broke."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, make_url

from bot.db import Database
from tests.databases import on_both, on_postgresql
from tests.waiting import until

CHANNEL = "paddock_test"


class Ear:
    """Listens at a database, and has noted what it heard, and how often its connection was made."""

    def __init__(self, store: Database) -> None:
        self.heard: list[str] = []
        self.connections = 0
        store.listen(CHANNEL, self.heard.append, self._connected)

    def _connected(self) -> None:
        self.connections += 1


@pytest.fixture
async def other(url: str, store: Database) -> AsyncIterator[Database]:
    """What another process has open."""
    opened = await Database.open(url)
    yield opened
    await opened.close()


async def tell(store: Database, payload: str) -> None:
    await store.write(store.notify, CHANNEL, payload)


@on_postgresql
async def test_every_process_hears_what_one_tells(store, other):
    here, there = Ear(store), Ear(other)
    await until(lambda: here.connections and there.connections)
    await tell(other, "table 1")
    await until(lambda: here.heard and there.heard)
    assert here.heard == there.heard == ["table 1"]


@on_postgresql
async def test_what_is_undone_is_never_heard_and_what_is_committed_only_then(store, other, pause):
    ear = Ear(store)
    await until(lambda: ear.connections)

    def fail(db: Connection) -> None:
        other.notify(db, CHANNEL, "undone")
        raise ZeroDivisionError

    def succeed(db: Connection) -> None:
        other.notify(db, CHANNEL, "done")
        pause()

    with pytest.raises(ZeroDivisionError):
        await other.write(fail)
    telling = asyncio.create_task(other.write(succeed))
    await pause.reached()
    await asyncio.sleep(0.1)
    assert ear.heard == []
    pause.end()
    await telling
    await until(lambda: ear.heard)
    assert ear.heard == ["done"]


@on_postgresql
async def test_whoever_lost_the_connection_is_told_and_hears_again(store, other, postgresql, monkeypatch):
    monkeypatch.setattr("bot.db.notifications.FIRST_WAIT", 0.01)
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
async def test_several_who_listen_on_one_channel_all_hear(store):
    first, second = Ear(store), Ear(store)
    await until(lambda: first.connections)
    await tell(store, "both")
    await until(lambda: first.heard and second.heard)
    assert first.heard == second.heard == ["both"]


@on_postgresql
async def test_a_notification_that_is_too_long_is_refused_before_it_is_sent(store):
    ear = Ear(store)
    await until(lambda: ear.connections)
    with pytest.raises(ValueError, match="at most 7999 bytes"):
        await tell(store, "x" * 8000)
    await tell(store, "x" * 7999)
    await until(lambda: ear.heard)
    assert ear.heard == ["x" * 7999]


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

    def write(db: Connection) -> None:
        add(db, "one")
        store.notify(db, CHANNEL, payload)
        store.notify(db, CHANNEL, "and more")

    await store.write(write)
    await until(lambda: len(ear.heard) == 2)
    assert ear.heard == [payload, "and more"]
    assert await rows(store) == 1


@on_postgresql
async def test_who_listens_on_another_channel_as_well_hears_both(store):
    ear, other = Ear(store), []
    await until(lambda: ear.connections)
    store.listen("paddock another", other.append)
    await until(lambda: ear.connections >= 2)
    await tell(store, "one")
    await store.write(store.notify, "paddock another", "two")
    await until(lambda: ear.heard and other)
    assert (ear.heard, other) == (["one"], ["two"])


@on_postgresql
async def test_a_server_that_cannot_be_reached_is_listened_to_once_it_can(
    new_url, postgresql, monkeypatch, caplog
):
    monkeypatch.setattr("bot.db.notifications.FIRST_WAIT", 0.01)
    database = make_url(new_url).database
    store = await Database.open(new_url)
    postgresql.execute(f"ALTER DATABASE {database} ALLOW_CONNECTIONS false")
    ear = Ear(store)
    await until(lambda: "notifications of other processes are not heard: OperationalError" in caplog.text)
    assert ear.connections == 0
    postgresql.execute(f"ALTER DATABASE {database} ALLOW_CONNECTIONS true")
    await until(lambda: ear.connections)
    await store.close()


@on_postgresql
async def test_whoever_hears_and_fails_keeps_nobody_from_hearing(store, monkeypatch):
    monkeypatch.setattr("bot.db.notifications.FIRST_WAIT", 0.01)
    store.listen(CHANNEL, lambda payload: 1 / len(payload))
    ear = Ear(store)
    await until(lambda: ear.connections)
    await tell(store, "")
    await until(lambda: ear.connections >= 2)
    await tell(store, "again")
    await until(lambda: "again" in ear.heard)
