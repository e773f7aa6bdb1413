"""SQLite in one file, as the store uses it.

What is done with the file itself is in `sqlite_file`, its connection in `connection`; nothing else knows of SQLite.

Writers take turns: `BEGIN IMMEDIATE` keeps those of other processes out, and the store has one place for its own. So
whatever a transaction has read still holds when it commits, and no other lock is needed.

Python's `sqlite3` begins transactions by itself at moments of its own choice. Here that is turned off
(`isolation_level = None`) and SQLAlchemy has our connection say BEGIN.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import Column, Connection, Row, Table, event, func, select, text, tuple_
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store import sqlite_file
from bot.store.connection import adapted
from bot.store.errors import Misconfigured
from bot.store.listening import Alone, Listener
from bot.store.owed import is_owed
from bot.store.transaction import patiently

Begin = Literal["BEGIN", "BEGIN IMMEDIATE"]


DURABLE = "FULL"
"""What `PRAGMA synchronous` is set to: whatever was committed is on the disk, also if the machine loses its power."""

READER_KB = 512
"""Of the database that each reader remembers; what it asks for again, the operating system has at hand as well."""

READERS = 4
"""How many readers are served at once; each is a connection with a thread of its own."""


class SQLite:
    """A database in one file."""

    readers = READERS
    writers = 1

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
        if is_changing:
            sqlite_file.make_private(self.file)
        begin: Begin = "BEGIN IMMEDIATE" if is_changing else "BEGIN"
        return engine(self._address, connections=1, begin=begin, foreign_keys=False)

    def explaining(self) -> AbstractContextManager[None]:
        """Name the file in what happened to it."""
        return sqlite_file.explaining(self.file)

    def is_busy(self, error: BaseException) -> bool:
        """Whether another connection holds the lock: worth another try."""
        return sqlite_file.is_busy(error)

    def is_lost(self, _error: BaseException) -> bool:
        """Whether the connection broke: there is nothing between the program and the file that could."""
        return False

    def is_open(self, _connection: Connection) -> bool:
        """Whether a connection can still be used: nothing breaks one."""
        return True

    def check_place(self) -> None:
        """Raise `StoreError` where SQLite could only answer "unable to open database file"."""
        sqlite_file.check_file(self.file)

    def check_there(self) -> None:
        """Raise `StoreError` if the database file does not exist."""
        sqlite_file.check_there(self.file)

    async def require_every_letter(self, _db: AsyncConnection) -> None:
        """Do nothing: SQLite keeps Unicode."""

    async def keep_others_out(self, db: AsyncConnection) -> None:
        """Have the transaction begin: `BEGIN IMMEDIATE` does the rest."""
        await db.execute(select(1))

    async def keep_as_it_is(self, _db: AsyncConnection) -> None:
        """Do nothing: `BEGIN IMMEDIATE` does."""

    async def require_still_unused(self, _db: AsyncConnection) -> None:
        """Do nothing: whoever came since waits until the transaction ends, also to begin with."""

    @asynccontextmanager
    async def copied(self, version: str | None) -> AsyncIterator[None]:
        """Keep a copy of a database that is not new for what happens to it now, unless that fails.

        Until then it is called unfinished. Copies that killed starts left make room for the next one of this version:
        the database proved to be as it was.
        """
        if version is None:
            yield
            return
        name = self.file.name
        kept = self.file.with_name(f"{name}.{version}-{time.time_ns() // 1_000_000}.bak")
        unfinished = kept.with_suffix(".unfinished")
        await asyncio.to_thread(sqlite_file.copy, self.file, unfinished)
        await asyncio.to_thread(sqlite_file.remove_earlier, unfinished, f"{name}.{version}-")
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
            await patiently(
                self.is_busy, lambda: asyncio.to_thread(sqlite_file.use_write_ahead_log, self.file)
            )

    async def require_unused(self) -> None:
        """Raise `StoreError` if a program has the file open; this one must not yet."""
        with self.explaining():
            await asyncio.to_thread(sqlite_file.require_unused, self.file)

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
            return await asyncio.to_thread(sqlite_file.empty_write_ahead_log, self.file)

    async def backup(self, target: Path) -> None:
        """Copy the database to a new file, whichever process uses it; raise `StoreError`."""
        await asyncio.to_thread(sqlite_file.copy, self.file, target)

    async def now(self, _db: AsyncConnection) -> int | None:
        """Return None: the machine's own clock is all there is."""
        return None

    async def notify(self, db: AsyncConnection, channel: str, payload: str) -> None:
        """Do nothing: one process has the file for itself."""

    def listener(self) -> Listener:
        """Return what hears nothing."""
        return Alone()


def engine(address: URL, *, connections: int, begin: Begin, foreign_keys: bool = True) -> AsyncEngine:
    """Make an engine whose every transaction begins with `begin`; `BEGIN` alone may only read.

    `connections` is the most that are ever open. A connection is durable on commit (`DURABLE`).
    """
    made = create_async_engine(
        address,
        pool_size=connections,
        max_overflow=0,
        pool_reset_on_return=None,  # every transaction ends before: a ROLLBACK of nothing is one visit more
        hide_parameters=True,  # an error that quotes a statement must not quote a hand
        connect_args={"timeout": sqlite_file.BUSY_TIMEOUT / 1000},
    )
    event.listen(made.sync_engine, "do_connect", adapted)

    @event.listens_for(made.sync_engine, "connect")
    def set_up(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA synchronous={DURABLE}")
        cursor.execute("PRAGMA secure_delete=ON")  # what somebody had erased is overwritten, not only let go
        cursor.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        cursor.execute(f"PRAGMA query_only={'ON' if begin == 'BEGIN' else 'OFF'}")
        if begin == "BEGIN":
            cursor.execute(f"PRAGMA cache_size=-{READER_KB}")
        cursor.close()

    event.listen(made.sync_engine, "do_execute", owe)

    # No listener of `begin`: while there is one, SQLAlchemy asks for listeners at every turn of every statement.
    dialect: Any = made.sync_engine.dialect
    dialect.do_begin = lambda connection: connection.dbapi_connection.begin(begin)
    return made


def owe(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
    """Have a statement wait for the next one where it may: a listener of SQLAlchemy's event `do_execute`."""
    if not is_owed(context):
        return False
    cursor.owe(statement, parameters)
    return True


def _named(column: Column[int]) -> dict[str, str]:
    return {"name": column.table.name}
