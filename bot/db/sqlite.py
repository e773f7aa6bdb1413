"""The backend for a SQLite file. Functions on the file itself are in `sqlite_file`.

Writers take turns: this process has one connection that writes, and `BEGIN IMMEDIATE` keeps other processes out. So
what a transaction has read is still true at its COMMIT, and no other lock is needed.

Python's `sqlite3` would send BEGIN at moments of its own choice. `isolation_level = None` turns that off, and every
BEGIN is sent here.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import copy_context
from functools import partial
from pathlib import Path
from threading import local
from typing import Any, Literal
from weakref import WeakSet

import aiosqlite
from sqlalchemy import Connection, Engine, NullPool, create_engine
from sqlalchemy.engine import URL

from bot.db import sqlite_file
from bot.db.backend import Answer, Backend, Pool, Waits, patiently
from bot.db.errors import Misconfigured

Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]

DURABLE = "FULL"
"""The value of `PRAGMA synchronous`: committed data survive a power failure."""

READER_KB = 512
"""Page cache of each reader. A small one is enough: the operating system caches the file as well."""

READERS = 4
"""Number of transactions that read at once."""


class SQLite(Backend):
    """A database in one file."""

    def __init__(self, address: URL) -> None:
        sqlite_file.check_library()
        if not address.database or address.database == ":memory:" or address.database.startswith("file:"):
            raise Misconfigured("The database has to be a file, such as sqlite+aiosqlite:///paddock.db.")
        if address.host or address.username:
            raise Misconfigured(
                "The address of a SQLite file begins with three slashes, and with four where its path begins with one: "
                "sqlite+aiosqlite:///paddock.db, sqlite+aiosqlite:////srv/paddock.db."
            )
        if address.query:
            raise Misconfigured(
                "The address of a SQLite file takes no options; "
                "a file with a question mark in its name has to be renamed."
            )
        self.file = Path(address.database)
        self.own_file = self.file
        self.place = str(self.file)

    def reading(self, waits: Waits) -> Pool:
        """Make a pool of read-only transactions; each sees what was committed before its first statement."""
        return _Threads(self, "BEGIN", READERS, waits)

    def writing(self, waits: Waits) -> Pool:
        """Make a pool of one writer."""
        return _Threads(self, "BEGIN IMMEDIATE", 1, waits)

    def migrating(self, *, is_changing: bool) -> AbstractContextManager[Connection]:
        """Begin a transaction on a new connection, without foreign keys.

        A migration that rebuilds a table needs them off, and inside a transaction they cannot be switched.
        """
        if is_changing:
            sqlite_file.make_private(self.file)
        begin: Begin = "BEGIN IMMEDIATE" if is_changing else "BEGIN"
        return only_transaction(self.file, begin, foreign_keys=False)

    def explaining(self) -> AbstractContextManager[None]:
        """Turn errors of the file into a `DatabaseUnusable` that names it."""
        return sqlite_file.explaining(self.file)

    def check_place(self) -> None:
        """Raise `DatabaseUnusable` where SQLite would only say "unable to open database file"."""
        sqlite_file.check_file(self.file)

    def check_there(self) -> None:
        """Raise `DatabaseUnusable` if the database file does not exist."""
        sqlite_file.check_there(self.file)

    @contextmanager
    def copied(self, version: str | None) -> Iterator[None]:
        """Copy an existing database before its migration, and keep the copy if the migration succeeds.

        Until then the name of the copy ends with `.unfinished`. A killed process leaves such a copy behind; the next
        migration from the same version deletes it, since the database proved to be unchanged.
        """
        if version is None:
            yield
            return
        name = self.file.name
        kept = self.file.with_name(f"{name}.{version}-{time.time_ns() // 1_000_000}.bak")
        unfinished = kept.with_suffix(".unfinished")
        sqlite_file.copy(self.file, unfinished)
        sqlite_file.remove_earlier(unfinished, f"{name}.{version}-")
        try:
            yield
        except BaseException:
            # The database is unchanged. A program that is restarted in a loop must not fill the disk with copies.
            unfinished.unlink(missing_ok=True)
            raise
        unfinished.rename(kept)

    def broken_references(self, connection: Connection) -> list[str]:
        """Return the tables with broken foreign keys."""
        return [row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]

    def finish_migration(self) -> None:
        """Switch the file to WAL."""
        with self.explaining():
            patiently(sqlite_file.is_busy, lambda: sqlite_file.use_write_ahead_log(self.file))

    def require_unused(self) -> None:
        """Raise `DatabaseUnusable` if any program has the file open; this one must not."""
        with self.explaining():
            sqlite_file.require_unused(self.file)

    def tidy(self) -> bool:
        """Empty the write-ahead log; return False if a reader prevents it now."""
        return sqlite_file.empty_write_ahead_log(self.file)

    def backup(self, target: Path) -> None:
        """Copy the database to a new file, also while it is in use; raise `DatabaseUnusable`."""
        sqlite_file.copy(self.file, target)


@contextmanager
def only_transaction(file: Path, begin: Begin, *, foreign_keys: bool = True) -> Iterator[Connection]:
    """Run one transaction on a new connection. Blocks."""
    plain = _opened(file, begin, foreign_keys=foreign_keys)
    with _engine_of(lambda: plain).connect() as db, _begun(db, plain, begin, lambda: None):
        yield db


class _Thread(aiosqlite.Connection):
    """A connection to SQLite with its own thread, which runs whole functions."""

    _stopped: asyncio.Future[Any] | None = None

    def stop(self) -> asyncio.Future[Any] | None:
        """Have the thread end; return what is done once it has ended."""
        self._stopped = super().stop()
        return self._stopped

    async def start(self) -> None:
        """Open the connection; if that fails, wait for the thread's last message to the event loop."""
        try:
            await self
        except BaseException:
            if self._stopped:
                await asyncio.wait({self._stopped})
            raise

    async def call(self, job: Callable[[], Answer]) -> Answer:
        """Run a function in the thread."""
        answer: Answer = await self._execute(job)  # type: ignore[no-untyped-call]
        return answer


class _Threads(Pool):
    """Connections of aiosqlite, each opened in its own thread when it is needed first."""

    def __init__(self, backend: SQLite, begin: Begin, size: int, waits: Waits) -> None:
        self._here = (
            local()
        )  # of each thread: its connection, `plain` as SQLite has it, `db` as SQLAlchemy has it
        self._idle: list[_Thread] = []
        self._backend, self._begin, self._waits = backend, begin, waits
        super().__init__(_engine_of(lambda: self._here.plain), size, self._begun)

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """Run a function in an idle thread, with the context variables of the caller."""
        thread = self._idle.pop() if self._idle else await self._start()
        try:
            return await thread.call(partial(copy_context().run, job))
        finally:
            self._idle.append(thread)

    async def _start(self) -> _Thread:
        thread = _Thread(self._open, iter_chunk_size=64)
        await thread.start()
        return thread

    def _open(self) -> sqlite3.Connection:
        with self._backend.explaining():
            plain = self._here.plain = _opened(self._backend.file, self._begin, self._waits)
            self._here.db = self.engine.connect()
            return plain

    @contextmanager
    def _begun(self) -> Iterator[Connection]:
        with _begun(self._here.db, self._here.plain, self._begin, self._waits) as db:
            yield db

    async def close(self) -> None:
        """Close all connections, when no transaction runs any more."""
        for thread in self._idle:
            await thread.call(self._close)
            await thread.close()

    def _close(self) -> None:
        self._here.db.close()


class _Plain(sqlite3.Connection):
    """Closes open cursors when a transaction ends: one that is not read to its end would keep its snapshot."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._cursors: WeakSet[sqlite3.Cursor] = WeakSet()

    def cursor(self, factory: type[sqlite3.Cursor] = sqlite3.Cursor) -> sqlite3.Cursor:  # type: ignore[override]
        """Open a cursor."""
        cursor = super().cursor(factory)
        self._cursors.add(cursor)
        return cursor

    def close_cursors(self) -> None:
        """Close all cursors."""
        for cursor in self._cursors:
            cursor.close()
        self._cursors.clear()


def _engine_of(creator: Callable[[], sqlite3.Connection]) -> Engine:
    hide = {"hide_parameters": True}  # a statement in an error message must not show a hand
    return create_engine("sqlite://", creator=creator, poolclass=NullPool, **hide)


@contextmanager
def _begun(db: Connection, plain: _Plain, begin: Begin, waits: Waits) -> Iterator[Connection]:
    """Run a transaction, as soon as no other program holds the file."""
    patiently(sqlite_file.is_busy, lambda: plain.execute(begin), waits)
    try:
        with db.begin():
            yield db
    finally:
        plain.close_cursors()


def _opened(file: Path, begin: Begin, waits: Waits = lambda: None, *, foreign_keys: bool = True) -> _Plain:
    """Open a connection, as soon as no other program holds the file."""
    return patiently(sqlite_file.is_busy, lambda: _connect(file, begin, foreign_keys), waits)


def _connect(file: Path, begin: Begin, foreign_keys: bool) -> _Plain:
    plain = sqlite3.connect(
        file,
        timeout=sqlite_file.BUSY_TIMEOUT / 1000,
        isolation_level=None,
        check_same_thread=False,  # the engine is disposed of elsewhere
        factory=_Plain,
    )
    try:
        plain.execute(f"PRAGMA synchronous={DURABLE}")
        plain.execute("PRAGMA secure_delete=ON")  # deleted data are overwritten
        plain.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        if begin == "BEGIN":
            plain.execute("PRAGMA query_only=ON")
            plain.execute(f"PRAGMA cache_size=-{READER_KB}")
    except BaseException:
        plain.close()
        raise
    return plain
