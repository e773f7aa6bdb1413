"""The backend for a SQLite file. Checks, errors and copies of the file are in `sqlite_file`.

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
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import Connection, Engine, SingletonThreadPool, create_engine, event
from sqlalchemy.engine import URL

from bot.db import sqlite_file
from bot.db.errors import Answer, DatabaseUnusable, Misconfigured, Pause, retry
from bot.metrics.counted import Access

DURABLE = "FULL"
"""The value of `PRAGMA synchronous`: committed data survive a power failure."""

READER_KB = 512
"""Page cache of each reader. A small one is enough: the operating system caches the file as well."""

READERS = 4
"""Number of transactions that read at once."""


class SQLite:
    """A database in one file. All methods but those of `Threads` block."""

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
        self.place = address.database
        """Its name in messages."""

    def size(self, access: Access) -> int:
        """Return how many transactions of a kind run at once."""
        return READERS if access == "reading" else 1

    def threads(self, engine: Engine, access: Access) -> Threads:
        """Make threads in which transactions of an engine run."""
        return Threads(self.file, engine)

    def engine(self, access: Access, *, foreign_keys: bool = True) -> Engine:
        """Make an engine for transactions that write, or that each see one state; each thread has a connection."""

        def connect() -> sqlite3.Connection:
            plain = sqlite_file.connected(self.file, check_same_thread=False)
            try:
                plain.execute(f"PRAGMA synchronous={DURABLE}")
                plain.execute("PRAGMA secure_delete=ON")  # deleted data are overwritten
                plain.execute(f"PRAGMA foreign_keys={foreign_keys:d}")
                if access == "reading":
                    plain.execute("PRAGMA query_only=ON")
                    plain.execute(f"PRAGMA cache_size=-{READER_KB}")
            except BaseException:
                plain.close()
                raise
            return plain

        engine = create_engine(
            "sqlite://",
            creator=connect,
            poolclass=SingletonThreadPool,
            hide_parameters=True,  # a statement in an error message must not show a hand
        )
        event.listen(engine, "before_cursor_execute", _note_cursor)
        return engine.execution_options(begin="BEGIN" if access == "reading" else "BEGIN IMMEDIATE")

    @contextmanager
    def begun(self, engine: Engine, pause: Pause = time.sleep) -> Iterator[Connection]:
        """Run a transaction, as soon as no other program holds the file.

        Its cursors are closed at its end: one that is not read to its end would keep its snapshot.
        """
        with (
            sqlite_file.explaining(self.file),
            retry(sqlite_file.is_busy, partial(_begin, engine), pause) as db,
        ):
            try:
                yield db
            finally:
                for cursor in db.info.pop("cursors", ()):
                    cursor.close()
            db.commit()

    @contextmanager
    def transaction(
        self, access: Access, *, foreign_keys: bool = True, pause: Pause = time.sleep
    ) -> Iterator[Connection]:
        """Run a transaction on a connection of its own; a writing one creates a missing file."""
        if access == "reading":
            sqlite_file.check_there(self.file)
        else:
            sqlite_file.check_folder(self.file)
            sqlite_file.create_private(self.file)
        engine = self.engine(access, foreign_keys=foreign_keys)
        try:
            with self.begun(engine, pause) as db:
                yield db
        finally:
            engine.dispose()

    @contextmanager
    def migration(self, pause: Pause = time.sleep) -> Iterator[Connection]:
        """Run the transaction of a migration, then switch the file to a write-ahead log for good.

        A migration that rebuilds a table needs foreign keys off, and inside a transaction they cannot be switched.
        """
        with self.transaction("writing", foreign_keys=False, pause=pause) as db:
            yield db
        with sqlite_file.explaining(self.file):
            retry(sqlite_file.is_busy, partial(sqlite_file.use_write_ahead_log, self.file), pause)

    @contextmanager
    def copied(self, version: str) -> Iterator[None]:
        """Copy a database before its migration, and keep the copy if the migration succeeds.

        Until then the name of the copy ends with `.unfinished`. A killed process leaves such a copy behind; the next
        migration from the same version replaces it, since the database proved to be unchanged.
        """
        name = f"{self.file.name}.{version}"
        unfinished = self.file.with_name(f"{name}.unfinished")
        unfinished.unlink(missing_ok=True)
        sqlite_file.copy(self.file, unfinished)
        try:
            yield
        except BaseException:
            # The database is unchanged. A program that is restarted in a loop must not fill the disk with copies.
            unfinished.unlink(missing_ok=True)
            raise
        unfinished.rename(self.file.with_name(f"{name}-{time.time_ns() // 1_000_000}.bak"))

    def require_unused(self) -> None:
        """Raise `DatabaseUnusable` if any program has the file open, even an idle one; this one must not."""
        if self.file.exists():
            with sqlite_file.explaining(self.file), closing(sqlite_file.connected(self.file)) as plain:
                plain.execute("PRAGMA locking_mode=EXCLUSIVE")  # refused while others hold the file open
                try:
                    plain.execute("BEGIN EXCLUSIVE")
                except sqlite3.OperationalError as error:
                    if sqlite_file.is_busy(error):
                        said = f"{self.file} is in use by another program; stop the bot first."
                        raise DatabaseUnusable(said) from None
                    raise

    def tidy(self) -> bool:
        """Move the write-ahead log into the database and truncate it; return False if a reader prevents it now."""
        with sqlite_file.explaining(self.file), closing(sqlite_file.connected(self.file)) as plain:
            is_prevented, *_ = plain.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_prevented

    def backup(self, target: Path) -> None:
        """Copy the database to a new file, also while it is in use; raise `DatabaseUnusable`."""
        sqlite_file.copy(self.file, target)


class _Thread(aiosqlite.Connection):
    """A connection to SQLite with its own thread, which runs whole functions."""

    stopped: asyncio.Future[Any] | None = None
    """Done once the thread has ended."""

    def stop(self) -> asyncio.Future[Any] | None:
        """Have the thread end."""
        self.stopped = super().stop()
        return self.stopped

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """Run a function in the thread."""
        answer: Answer = await self._execute(job)  # type: ignore[no-untyped-call]
        return answer


class Threads:
    """Threads of aiosqlite for readers or the one of the writer, each started when it is needed first."""

    def __init__(self, file: Path, engine: Engine) -> None:
        self._file, self._engine = file, engine
        self._idle: list[_Thread] = []

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """Run a function in an idle thread."""
        thread = self._idle.pop() if self._idle else await self._started()
        try:
            return await thread.run(job)
        finally:
            self._idle.append(thread)

    async def _started(self) -> _Thread:
        thread = _Thread(self._open, iter_chunk_size=64)
        try:
            await thread
        except BaseException:
            if thread.stopped:  # the event loop may be closed next
                await asyncio.wait({thread.stopped})
            raise
        return thread

    async def close(self) -> None:
        """Close all connections and end the threads, when no transaction runs any more."""
        for thread in self._idle:
            await thread.close()

    def _open(self) -> sqlite3.Connection:
        with sqlite_file.explaining(self._file), retry(sqlite_file.is_busy, self._engine.connect) as db:
            return _plain(db)


def _begin(engine: Engine) -> Connection:
    db = engine.connect()
    try:
        db.begin()
        _plain(db).execute(db.get_execution_options()["begin"])
    except BaseException:
        db.close()
        raise
    return db


def _plain(db: Connection) -> sqlite3.Connection:
    plain = db.connection.driver_connection
    assert isinstance(plain, sqlite3.Connection)
    return plain


def _note_cursor(db: Connection, cursor: sqlite3.Cursor, *_: object) -> None:
    db.info.setdefault("cursors", []).append(cursor)
