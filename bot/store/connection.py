"""A connection to SQLite that goes to its thread once for a whole statement.

`aiosqlite` makes a cursor, executes, fetches and closes it, each in a turn of its own; a turn costs the event loop more
than most of our statements cost SQLite.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Iterable, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite

Answer = TypeVar("Answer")


_late: ContextVar[list[asyncio.CancelledError] | None] = ContextVar("late", default=None)
"""The cancellations that arrived while something ran that has to come to its end; None: nothing has to."""


async def to_its_end(step: Awaitable[Answer]) -> Answer:
    """Await a step of SQLite's and return its answer; a cancellation that arrives meanwhile is raised once it is done.

    It is the wait for the thread that is not broken off: that costs no task of its own.
    """
    late: list[asyncio.CancelledError] = []
    token = _late.set(late)
    try:
        return await step
    finally:
        _late.reset(token)
        if late:
            raise late[0]


class _Visit(asyncio.Future[Any]):
    """What a visit to the thread brings: a task that waits for it is cancelled when it is over."""

    def cancel(self, msg: Any | None = None) -> bool:
        """Refuse: the thread is at work."""
        return False


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
        return await self._execute(task, *arguments)

    async def _execute(self, fn: Any, *arguments: Any, **facts: Any) -> Any:
        late = _late.get()
        if late is None or not self._running or not self._connection:
            return await super()._execute(fn, *arguments, **facts)  # type: ignore[no-untyped-call]
        visit = _Visit(loop=asyncio.get_running_loop())
        self._tx.put_nowait((visit, partial(fn, *arguments, **facts)))
        try:
            return await visit
        except asyncio.CancelledError as cancelled:
            late.append(cancelled)
            return visit.result()


def connect(file: str, **options: Any) -> Connection:
    """Prepare a connection: it opens when it is awaited. Takes what `sqlite3.connect` takes."""
    connection = Connection(lambda: sqlite3.connect(file, **options), iter_chunk_size=64)
    thread: Any = getattr(connection, "_thread", connection)  # before aiosqlite 0.22 the connection was one
    thread.daemon = True
    return connection
