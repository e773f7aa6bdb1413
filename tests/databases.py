"""Databases for tests, on the backend that a run chooses: `pytest --database postgresql` has them run there."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import pytest
from sqlalchemy import Connection, StaticPool, create_engine

from benches.postgresql_server import FORGETFUL, PostgreSQLMissing, Server, running
from bot.db import Database, sqlite
from bot.db.backend import backend_at
from bot.db.locks import begin_to_hold
from bot.db.migrate import migrate
from bot.db.schema import metadata

SQLITE, POSTGRESQL = "sqlite", "postgresql"

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

on_both = pytest.mark.parametrize("backend", [SQLITE, POSTGRESQL], indirect=True)
"""Run on both backends, whichever the run chooses."""

on_postgresql = pytest.mark.parametrize("backend", [POSTGRESQL], indirect=True)
"""Run on PostgreSQL, whichever backend the run chooses."""


def choose(parser: pytest.Parser) -> None:
    """Let a run choose its backend."""
    parser.addoption(
        "--database", choices=[SQLITE, POSTGRESQL], default=SQLITE, help="what the tests keep tables in"
    )


def leave_out(items: list[pytest.Item]) -> None:
    """Skip what is about SQLite's files where the run is on PostgreSQL."""
    for item in items:
        if item.get_closest_marker("sqlite") and item.config.getoption("--database") != SQLITE:
            item.add_marker(pytest.mark.skip(reason="is about a database in a file"))


@contextmanager
def committed_to_disk(how: str = sqlite.DURABLE) -> Iterator[None]:
    """Have stores of this process wait for the disk at every commit; `how` is SQLite's word for it, "OFF" for not.

    A disk that is not waited for keeps everything unless the machine itself goes down, whatever becomes of processes.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite, "DURABLE", how)
        yield


@contextmanager
def writing(store: Database) -> Iterator[Connection]:
    """Begin a transaction of our own on the database of a store; it is committed at the end, or undone. Blocks."""
    with store.backend.transaction("writing") as db:
        begin_to_hold(db)
        yield db


def reading(store: Database) -> AbstractContextManager[Connection]:
    """Read one state of the database of a store. Blocks."""
    return store.backend.transaction("reading")


def write(
    db: Connection,
    work: Callable[Concatenate[Connection, Arguments], Answer],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Answer:
    """Run `work(connection, …)` on the fixture `db` as `Database.write` would: undo it if it raises.

    It holds no lock at first. Everything that the test writes is undone at the end of the test.
    """
    begin_to_hold(db)
    with db.begin_nested():
        return work(db, *arguments, **named)


class InMemory:
    """Stands for a `Database`: what it is asked is done at once on the connection of the fixture `db`."""

    is_alone = is_writable = True

    def __init__(self, db: Connection) -> None:
        self.connection = db
        self.backend = self

    def transaction(self, _access: str) -> AbstractContextManager[Connection]:
        """Go on with the transaction of the test, as if it were one of its own."""
        begin_to_hold(self.connection)
        return nullcontext(self.connection)

    async def read(self, work: Callable[..., Answer], *arguments: Any, **named: Any) -> Answer:
        """Run `work(connection, …)`."""
        begin_to_hold(self.connection)
        return work(self.connection, *arguments, **named)

    async def write(self, work: Callable[..., Answer], *arguments: Any, **named: Any) -> Answer:
        """Run `work(connection, …)`; undo it if it raises."""
        return write(self.connection, work, *arguments, **named)


@pytest.fixture
def backend(request: pytest.FixtureRequest) -> str:
    """What kind of database the test is run on."""
    return str(getattr(request, "param", request.config.getoption("--database")))


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """A server of this process; without one the test is skipped, which says what to install."""
    with ExitStack() as started:
        try:
            server = started.enter_context(running(FORGETFUL))
        except PostgreSQLMissing as missing:
            pytest.skip(str(missing))
        yield server


@pytest.fixture(scope="session")
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SQLite database that was just made, to be copied: making one takes longer than most tests."""
    file = tmp_path_factory.mktemp("new") / "paddock.db"
    asyncio.run(_make(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def emptied(postgresql: Server) -> Callable[[], str]:
    """Empty the database that tests share, one after the other, and return its address: it is as good as a new one."""
    name = postgresql.create()
    asyncio.run(_make(postgresql.url(name)))
    everything = "; ".join(f"DELETE FROM {table}" for table in metadata.tables)
    sequences = "SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S'"

    def empty() -> str:
        postgresql.end_connections(name)
        postgresql.execute_each(name, "SET session_replication_role = replica", everything, sequences)
        return postgresql.url(name)

    return empty


@pytest.fixture(scope="session")
def shared_connection(request: pytest.FixtureRequest) -> Iterator[Connection]:
    """One connection for the fixture `db` of all tests: to SQLite in memory, or to a database of PostgreSQL."""
    if request.config.getoption("--database") == POSTGRESQL:
        server: Server = request.getfixturevalue("postgresql")
        url = server.url(server.create())
        migrate(backend_at(url))
        engine = backend_at(url).engine("writing")
    else:
        plain = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        with closing(sqlite3.connect(request.getfixturevalue("new_database"))) as file:
            file.backup(plain)
        plain.execute("PRAGMA foreign_keys=ON")
        engine = create_engine("sqlite://", creator=lambda: plain, poolclass=StaticPool)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@contextmanager
def undone(shared_connection: Connection) -> Iterator[Connection]:
    """Begin a writing transaction on an empty database; it is rolled back at the end."""
    with shared_connection.begin() as transaction:
        if shared_connection.dialect.name == SQLITE:
            shared_connection.exec_driver_sql("BEGIN")
        begin_to_hold(shared_connection)
        yield shared_connection
        transaction.rollback()


@pytest.fixture
def db(shared_connection: Connection) -> Iterator[Connection]:
    """A writing transaction on an empty database, which is rolled back at the end of the test; no event loop."""
    with undone(shared_connection) as connection:
        yield connection


@pytest.fixture
def new_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a database that was just made."""
    if backend == POSTGRESQL:
        return str(request.getfixturevalue("emptied")())
    return f"sqlite+aiosqlite:///{shutil.copy(request.getfixturevalue('new_database'), tmp_path)}"


@pytest.fixture
def no_database_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database in which nothing is yet: a file that is not there, or one without tables."""
    if backend == SQLITE:
        yield f"sqlite+aiosqlite:///{tmp_path / 'paddock.db'}"
        return
    server: Server = request.getfixturevalue("postgresql")
    name = server.create()
    yield server.url(name)
    server.drop(name)


async def _make(url: str) -> None:
    await (await Database.open(url)).close()
