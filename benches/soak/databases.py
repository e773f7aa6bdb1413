"""The database under soak: read past the bot by plain SQL, and held locked, in a file or on a PostgreSQL server."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl, urlencode, urlsplit

import psycopg

from bot.db.schema import metadata

LOCKED_WITHIN = 30.0
"""Seconds in which the lock is to be had: the bot itself may be writing."""

ANSWERED_WITHIN = 60.0
"""Seconds in which a server answers."""

WHERE = {"host": "host", "port": "port", "ssl": "sslmode", "sslmode": "sslmode"}
"""What of an address's options says where the server is, and what the driver calls it; the others are the bot's."""


Read = Callable[..., list[Any]]
"""Reads rows past the bot: a query, and the facts for its question marks."""


class Outside(ABC):
    """The database of a bot under test, as another program sees it."""

    address: str
    """Where the bot finds it."""

    @abstractmethod
    def read(self, query: str, *facts: object) -> list[Any]:
        """Read rows as they are committed at this moment; a question mark stands for a fact."""

    @abstractmethod
    def locked(self) -> Any:
        """Keep every other writer out for as long as this context lasts."""


class InFile(Outside):
    """A SQLite file: nobody who writes keeps anybody from reading."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.address = f"sqlite+aiosqlite:///{file}"

    def read(self, query: str, *facts: object) -> list[Any]:
        """Read rows as they are committed at this moment."""
        with closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True, timeout=10)) as db:
            return db.execute(query, facts).fetchall()

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Hold the file locked, as another program that writes does."""
        db = await asyncio.to_thread(
            sqlite3.connect, self._file, timeout=LOCKED_WITHIN, check_same_thread=False
        )
        try:
            await asyncio.to_thread(db.execute, "BEGIN IMMEDIATE")
            yield
        finally:
            db.close()


class OnServer(Outside):
    """A database of a PostgreSQL server, read over one connection by an event loop of its own, from any thread."""

    _everything: ClassVar = ", ".join(f'"{name}"' for name in metadata.tables)

    def __init__(self, address: str) -> None:
        self.address = address
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="soak reads", daemon=True)
        self._thread.start()
        self._connection: psycopg.AsyncConnection | None = None
        self._turn = threading.Lock()

    def read(self, query: str, *facts: object) -> list[Any]:
        """Read rows as they are committed at this moment."""
        with self._turn:
            return asyncio.run_coroutine_threadsafe(self._answer(numbered(query), facts), self._loop).result()

    async def _answer(self, query: str, facts: tuple[object, ...]) -> list[Any]:
        """Read rows within the time that a server gets; raises `TimeoutError` that says so."""
        try:
            async with asyncio.timeout(ANSWERED_WITHIN):
                return await self._read(query, facts)
        except TimeoutError:
            raise TimeoutError(f"it has not answered within {ANSWERED_WITHIN:.0f} s") from None

    async def _read(self, query: str, facts: tuple[object, ...]) -> list[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = await connected(self.address)
        found = await self._connection.execute(query, facts)
        return await found.fetchall() if found.description else []

    def trouble(self) -> str | None:
        """Say why nothing can be soaked there, if that is so."""
        try:
            ((there,),) = self.read("SELECT to_regclass('tables')::text")
        except (OSError, ValueError, psycopg.Error) as error:
            return f"cannot be read: {' '.join(str(error).split())}"
        return "holds something already; name an empty one" if there else None

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Hold every table locked, as a program does that changes them all."""
        connection = await connected(self.address)
        try:
            async with asyncio.timeout(LOCKED_WITHIN):
                await self._lock(connection)
            yield
        finally:
            await connection.close()

    async def _lock(self, connection: psycopg.AsyncConnection) -> None:
        """Take the lock; where the bot waits for us and we for the bot, once more."""
        while True:
            await connection.execute("BEGIN")
            try:
                await connection.execute(f"LOCK TABLE {self._everything} IN EXCLUSIVE MODE")
            except psycopg.errors.DeadlockDetected:
                await connection.execute("ROLLBACK")
            else:
                return

    def close(self) -> None:
        """End the connection, and the thread."""
        if self._connection:
            asyncio.run_coroutine_threadsafe(self._connection.close(), self._loop).result(ANSWERED_WITHIN)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def numbered(query: str) -> str:
    """Write a query's question marks as PostgreSQL does: `$1`, `$2`."""
    numbers, (first, *others) = count(1), query.split("?")
    return first + "".join(f"${next(numbers)}{each}" for each in others)


async def connected(address: str) -> psycopg.AsyncConnection:
    """Connect to a database by its SQLAlchemy address, past the bot."""
    parts = urlsplit(address)
    options = urlencode([(WHERE[name], value) for name, value in parse_qsl(parts.query) if name in WHERE])
    return await psycopg.AsyncConnection.connect(
        parts._replace(scheme="postgresql", query=options).geturl(),
        autocommit=True,
        cursor_factory=psycopg.AsyncRawCursor,
        connect_timeout=round(ANSWERED_WITHIN),
    )
