"""A connection to PostgreSQL with as little as possible between a statement and `asyncpg`.

SQLAlchemy's own has a coroutine and a lock for each statement, and so that no cancellation breaks a statement off each
had a task of its own; that cost the event loop several times what `asyncpg` itself takes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple

import asyncpg
from sqlalchemy.dialects.postgresql.asyncpg import AsyncAdapt_asyncpg_connection
from sqlalchemy.util import await_

from bot.remembered import Remembered
from bot.store.cancellation import undisturbed
from bot.store.cursor import HeldRows

STATEMENTS_KEPT = 500
"""How many prepared statements a connection keeps: all that the program has, in most of their lengths."""

_COUNTED = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE"})
"""The statements of which the server says how many rows they concerned."""


class _Prepared(NamedTuple):
    statement: Any
    description: Sequence[Any] | None
    """Its columns, as SQLAlchemy wants them."""


class Cursor(HeldRows):
    """A cursor of PostgreSQL's."""

    __slots__ = ("_connection", "_invalidate_schema_cache_asof")

    def __init__(self, connection: AdaptedConnection) -> None:
        super().__init__()
        self._connection = connection
        self._invalidate_schema_cache_asof = (
            0.0  # SQLAlchemy notes here when a statement last changed a table
        )

    def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> None:
        """Execute a statement and fetch all its rows."""
        found = self._connection.run(self._connection.fetched(sql, parameters or ()))
        rows, self.description, status = found
        self._rows = deque(rows)
        self.rowcount = _count(status)

    def executemany(self, sql: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute a statement for every set of parameters."""
        self._connection.run(self._connection.done_for_each(sql, parameters))
        self.description = None


def _count(status: str | None) -> int:
    """Read from what the server says of a statement how many rows it concerned; -1: it says nothing of that."""
    kind, _, counts = (status or "").partition(" ")
    return int(counts.rpartition(" ")[2]) if kind in _COUNTED else -1


class AdaptedConnection(AsyncAdapt_asyncpg_connection):
    """A connection as SQLAlchemy uses it, from within its greenlets.

    A transaction begins on the way to its first statement.
    """

    __slots__ = ("_begin", "_is_single", "_prepared", "_told")

    _cursor_cls = Cursor  # type: ignore[assignment]

    def __init__(self, dbapi: Any, connection: asyncpg.Connection, begin: str, kept: int) -> None:
        """`begin` begins a transaction; `kept` is how many prepared statements it keeps."""
        super().__init__(dbapi, connection, prepared_statement_cache_size=kept)  # type: ignore[no-untyped-call]
        self._begin = begin
        self._is_single = False
        self._told: list[str] = []
        """What other processes are told on the way to COMMIT."""
        self._prepared = Remembered[str, _Prepared](kept)

    def begin_none(self) -> None:
        """Have the one statement that follows be a transaction by itself, as PostgreSQL has it outside of any."""
        self._is_single = True

    def tell(self, channel: str, payload: str) -> None:
        """Have every process that listens on a channel told something once the transaction is committed.

        It goes to the server with the COMMIT, which is a round trip less.
        """
        name, literal = _quoted(channel, '"'), _quoted(payload, "'")
        self._told.append(f"NOTIFY {name}, {literal}")

    def run(self, step: Coroutine[Any, Any, Any]) -> Any:
        """Await a step of the driver's; a cancellation that arrives meanwhile waits until it is done."""
        try:
            return await_(undisturbed(step))
        except Exception as error:  # noqa: BLE001 - raised again, as SQLAlchemy names it
            if isinstance(error, _OUTDATED):
                self._prepared.clear()
            self._handle_exception(error)

    async def fetched(self, sql: str, parameters: Iterable[Any]) -> tuple[Any, Any, str | None]:
        """Execute a statement: return its rows, what they are made of, and what the server says of it."""
        if self._transaction is None and not self._is_single:
            await self._start_transaction()
        prepared = self._prepared[sql] = self._prepared.get(sql) or await self._prepare_anew(sql)
        rows = await prepared.statement.fetch(*parameters)
        return rows, prepared.description, prepared.statement.get_statusmsg()

    async def done_for_each(self, sql: str, parameters: Iterable[Sequence[Any]]) -> None:
        """Execute a statement for every set of parameters."""
        if self._transaction is None and not self._is_single:
            await self._start_transaction()
        await self._connection.executemany(sql, parameters)  # type: ignore[arg-type]

    async def _prepare_anew(self, sql: str) -> _Prepared:
        statement = await self._connection.prepare(sql)
        columns = statement.get_attributes()
        described = [(each.name, each.type.oid, None, None, None, None, None) for each in columns]
        return _Prepared(statement, described or None)

    async def _start_transaction(self) -> None:
        connection: Any = self._connection
        await connection.execute(self._begin)
        self._transaction = connection  # SQLAlchemy only asks whether there is one

    def commit(self) -> None:
        """Commit, if anything was begun, and tell what there is to tell."""
        told, self._told = self._told, []
        if told and self._transaction is None:  # nothing was written
            connection: Any = self._connection
            self.run(connection.execute("; ".join(told)))
        self._end("; ".join([*told, "COMMIT"]))

    def rollback(self) -> None:
        """Undo what was done, if anything was begun."""
        self._told.clear()
        self._end("ROLLBACK")

    def _end(self, how: str) -> None:
        self._is_single = False
        if self._transaction is None:
            return
        self._transaction = None
        self.run(self._ended(how))

    async def _ended(self, how: str) -> None:
        connection: Any = self._connection
        try:
            await connection.execute(how)
        finally:
            if not connection.is_closed() and connection.is_in_transaction():  # something of it was refused
                await connection.execute("ROLLBACK")


def _quoted(name: str, mark: str) -> str:
    return f"{mark}{name.replace(mark, 2 * mark)}{mark}"


_OUTDATED = (asyncpg.InvalidCachedStatementError, asyncpg.InternalServerError)
"""What statements fail with that were prepared before a table was changed."""

Connect = Callable[..., Awaitable[asyncpg.Connection]]
"""Opens a connection of the driver's own kind."""


def adapting(connect: Connect, begin: str, kept: int = STATEMENTS_KEPT) -> Callable[..., AdaptedConnection]:
    """Return what opens connections for SQLAlchemy, each of whose transactions begins with `begin`.

    It is a listener of SQLAlchemy's event `do_connect`.
    """

    def adapted(dialect: Any, _record: object, arguments: Any, options: Any) -> AdaptedConnection:
        opening: Any = AdaptedConnection.create(
            dialect.dbapi, connect(*arguments, **options), begin=begin, kept=kept
        )
        adapted: AdaptedConnection = await_(opening)
        return adapted

    return adapted
