"""SQLite in one file: everything that only SQLite knows is in this module, and its connection in `connection`.

Writers take turns: `BEGIN IMMEDIATE` keeps those of other processes out, and the store has one place for its own. So
whatever a transaction has read still holds when it commits, and no other lock is needed.

Python's `sqlite3` begins transactions by itself at moments of its own choice. Here that is turned off
(`isolation_level = None`) and SQLAlchemy has our connection say BEGIN.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from sqlalchemy import Column, Connection, Row, Table, event, func, select, text, tuple_
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.connection import adapted
from bot.store.errors import StoreBusy, StoreError
from bot.store.listening import Alone, Listener
from bot.store.transaction import patiently

BUSY_TIMEOUT = 250
"""Milliseconds SQLite itself waits for another process's lock before it says busy."""

Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]

_REASONS = {
    "SQLITE_AUTH": "may not be read or written by this user",
    "SQLITE_BUSY": "is in use by another program that does not let go; stop that program and try again",
    "SQLITE_CANTOPEN": "cannot be opened: check that the folder exists and may be written to by this user",
    "SQLITE_CORRUPT": "is damaged: put a backup in its place",
    "SQLITE_FULL": "cannot grow: the disk is full",
    "SQLITE_IOERR": "cannot be read or written: check the disk and the free space on it",
    "SQLITE_LOCKED": "is in use by another program that does not let go; stop that program and try again",
    "SQLITE_NOTADB": "is not a SQLite database",
    "SQLITE_PERM": "may not be read or written by this user",
    "SQLITE_READONLY": "may only be read",
}
"""SQLite's result codes that come from outside of this program, with what they mean."""


READER_KB = 512
"""Of the database that each reader remembers; what it asks for again, the operating system has at hand as well."""

READERS = 4
"""How many readers are served at once; each is a connection with a thread of its own."""


class SQLite:
    """A database in one file."""

    readers = READERS
    writers = 1

    def __init__(self, address: URL) -> None:
        if not address.database or address.database == ":memory:" or address.database.startswith("file:"):
            raise StoreError("The database has to be a file, such as sqlite+aiosqlite:///paddock.db.")
        self._address = address.set(drivername="sqlite+aiosqlite")
        self.file = Path(address.database)
        self.own_file: Path | None = self.file
        self.place = str(self.file)

    def reader(self) -> AsyncEngine:
        """Make an engine for readers, each of whom sees what was committed when they came."""
        return engine(self._address, connections=READERS, begin="BEGIN")

    def writer(self) -> AsyncEngine:
        """Make an engine for one writer."""
        return engine(self._address, connections=1, begin="BEGIN IMMEDIATE")

    def migrator(self, *, is_changing: bool) -> AsyncEngine:
        """Make an engine without foreign keys: within a transaction they cannot be switched off.

        A migration that rebuilds a table must.
        """
        begin: Begin = "BEGIN IMMEDIATE" if is_changing else "BEGIN"
        return engine(self._address, connections=1, begin=begin, foreign_keys=False)

    def explaining(self) -> AbstractContextManager[None]:
        """Name the file in what happened to it."""
        return explaining(self.file)

    def is_busy(self, error: BaseException) -> bool:
        """Whether another connection holds the lock: worth another try."""
        return is_busy(error)

    def is_lost(self, _error: BaseException) -> bool:
        """Whether the connection broke: there is nothing between the program and the file that could."""
        return False

    def is_open(self, _connection: Connection) -> bool:
        """Whether a connection can still be used: nothing breaks one."""
        return True

    def check_place(self) -> None:
        """Raise `StoreError` where SQLite could only answer "unable to open database file"."""
        check_file(self.file)

    def check_there(self) -> None:
        """Raise `StoreError` if the database file does not exist."""
        check_there(self.file)

    async def keep_others_out(self, _db: AsyncConnection) -> None:
        """Do nothing: `BEGIN IMMEDIATE` did."""

    @asynccontextmanager
    async def copied(self, version: str | None) -> AsyncIterator[None]:
        """Keep a copy of a database that is not new for what happens to it now, unless that fails.

        Until then it is called unfinished. Those that killed starts left make room for the next one of this version: by
        it the database proved to be as it was.
        """
        if version is None:
            yield
            return
        name = self.file.name
        kept = self.file.with_name(f"{name}.{version}-{time.time_ns() // 1_000_000}.bak")
        unfinished = kept.with_suffix(".unfinished")
        await asyncio.to_thread(copy, self.file, unfinished)
        for other in self.file.parent.glob(f"*{unfinished.suffix}"):
            if other.name.startswith(f"{name}.{version}-") and other != unfinished:
                other.unlink(missing_ok=True)
        try:
            yield
        except BaseException:
            # The database stays as it was. Who starts the program over and over would fill the disk with copies.
            unfinished.unlink(missing_ok=True)
            raise
        unfinished.rename(kept)

    def broken_references(self, connection: Connection) -> list[str]:
        """Return the tables with rows that point to rows that are not there."""
        return [row[0] for row in connection.exec_driver_sql("PRAGMA foreign_key_check")]

    async def finish_migration(self) -> None:
        """Switch the file to WAL."""
        with self.explaining():
            await patiently(self.is_busy, lambda: asyncio.to_thread(use_write_ahead_log, self.file))

    async def require_unused(self) -> None:
        """Raise `StoreError` if a program has the file open; this one must not yet."""
        with self.explaining():
            await asyncio.to_thread(require_unused, self.file)

    async def pages(self, db: AsyncConnection, table: Table, size: int) -> AsyncIterator[Sequence[Row[Any]]]:
        """Read all rows of a table in the order of its key, so many at once."""
        key = tuple_(*table.primary_key)
        at = [list(table.c).index(column) for column in table.primary_key]
        ordered = select(table).order_by(*table.primary_key).limit(size)
        rows = (await db.execute(ordered)).all()
        while rows:
            yield rows
            last = [rows[-1][n] for n in at]
            rows = (await db.execute(ordered.where(key > last))).all()

    async def last_number(self, db: AsyncConnection, column: Column[int]) -> int:
        """Return the highest number that was ever given to a row by itself, as far as SQLite keeps it."""
        highest = await db.scalar(select(func.max(column))) or 0
        if not column.table.dialect_options["sqlite"]["autoincrement"]:
            return int(highest)
        kept = await db.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), _named(column))
        return max(int(highest), kept or 0)

    async def count_from(self, db: AsyncConnection, column: Column[int], last: int) -> None:
        """Have the next row get a number after `last`; where SQLite keeps none, it is the highest there is."""
        if column.table.dialect_options["sqlite"]["autoincrement"]:
            await db.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), _named(column))
            kept = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
            await db.execute(kept, {**_named(column), "last": last})

    async def tidy(self) -> bool:
        """Overwrite what was deleted in the log beside the file as well; False: somebody reads from it just now."""
        with self.explaining():
            return await asyncio.to_thread(empty_write_ahead_log, self.file)

    async def backup(self, target: Path) -> None:
        """Copy the database to a new file, whichever process uses it; raise `StoreError`."""
        await asyncio.to_thread(copy, self.file, target)

    async def notify(self, db: AsyncConnection, channel: str, payload: str) -> None:
        """Do nothing: one process has the file for itself."""

    def listener(self) -> Listener:
        """Return what hears nothing."""
        return Alone()


def check_file(file: Path) -> None:
    """Raise `StoreError` where SQLite could only answer "unable to open database file"."""
    with _nameable():
        if file.is_dir():
            raise StoreError(f"{file} is a folder; name the database file in it.")
        if not file.parent.is_dir():
            raise StoreError(f"The folder {file.parent} for the database does not exist.")


@contextmanager
def _nameable() -> Iterator[None]:
    """Raise `StoreError` for what no file can be called."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise StoreError(f"No database can be called that ({reason or error}).") from None


def check_there(file: Path) -> None:
    """Raise `StoreError` if the database file does not exist."""
    with _nameable():
        if not file.is_file():
            raise StoreError(f"There is no database {file}.")


def engine(address: URL, *, connections: int, begin: Begin, foreign_keys: bool = True) -> AsyncEngine:
    """Make an engine whose every transaction begins with `begin`; `BEGIN` alone may only read.

    `connections` is the most that are ever open. A connection is durable on commit (`synchronous=FULL`).
    """
    made = create_async_engine(
        address,
        pool_size=connections,
        max_overflow=0,
        pool_reset_on_return=None,  # every transaction ends before: a ROLLBACK of nothing is one visit more
        hide_parameters=True,  # an error that quotes a statement must not quote a hand
        connect_args={"timeout": BUSY_TIMEOUT / 1000},
    )
    event.listen(made.sync_engine, "do_connect", adapted)

    @event.listens_for(made.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA secure_delete=ON")  # what somebody had erased is overwritten, not only let go
        cursor.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        cursor.execute(f"PRAGMA query_only={'ON' if begin == 'BEGIN' else 'OFF'}")
        if begin == "BEGIN":
            cursor.execute(f"PRAGMA cache_size=-{READER_KB}")
        cursor.close()

    # No listener of `begin`: while there is one, SQLAlchemy asks for listeners at every turn of every statement.
    dialect: Any = made.sync_engine.dialect
    dialect.do_begin = lambda connection: connection.dbapi_connection.begin(begin, is_lazy=begin == "BEGIN")
    return made


def is_busy(error: BaseException) -> bool:
    """Whether another connection holds the lock: worth another try."""
    return _code(error) in {"SQLITE_BUSY", "SQLITE_LOCKED"}


@contextmanager
def explaining(file: Path) -> Iterator[None]:
    """Turn what happened to the file from outside into a `StoreError`; errors of the program's own making stay."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        if reason := _REASONS.get(_code(error)):
            raise (StoreBusy if is_busy(error) else StoreError)(f"{file} {reason}.") from error
        raise


def _code(error: BaseException) -> str:
    """Return the primary result code: SQLITE_IOERR_WRITE is a SQLITE_IOERR."""
    driver_error = getattr(error, "orig", error)
    return "_".join(str(getattr(driver_error, "sqlite_errorname", "")).split("_")[:2])


def _named(column: Column[int]) -> dict[str, str]:
    return {"name": column.table.name}


def require_unused(file: Path) -> None:
    """Raise `StoreError` if anybody has the database open, also who does nothing with it just now. Blocks."""
    with closing(_plain_connection(file)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # refused while others hold the file open
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
            raise StoreError(f"{file} is in use by another program; stop the bot first.") from None
        connection.execute("ROLLBACK")


def use_write_ahead_log(file: Path) -> None:
    """Switch the file to WAL, once and for all, so that readers and the writer do not wait for each other.

    Raises `sqlite3.OperationalError` while another process works on the file in the old mode. Blocks.
    """
    with closing(_plain_connection(file)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise StoreError(f"{file} lies on a file system without shared memory, which SQLite's log needs.")


def empty_write_ahead_log(file: Path) -> bool:
    """Copy what the log holds into the database, and cut the log; False: it is being read and stays. Blocks."""
    with closing(_plain_connection(file)) as connection:
        is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def copy(file: Path, target: Path) -> None:
    """Write a consistent copy of a database that may be in use to a new file. Blocks; raises `StoreError`.

    The copy is checked, on the disk, and complete before it gets its name. It needs no `-wal` file.
    """
    check_there(file)
    if target.exists():
        raise StoreError(f"{target} exists already; a backup never overwrites a file.")
    try:
        # Beside the target, so that giving it its name moves no bytes.
        with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
            part = Path(folder, target.name)
            _copy_pages(file, part)
            part.chmod(file.stat().st_mode & 0o777)
            _flush(part)
            _give_name(part, target)
        _flush(target.parent)
    except FileExistsError:
        raise StoreError(f"{target} exists already; a backup never overwrites a file.") from None
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from error


def _copy_pages(file: Path, part: Path) -> None:
    try:
        with closing(_plain_connection(file)) as source, closing(sqlite3.connect(part)) as copied:
            source.backup(copied)
            copied.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = copied.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        reason = _REASONS.get(_code(error), f"could not be read: {error}")
        raise StoreError(f"No copy was made: {file} {reason}.") from error
    if verdict != "ok":
        raise StoreError(f"No copy was made: {file} is damaged ({verdict}).")


def _give_name(part: Path, target: Path) -> None:
    try:
        os.link(part, target)  # Unlike a rename, this refuses to replace a file made in the meantime.
    except FileExistsError:
        raise
    except OSError:
        part.rename(target)  # A file system without links.


def _plain_connection(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=BUSY_TIMEOUT / 1000, isolation_level=None)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
