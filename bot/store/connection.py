"""A connection to SQLite that goes to its thread once for a whole statement.

`aiosqlite` makes a cursor, executes, fetches and closes it, each in a turn of its own; a turn costs the event loop more
than most of our statements cost SQLite.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Self

import aiosqlite


class Cursor:
    """What SQLAlchemy needs of a cursor: it holds all rows as soon as its statement is done."""

    description: Any = None
    rowcount = -1
    lastrowid: int | None = None
    arraysize = 1

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()

    async def __aenter__(self) -> Self:
        return self

    async def execute(self, sql: str, parameters: Iterable[Any] = ()) -> None:
        """Execute a statement and fetch all its rows."""
        await self._connection.in_thread(self._run, sqlite3.Cursor.execute, sql, parameters)

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Execute a statement for every set of parameters."""
        await self._connection.in_thread(self._run, sqlite3.Cursor.executemany, sql, parameters)

    def _run(self, execute: Any, sql: str, parameters: Any) -> None:
        cursor = self._connection.plain.cursor()
        try:
            execute(cursor, sql, parameters)
            self._rows = cursor.fetchall() if cursor.description else ()
            self.description, self.rowcount = cursor.description, cursor.rowcount
            self.lastrowid = cursor.lastrowid
        finally:
            cursor.close()

    async def fetchall(self) -> Sequence[Any]:
        """Return the rows, which are here already."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: nothing is left open."""


class Connection(aiosqlite.Connection):
    """`aiosqlite`'s connection with these cursors; one that cannot be opened has let its thread go."""

    _stopped: asyncio.Future[Any] | None = None

    async def _connect(self) -> Self:
        try:
            return await super()._connect()  # type: ignore[return-value]
        except BaseException:
            if self._stopped:  # the thread has a last word to say, for which the event loop has to be there
                await asyncio.wait({self._stopped})
            raise

    def stop(self) -> asyncio.Future[Any] | None:
        """Have the thread end; return what is done once it has."""
        self._stopped = super().stop()
        return self._stopped

    def cursor(self) -> Cursor:  # type: ignore[override]
        """Make a cursor, for which nobody has to wait."""
        return Cursor(self)

    @property
    def plain(self) -> sqlite3.Connection:
        """The connection itself, for use in its thread."""
        return self._conn

    async def in_thread(self, task: Any, *arguments: Any) -> Any:
        """Run a function in the connection's thread."""
        return await self._execute(task, *arguments)  # type: ignore[no-untyped-call]


def connect(file: str, **options: Any) -> Connection:
    """Prepare a connection: it opens when it is awaited. Takes what `sqlite3.connect` takes."""
    connection = Connection(lambda: sqlite3.connect(file, **options), iter_chunk_size=64)
    thread: Any = getattr(connection, "_thread", connection)  # before aiosqlite 0.22 the connection was one
    thread.daemon = True
    return connection
