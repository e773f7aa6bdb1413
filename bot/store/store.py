"""The open database: read from it, write to it, hear of other processes, copy it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.observing import observer
from bot.store.backend import CONNECTIONS, backend_at
from bot.store.errors import StoreError
from bot.store.holding import named_if_late, only_one
from bot.store.listening import Heard, Missed
from bot.store.lock_order import Held
from bot.store.migrate import migrate, require_current
from bot.store.transaction import transaction, unbroken

Idle = list[Connection]
"""Connections that nobody uses just now."""


class Store:
    """One database, opened with `Store.open`.

    Readers see the last committed state and wait for nobody but, past as many as the backend serves, for each other.
    Writers of one SQLite file take turns; on PostgreSQL several write at once and wait only for the locks they take
    (see `bot.store.locks`). Either come in the order in which they asked.
    A task holds one transaction at a time: whoever has a connection hands it on. So nobody waits in a circle.
    """

    def __init__(self, address: URL | str, connections: int = CONNECTIONS) -> None:
        """`connections` is how many a process has to a database server at most; a file has as many as it needs."""
        backend = self._backend = backend_at(address, connections)
        self._reader = backend.reader()
        self._writer = backend.writer()
        # They need not go back to their pool each time, which sees to a dozen things that are right already.
        self._idle_readers: Idle = []
        self._idle_writers: Idle = []
        self._places = asyncio.Semaphore(backend.readers)
        self._turns = asyncio.Semaphore(backend.writers)
        self._alone = asyncio.Lock()
        self._listener = backend.listener()
        self._is_closed = False
        self._is_writable = True
        self._observer = observer()
        self._observer.store_opened("reading", self._reader.sync_engine)
        self._observer.store_opened("writing", self._writer.sync_engine)

    @classmethod
    async def open(cls, url: str, connections: int = CONNECTIONS) -> Self:
        """Open the database a SQLAlchemy address names, make what it lacks, and bring it up to date.

        Before an existing file is changed, a copy of it is put beside it. Raises `StoreError` for whatever the operator
        has to set right; the database is then as it was. Raises `StoreBusy` for what may pass: another program holds
        it, or its server is not there yet.
        """
        await migrate(backend_at(url, connections))
        return cls(url, connections)

    @classmethod
    async def open_existing(cls, url: str, connections: int = CONNECTIONS) -> Self:
        """Open a database only if it is there and up to date; otherwise raise `StoreError`."""
        await require_current(backend_at(url, connections))
        return cls(url, connections)

    @property
    def is_alone(self) -> bool:
        """Whether at most one process may serve from this database at a time."""
        return self._backend.own_file is not None

    @property
    def is_writable(self) -> bool:
        """Whether the last attempt to write found the database ready; False while one waits, or after one failed."""
        return self._is_writable

    @asynccontextmanager
    async def reading(self, *, single: bool = False) -> AsyncIterator[AsyncConnection]:
        """Read from one consistent state of the database; writing through this connection is an error.

        With `single` one statement is all that is made, which needs no BEGIN and no COMMIT.
        Do not await anything slow inside: the state that is read cannot be tidied away until the block ends.
        Raises `RuntimeError` inside another transaction of the same task.
        """
        self._check_open()
        with only_one("reading()"), self._observer.transaction("reading") as wait:
            async with self._places:
                with self._backend.explaining(), named_if_late("reading()"):
                    async with transaction(
                        *(self._backend, self._reader, self._observer.database_is_busy, self._idle_readers),
                        is_single=single,
                    ) as db:
                        wait.begun()
                        yield db

    @asynccontextmanager
    async def writing(self, *, alone: bool = False, single: bool = False) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction: committed and on the disk when the block ends, undone if it raises.

        What is read inside is what is committed over, where its lock is held: see `bot.store.locks`. With `alone` no
        other writer of this process is under way. With `single` one statement is all that is made, and is committed as
        soon as it is done: BEGIN and COMMIT are ways to the database of their own.
        Do not await anything but the database inside: other writers wait.
        Raises `StoreError` if the disk is full, the database busy for too long, ….
        A task cancelled while its COMMIT runs ends cancelled, yet has committed. Raises `RuntimeError` inside another
        transaction of the same task.
        """
        self._check_open()
        with only_one("writing()"), self._observer.transaction("writing") as wait:
            async with self._every_turn() if alone else self._turns:
                try:
                    with self._backend.explaining(), named_if_late("writing()"):
                        async with transaction(
                            *(self._backend, self._writer, self._note_busy, self._idle_writers, Held()),
                            is_single=single,
                        ) as db:
                            wait.begun()
                            yield db
                    self._is_writable = True
                except StoreError:
                    self._is_writable = False
                    raise
                except Exception:
                    self._is_writable = True  # it was served, and is undone because of what was found there
                    raise

    def _note_busy(self) -> None:
        self._observer.database_is_busy()
        self._is_writable = False

    @asynccontextmanager
    async def _every_turn(self) -> AsyncIterator[None]:
        """Wait until nobody writes, and let nobody write until the block ends."""
        taken = 0
        async with self._alone:
            try:
                for _ in range(self._backend.writers):
                    await self._turns.acquire()
                    taken += 1
                yield
            finally:
                for _ in range(taken):
                    self._turns.release()

    async def now(self, db: AsyncConnection) -> int | None:
        """Read the clock that all processes share, in milliseconds since 1970 UTC; None: there is none on SQLite."""
        return await self._backend.now(db)

    async def notify(self, db: AsyncConnection, channel: str, payload: str = "") -> None:
        """Tell every process that listens on a channel, this one too, once the transaction of `db` is committed.

        A payload has at most 7 999 bytes and nothing private. On SQLite there is nobody else to tell.
        """
        await self._backend.notify(db, channel, payload)

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Have `heard` called on the event loop with the payload of every notification on a channel, until we close.

        Notifications are hints: those that are told while the connection is away are lost. It is made anew by itself,
        and `missed` is called whenever it stands, the first time as well. On SQLite nothing is ever heard.
        """
        self._check_open()
        self._listener.listen(channel, heard, missed)

    async def tidy(self) -> bool:
        """Overwrite what was deleted wherever it still stands; False: somebody reads from it just now."""
        self._check_open()
        with only_one("tidy()"):
            async with self._every_turn():
                return await self._backend.tidy()

    async def close(self) -> None:
        """Refuse new work, wait for what is under way, and let go of the database."""
        if self._is_closed:
            return
        self._is_closed = True
        await unbroken(self._wind_down())

    async def _wind_down(self) -> None:
        await self._listener.close()
        async with self._every_turn():
            await _dispose(self._writer, self._idle_writers)
        for _ in range(self._backend.readers):
            await self._places.acquire()
        await _dispose(self._reader, self._idle_readers)

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("The database is closed.")


async def _dispose(engine: AsyncEngine, idle: Idle) -> None:
    for connection in idle:
        await AsyncConnection(engine, connection).close()
    await engine.dispose()


async def backup(url: str, target: Path) -> None:
    """Copy the database at a SQLAlchemy address to a new file, whichever process uses it; raise `StoreError`."""
    await backend_at(url).backup(target)
