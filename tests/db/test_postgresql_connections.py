"""Connections to a server: how many there are, what breaks them, and what is told where none can be made."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, make_url, select, text, update

from bot.cluster.heartbeat import wall_clock
from bot.db import Database, DatabaseUnusable
from bot.db.errors import DatabaseBusy, Misconfigured
from bot.db.schema import accounts, users
from tests.databases import on_postgresql
from tests.waiting import until

pytestmark = on_postgresql

SOCKET = ".s.PGSQL.5432"


class Relay:
    """Stands between a database and its server, hands on what they say, and breaks their connections."""

    def __init__(self, server: Path, here: Path) -> None:
        self._server, self._socket = server / SOCKET, here / SOCKET
        self._open: list[asyncio.StreamWriter] = []
        self._is_mute = False
        self.cut_at = b""
        """A word: once the server has heard it, and before it can answer, the connections break."""

    async def start(self) -> None:
        """Let stores connect."""
        self._listening = await asyncio.start_unix_server(self._connected, self._socket)

    def stop(self) -> None:
        """Break the connections that there are, and let nobody connect."""
        self._listening.close()
        self._socket.unlink(missing_ok=True)
        self._break()

    def _break(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _connected(self, asking: asyncio.StreamReader, answer: asyncio.StreamWriter) -> None:
        answering, ask = await asyncio.open_unix_connection(self._server)
        self._open += [answer, ask]
        await asyncio.gather(self._ask(asking, ask), self._answer(answering, answer), return_exceptions=True)

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(65536):
            self._is_mute = bool(self.cut_at) and self.cut_at in said
            writer.write(said)
            if self._is_mute:
                await asyncio.sleep(0.2)
                self._break()
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while said := await reader.read(65536):
            if not self._is_mute:
                writer.write(said)
        writer.close()


@pytest.fixture
async def relay(new_url: str, tmp_path: Path) -> AsyncIterator[Relay]:
    relay = Relay(Path(str(make_url(new_url).query["host"])), tmp_path)
    await relay.start()
    yield relay
    relay.stop()


@pytest.fixture
async def relayed(new_url: str, relay: Relay, tmp_path: Path) -> AsyncIterator[Database]:
    """A store whose connections go through the relay."""
    url = make_url(new_url).update_query_dict({"host": str(tmp_path)})
    opened = await Database.open(url.render_as_string(hide_password=False))
    yield opened
    await opened.close()


def cut(db, postgresql) -> None:
    """Have the server end this connection."""
    process = db.scalar(select(func.pg_backend_pid()))
    postgresql.execute(f"SELECT pg_terminate_backend({process})")


# -------------------------------------------------------------------------------------- connections that break


async def test_a_connection_that_was_cut_while_nobody_used_it_is_made_anew_unnoticed(
    store, add, rows, new_url, postgresql
):
    assert await rows(store) == 0
    await store.write(add, "one")
    database = make_url(new_url).database
    postgresql.end_connections(database)
    left = f"SELECT 1 FROM pg_stat_activity WHERE datname = '{database}'"
    await until(lambda: not postgresql.execute(left))
    assert await rows(store) == 1
    await store.write(add, "two")
    assert await rows(store) == 2


async def test_a_connection_that_breaks_inside_a_function_is_one_sentence_and_nothing_is_written(
    store, add, rows, postgresql
):
    def write(db):
        add(db, "one")
        cut(db, postgresql)
        add(db, "two")

    with pytest.raises(DatabaseBusy, match=r"The database .* broke off the connection\.$"):
        await store.write(write)
    assert await rows(store) == 0
    assert not store.is_writable
    await store.write(add, "three")
    assert store.is_writable


async def test_a_reader_whose_connection_breaks_says_so(store, rows, postgresql):
    with pytest.raises(DatabaseBusy, match="broke off the connection"):
        await store.read(lambda db: (cut(db, postgresql), db.scalar(select(1))))
    assert await rows(store) == 0
    assert store.is_writable


async def test_a_connection_that_breaks_before_its_commit_leaves_it_open_what_was_written(
    store, add, rows, postgresql
):
    def write(db):
        add(db, "one")
        cut(db, postgresql)

    with pytest.raises(
        DatabaseUnusable, match="while it was committing: whether the last step was kept"
    ) as refusal:
        await store.write(write)
    assert type(refusal.value) is DatabaseUnusable
    assert not store.is_writable
    assert await rows(store) == 0
    await store.write(add, "two")
    assert store.is_writable


async def test_a_connection_that_breaks_before_its_commit_was_answered_says_the_same(
    relay, relayed, add, rows
):
    relay.cut_at = b"COMMIT"
    with pytest.raises(
        DatabaseUnusable, match="while it was committing: whether the last step was kept"
    ) as refusal:
        await relayed.write(add, "one")
    assert type(refusal.value) is DatabaseUnusable
    relay.cut_at = b""
    assert await rows(relayed) == 1
    await relayed.write(add, "two")
    assert await rows(relayed) == 2


async def test_a_server_that_goes_away_is_waited_for(relay, relayed, add, rows):
    await relayed.write(add, "one")
    relay.stop()
    waiting = [asyncio.create_task(relayed.write(add, "two")), asyncio.create_task(rows(relayed))]
    await until(lambda: not relayed.is_writable)
    await asyncio.sleep(0.1)
    assert not any(each.done() for each in waiting)
    await relay.start()
    await asyncio.gather(*waiting)
    assert relayed.is_writable
    assert await rows(relayed) == 2


async def test_a_server_that_stays_away_is_one_sentence(relay, relayed, add, rows, monkeypatch):
    monkeypatch.setattr("bot.db.errors.PATIENCE", 0.0)
    await relayed.write(add, "one")
    relay.stop()
    sentence = (
        r"^The database .* cannot be reached: check that the server runs and that the address is right\.$"
    )
    for work in (relayed.write(add, "two"), rows(relayed)):
        with pytest.raises(DatabaseBusy, match=sentence):
            await work
    assert not relayed.is_writable
    await relay.start()
    await relayed.write(add, "three")
    assert await rows(relayed) == 2


async def test_a_server_that_was_never_there_is_not_waited_for(backend, tmp_path, add):
    store = Database(f"postgresql://paddock:secret@/paddock?host={tmp_path}")
    with pytest.raises(DatabaseBusy, match="cannot be reached"):
        await asyncio.wait_for(store.write(add, "one"), 5)
    await store.close()


# --------------------------------------------------------------------------------- connections that are refused


async def answering(reply: bytes, run: Callable[[int], Awaitable[Any]], tmp_path: Path | None = None) -> None:
    """Run something while a server gives everybody this one reply, over a socket in a folder or over a port."""

    async def reply_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(reply)
        await writer.drain()
        await reader.read(4096)
        writer.close()

    if tmp_path:
        server = await asyncio.start_unix_server(reply_once, tmp_path / SOCKET)
    else:
        server = await asyncio.start_server(reply_once, "127.0.0.1", 0)
    async with server:
        await run(server.sockets[0].getsockname()[1])


def fatal(message: str) -> bytes:
    facts = f"SFATAL\0VFATAL\0C28P01\0M{message}\0\0".encode()
    return b"E" + (len(facts) + 4).to_bytes(4) + facts


@pytest.mark.parametrize(
    ("message", "kind", "match"),
    [
        (
            'password authentication failed for user "paddock"',
            Misconfigured,
            "check the user, the password and",
        ),
        ('no pg_hba.conf entry for host "10.0.0.1", user "paddock"', Misconfigured, r"check .* pg_hba\.conf"),
        ('Peer authentication failed for user "paddock"', Misconfigured, r"check .* pg_hba\.conf"),
        ('role "paddock" is not permitted to log in', Misconfigured, r"check .* pg_hba\.conf"),
        ('database "paddock" does not exist', Misconfigured, "does not exist; create it"),
        ('permission denied for database "paddock"', Misconfigured, "grant the rights"),
        ("sorry, too many clients already", DatabaseBusy, "has no connection left"),
        ('too many connections for role "paddock"', DatabaseBusy, "has no connection left"),
        ("remaining connection slots are reserved for roles with", DatabaseBusy, "has no connection left"),
        ("the database system is starting up", DatabaseBusy, "is starting up or shutting down"),
        ("the database system is shutting down", DatabaseBusy, "is starting up or shutting down"),
        ("Passwort-Authentifizierung für Benutzer »paddock«", DatabaseBusy, "cannot be reached: check"),
    ],
)
async def test_whatever_the_server_refuses_is_one_sentence(backend, tmp_path, message, kind, match):
    async def refused(_: int) -> None:
        with pytest.raises(DatabaseUnusable, match=match) as refusal:
            await Database.open(f"postgresql://paddock:secret@/paddock?host={tmp_path}")
        assert type(refusal.value) is kind
        assert str(refusal.value).startswith(f"The database paddock on {tmp_path} ")
        assert str(refusal.value).endswith(".")
        assert "\n" not in str(refusal.value)
        assert "secret" not in str(refusal.value)

    await answering(fatal(message), refused, tmp_path)


@pytest.mark.parametrize("reply", [b"S", b"N"])
async def test_a_server_without_the_certificate_that_is_asked_for_is_refused(backend, reply):
    async def refused(port: int) -> None:
        with pytest.raises(Misconfigured, match=r"cannot be connected to: check .*certificate"):
            await Database.open(f"postgresql://paddock:secret@127.0.0.1:{port}/paddock?ssl=verify-full")

    await answering(reply, refused)


async def test_a_variable_of_the_environment_that_the_driver_cannot_use_is_refused(
    backend, tmp_path, monkeypatch
):
    monkeypatch.setenv("PGTARGETSESSIONATTRS", "bogus")
    with pytest.raises(Misconfigured, match=r"cannot be connected to: check .*variables of the environment"):
        await Database.open(f"postgresql://paddock:secret@/paddock?host={tmp_path}")


# --------------------------------------------------------------------------------------------- several at once


async def test_two_functions_that_wait_for_each_other_end_with_one_sentence_for_one_of_them(store, add):
    await store.write(add, "red")
    await store.write(add, "blue")
    both = threading.Barrier(2)

    def lift(db, *names):
        for name in names:
            this = update(accounts).where(accounts.c.account_id == name)
            db.execute(this.values(balance=accounts.c.balance + 1))
            if name == names[0]:
                both.wait(30)

    ended = await asyncio.gather(
        store.write(lift, "red", "blue"), store.write(lift, "blue", "red"), return_exceptions=True
    )
    [trouble] = [each for each in ended if each is not None]
    assert isinstance(trouble, DatabaseBusy)
    assert "had two steps wait for each other and gave this one up" in str(trouble)
    assert await store.read(lambda db: list(db.scalars(select(accounts.c.balance)))) == [1, 1]


def lift(db, patience="10s"):
    db.execute(text(f"SET LOCAL lock_timeout = '{patience}'"))
    db.execute(update(accounts).values(balance=accounts.c.balance + 1))


async def test_a_lock_that_somebody_does_not_let_go_is_one_sentence(store, add, pause):
    await store.write(add, "red")
    holding = asyncio.create_task(store.write(lambda db: (lift(db), pause())))
    await pause.reached()
    with pytest.raises(DatabaseBusy, match="held by another transaction that does not let go"):
        await store.write(lift, "20ms")
    pause.end()
    await holding


async def test_a_statement_that_takes_too_long_is_one_sentence(store):
    def work(db):
        db.execute(text("SET LOCAL statement_timeout = '20ms'"))
        db.execute(text("SELECT pg_sleep(30)"))

    with pytest.raises(DatabaseBusy, match="took too long to answer"):
        await store.write(work)


async def test_who_only_reads_locks_nothing(store, add, pause):
    def look_twice(db):
        before = db.scalar(select(accounts.c.balance).with_for_update())
        pause()
        return before, db.scalar(select(accounts.c.balance).with_for_update())

    await store.write(add, "red")
    looking = asyncio.create_task(store.read(look_twice))
    await pause.reached()
    await store.write(lift, "20ms")
    pause.end()
    assert await looking == (0, 0)


async def test_a_process_has_no_more_connections_than_it_is_given(new_url):
    store = await Database.open(f"{new_url}&connections=3")

    def connected(db):
        ours = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'paddock'"
        return db.scalar(text(f"{ours} AND datname = current_database()"))

    ways = [store.read, store.write] * 10
    found = await asyncio.gather(*(way(connected) for way in ways))
    assert max(found) <= 3
    await store.close()


@pytest.mark.parametrize(
    ("query", "kept"),
    [("", True), ("&statement_cache_size=0", False), ("&prepared_statement_cache_size=0", False)],
)
async def test_statements_are_prepared_unless_the_address_says_no(new_url, query, kept):
    store = await Database.open(f"{new_url}{query}&connections=2")

    def repeat(db):
        for number in range(9):
            db.execute(select(users.c.user_id).where(users.c.user_id == number))
        return db.scalar(text("SELECT count(*) FROM pg_prepared_statements"))

    for way in (store.read, store.write):
        assert bool(await way(repeat)) is kept
    await store.close()


async def test_every_connection_has_the_settings_of_ours_and_reads_or_writes(store):
    def settings(db):
        names = (
            "lock_timeout",
            "idle_in_transaction_session_timeout",
            "transaction_isolation",
            "transaction_read_only",
        )
        return [db.scalar(text(f"SHOW {name}")) for name in names]

    assert await store.read(settings) == ["10s", "30s", "repeatable read", "on"]
    assert await store.write(settings) == ["10s", "30s", "read committed", "off"]


async def test_the_clock_that_all_share_is_the_servers_at_the_moment(store):
    def look(db):  # its server is on this machine
        for _ in range(3):  # and not when the transaction began
            before = wall_clock()
            assert before - 1 <= store.now(db) <= wall_clock() + 1

    await store.read(look)
