"""What a backend is: all that the rest of the store asks of SQLite or PostgreSQL. Each has a module of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AbstractContextManager
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Column, Connection, Row, Table
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.errors import Misconfigured
from bot.store.listening import Listener

CONNECTIONS = 8
"""How many connections a process has to a database server, half to read and half to write, if nothing else is set."""


class Backend(Protocol):
    """One database, as its kind of server or file wants to be treated."""

    place: str
    """Names the database in messages, without a password."""
    readers: int
    """How many transactions that only read are served at once."""
    writers: int
    """How many transactions that write are served at once."""
    own_file: Path | None
    """The file of which one process at a time may serve; None: several may serve from the database at once."""

    def reader(self) -> AsyncEngine:
        """Make an engine whose transactions see one state of the database and may not write."""

    def writer(self) -> AsyncEngine:
        """Make an engine whose transactions may write, and are durable once they are committed."""

    def migrator(self, *, is_changing: bool) -> AsyncEngine:
        """Make an engine with one connection, to look at the version of a database or to change it."""

    def explaining(self) -> AbstractContextManager[None]:
        """Turn what happened to the database from outside into a `StoreError`; errors of our own making stay."""

    def is_busy(self, error: BaseException) -> bool:
        """Whether the same may work in a moment, because others hold the database or it cannot be reached yet."""

    def is_lost(self, error: BaseException) -> bool:
        """Whether the connection broke, so that nobody can tell what became of a COMMIT."""

    def is_open(self, connection: Connection) -> bool:
        """Whether a connection that nobody uses can still be used."""

    def check_place(self) -> None:
        """Raise `StoreError` where no database can be, as far as that is known without opening it."""

    def check_there(self) -> None:
        """Raise `StoreError` if there is no database, as far as that is known without opening it."""

    async def require_every_letter(self, db: AsyncConnection) -> None:
        """Raise `StoreError` if the database cannot keep every letter that a name may have."""

    async def keep_others_out(self, db: AsyncConnection) -> None:
        """Wait until nobody else migrates the database, and let nobody until the transaction ends."""

    async def keep_as_it_is(self, db: AsyncConnection) -> None:
        """Let nobody write until the transaction ends; what others have begun to write is waited for."""

    async def require_still_unused(self, db: AsyncConnection) -> None:
        """Raise `StoreError` if a program has come to the database since, but for the one whose transaction it is."""

    def copied(self, version: str | None) -> AbstractAsyncContextManager[None]:
        """Keep a copy of a database of this version for what is done to it now, where the backend makes copies."""

    def broken_references(self, connection: Connection) -> list[str]:
        """Return the tables with rows that point to rows that are not there."""

    async def finish_migration(self) -> None:
        """Set what cannot be set in the transaction of a migration."""

    async def require_unused(self) -> None:
        """Raise `StoreError` if a program has the database open; this one must not yet."""

    def pages(self, db: AsyncConnection, table: Table, size: int) -> AsyncIterator[Sequence[Row[Any]]]:
        """Read all rows of a table in the order of its key, text by its bytes, so many at once."""

    async def last_number(self, db: AsyncConnection, column: Column[int]) -> int:
        """Return the highest number that was ever given to a row by itself, also where that row is gone; 0: none."""

    async def count_from(self, db: AsyncConnection, column: Column[int], last: int) -> None:
        """Have the next row numbered by itself get a number after `last`."""

    async def tidy(self) -> bool:
        """Overwrite what was deleted wherever it still stands; False: it is in use just now."""

    async def backup(self, target: Path) -> None:
        """Copy the database to a new file; raise `StoreError` where that is left to other tools."""

    async def now(self, db: AsyncConnection) -> int | None:
        """Read the clock that all processes share, in milliseconds since 1970 UTC; None: there is none."""

    async def notify(self, db: AsyncConnection, channel: str, payload: str) -> None:
        """Tell every process that listens, once the transaction is committed."""

    def listener(self) -> Listener:
        """Return what hears of other processes' notifications."""


HOW_TO_WRITE = (
    "write it like sqlite+aiosqlite:///paddock.db or postgresql+asyncpg://user:password@host/database, "
    "and in a user's name or a password %40 for @, %3A for :, %2F for / and %3F for ?."
)
"""How the operator writes an address. What was written may be part of a password, and is never repeated."""


def backend_at(url: str | URL, connections: int = CONNECTIONS) -> Backend:
    """Return the backend for a database address; raise `Misconfigured` for one that is not understood.

    Of a database server `connections` (at least 2) is how many connections the process has at most, unless the address
    itself says so.
    """
    try:
        address = make_url(url, keep_blank_values=True)
    except (ArgumentError, ValueError):  # the latter of a port that is no number
        raise Misconfigured(f"The database address cannot be read; {HOW_TO_WRITE}") from None
    if "@" in f"{address.host}{address.database}" and address.get_backend_name() != "sqlite":
        raise Misconfigured(f"The database address has an @ too many; {HOW_TO_WRITE}")
    if kind := _KINDS.get(address.get_backend_name()):
        return kind(address, connections)
    raise Misconfigured(f"The database address names neither SQLite nor PostgreSQL; {HOW_TO_WRITE}")


def _sqlite(address: URL, _connections: int) -> Backend:
    from bot.store.sqlite import SQLite  # noqa: PLC0415 - each backend needs this module

    return SQLite(address)


def _postgresql(address: URL, connections: int) -> Backend:
    from bot.store.postgresql import PostgreSQL  # noqa: PLC0415 - its driver takes time to load

    return PostgreSQL(address, connections)


_KINDS: dict[str, Callable[[URL, int], Backend]] = {
    "sqlite": _sqlite,
    "postgresql": _postgresql,
    "postgres": _postgresql,
}
