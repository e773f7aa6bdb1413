"""A connection to SQLite that goes to its thread once for a whole statement.

`aiosqlite` makes a cursor, executes, fetches and closes it, each in a turn of its own, and SQLAlchemy has a coroutine
and a lock for each of them; that costs the event loop more than most of our statements cost SQLite.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple, Self

import aiosqlite
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection
from sqlalchemy.util import await_

from bot.store.cancellation import Visit, late
from bot.store.cursor import HeldRows


class Connection(aiosqlite.Connection):
    """`aiosqlite`'s connection, with visits to its thread; one that cannot be opened has let its thread go."""

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

    @property
    def is_open(self) -> bool:
        """Whether it can be used."""
        return self._running and self._connection is not None

    def visit(self, task: Callable[[sqlite3.Connection], Any]) -> Visit:
        """Have a function called with the plain connection in its thread."""
        if not self.is_open:
            raise ValueError("Connection closed")  # as `aiosqlite` says it, and SQLAlchemy knows it
        visit = Visit(loop=asyncio.get_running_loop())
        self._tx.put_nowait((visit, partial(task, self._conn)))
        return visit

    async def _execute(self, fn: Any, *arguments: Any, **facts: Any) -> Any:
        if late.get() is None or not self.is_open:
            return await super()._execute(fn, *arguments, **facts)  # type: ignore[no-untyped-call]
        visit = self.visit(lambda _: fn(*arguments, **facts))
        try:
            return await visit
        except asyncio.CancelledError as cancelled:
            return visit.in_spite_of(cancelled)


class _Asked(NamedTuple):
    """A statement, and what of a cursor executes it."""

    execute: Callable[[sqlite3.Cursor, str, Any], object]
    sql: str
    parameters: Any = ()


class _Outcome(NamedTuple):
    """What a statement brought."""

    rows: Sequence[Any]
    description: Any
    rowcount: int
    lastrowid: int | None


class Cursor(HeldRows):
    """A cursor of SQLite's."""

    __slots__ = ("_connection", "lastrowid")

    def __init__(self, connection: AdaptedConnection) -> None:
        super().__init__()
        self._connection = connection
        self.lastrowid: int | None = None

    def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> None:
        """Execute a statement and fetch all its rows."""
        self._run(sqlite3.Cursor.execute, sql, parameters or ())

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> None:
        """Execute a statement for every set of parameters."""
        self._run(sqlite3.Cursor.executemany, sql, parameters)

    def owe(self, sql: str, parameters: Iterable[Any] | None = None) -> None:
        """Have a statement executed on the way to the next one, or to COMMIT; what it brings is not told."""
        self._connection.owe(_Asked(sqlite3.Cursor.execute, sql, parameters or ()))

    def _run(self, execute: Any, sql: str, parameters: Any) -> None:
        outcome = self._connection.run(_Asked(execute, sql, parameters))
        rows, self.description, self.rowcount, self.lastrowid = outcome
        self._rows = deque(rows)


def _outcome(owed: Sequence[_Asked], asked: _Asked, plain: sqlite3.Connection) -> _Outcome:
    """Execute a statement, after those that are owed. Blocks."""
    cursor = plain.cursor()
    try:
        _pay(owed, cursor)
        asked.execute(cursor, asked.sql, asked.parameters)
        rows = cursor.fetchall() if cursor.description else ()
        return _Outcome(rows, cursor.description, cursor.rowcount, cursor.lastrowid)
    finally:
        cursor.close()


def _committed(owed: Sequence[_Asked], plain: sqlite3.Connection) -> None:
    """Execute what is owed, and commit; undo all of it where that fails, for nobody else does. Blocks."""
    cursor = plain.cursor()
    try:
        _pay(owed, cursor)
        plain.commit()
    except BaseException:  # also of a value that the driver cannot hand over, which is no error of SQLite's
        plain.rollback()
        raise
    finally:
        cursor.close()


def _pay(owed: Sequence[_Asked], cursor: sqlite3.Cursor) -> None:
    for each in owed:
        try:
            each.execute(cursor, each.sql, each.parameters)
        except Exception as error:
            error.add_note(f"That was of a statement before, which was owed: {each.sql}")
            raise


class AdaptedConnection(AsyncAdapt_aiosqlite_connection):
    """A connection as SQLAlchemy uses it, from within its greenlets."""

    __slots__ = ("_begin", "_owed")

    _cursor_cls = Cursor  # type: ignore[assignment]
    _connection: Connection  # type: ignore[assignment]

    def __init__(self, dbapi: Any, connection: Connection) -> None:
        super().__init__(dbapi, connection)  # type: ignore[arg-type]
        self._begin: _Asked | None = None
        """With what a transaction has yet to begin: that is done on the way to its first statement."""
        self._owed: list[_Asked] = []

    def begin(self, how: str) -> None:
        """Begin a transaction."""
        self._begin = _Asked(sqlite3.Cursor.execute, how)

    def begin_none(self) -> None:
        """Have the one statement that follows be a transaction by itself, as SQLite has it outside of any."""
        self._begin = None

    def owe(self, asked: _Asked) -> None:
        """Have a statement executed before the next one, or before COMMIT."""
        self._owed.append(asked)

    def run(self, asked: _Asked) -> _Outcome:
        """Execute a statement, after those that are owed. Where no transaction could begin, it can be tried again."""
        begin, owed = self._begin, self._owed
        paid = self._take_owed()
        try:
            outcome: _Outcome = self.visit(partial(_outcome, paid, asked))
        except Exception:
            if begin and not self._connection.in_transaction:
                self._begin, self._owed = begin, owed
            raise
        return outcome

    def commit(self) -> None:
        """Commit, if anything was begun or is owed."""
        if not self._owed:
            self._begin = None
        owed = self._take_owed()
        if self._connection.is_open and (owed or self._connection.in_transaction):
            self.visit(partial(_committed, owed))

    def rollback(self) -> None:
        """Undo what was done, if anything was begun."""
        self._take_owed()
        if self._connection.is_open and self._connection.in_transaction:
            self.visit(sqlite3.Connection.rollback)

    def _take_owed(self) -> Sequence[_Asked]:
        """Return what is to be executed first, to whoever does that now."""
        owed = [self._begin, *self._owed] if self._begin else self._owed
        self._begin, self._owed = None, []
        return owed

    def visit(self, task: Callable[[sqlite3.Connection], Any]) -> Any:
        """Have a function called with the plain connection in its thread, and return its answer."""
        try:
            visit = self._connection.visit(task)
            try:
                return await_(visit)
            except asyncio.CancelledError as cancelled:
                return visit.in_spite_of(cancelled)
        except ValueError as error:  # it is closed: to SQLAlchemy that is an error of the database
            self._handle_exception(error)


def connect(file: str, **options: Any) -> Connection:
    """Prepare a connection: it opens when it is awaited. Takes what `sqlite3.connect` takes."""
    connection = Connection(lambda: sqlite3.connect(file, **options), iter_chunk_size=64)
    thread: Any = getattr(connection, "_thread", connection)  # before aiosqlite 0.22 the connection was one
    thread.daemon = True
    return connection


def adapted(dialect: Any, _record: object, arguments: Any, options: Any) -> AdaptedConnection:
    """Open a connection for SQLAlchemy, which says with what: a listener of its event `do_connect`."""
    connection = connect(*arguments, **options)
    await_(connection)
    return AdaptedConnection(dialect.dbapi, connection)
