"""The open database: read from it, write to it, copy it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.observing import Access, observer
from bot.store import sqlite
from bot.store.errors import StoreError
from bot.store.holding import named_if_late, only_one
from bot.store.migrate import migrate, require_current
from bot.store.transaction import transaction, unbroken

READERS = 4
"""How many readers are served at once; each is a connection with a thread of its own."""


class Store:
    """One database file, opened with `Store.open`.

    Writers of this process take turns in the order they came; other processes are kept out by the database's
    own lock. Readers see the last committed state and wait for nobody but, past `READERS`, for each other.
    A task holds one transaction at a time: whoever has a connection hands it on. So nobody waits in a circle.
    """

    def __init__(self, address: URL) -> None:
        self._file = sqlite.file_of(address)
        self._reader = sqlite.engine(address, connections=READERS, begin="BEGIN")
        self._writer = sqlite.engine(address, connections=1, begin="BEGIN IMMEDIATE")
        self._places = asyncio.Semaphore(READERS)
        self._turn = asyncio.Lock()
        self._is_closed = False
        self._is_writable = True
        self._observer = observer()
        self._observer.store_opened("reading", self._reader.sync_engine)
        self._observer.store_opened("writing", self._writer.sync_engine)

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open the database a SQLAlchemy address names, make it if it is new, and bring it up to date.

        Before an existing database is changed, a copy of it is put beside it. Raises `StoreError` for
        whatever the operator has to set right; the file is then as it was.
        """
        address = sqlite.parsed(url)
        await migrate(address)
        return cls(address)

    @classmethod
    async def open_existing(cls, url: str) -> Self:
        """Open a database only if it is there and up to date; otherwise raise `StoreError`."""
        address = sqlite.parsed(url)
        await require_current(address)
        return cls(address)

    @property
    def is_alone(self) -> bool:
        """Whether at most one process may serve from this database at a time."""
        return True

    @property
    def is_writable(self) -> bool:
        """Whether the last attempt to write found the database ready; False while one waits, or after one failed."""
        return self._is_writable

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Read from one consistent state of the database; writing through this connection is an error.

        Do not await anything slow inside: the state that is read cannot be tidied away until the block ends.
        Raises `RuntimeError` inside another transaction of the same task.
        """
        self._check_open()
        with only_one("reading()"), self._observer.transaction("reading") as wait:
            async with self._places, self._transaction(self._reader, "reading") as db:
                wait.begun()
                yield db

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Write in one transaction: committed and on the disk when the block ends, undone if it raises.

        Everything read inside is what is committed over. Do not await anything but the database inside:
        all other writers wait. Raises `StoreError` if the disk is full, the database busy for too long, ….
        A task cancelled while its COMMIT runs ends cancelled, yet has committed. Raises `RuntimeError` inside another
        transaction of the same task.
        """
        self._check_open()
        with only_one("writing()"), self._observer.transaction("writing") as wait:
            async with self._turn:
                try:
                    async with self._transaction(self._writer, "writing", self._note_trouble) as db:
                        self._is_writable = True
                        wait.begun()
                        yield db
                except StoreError:
                    self._note_trouble()
                    raise

    def _note_trouble(self) -> None:
        self._is_writable = False

    async def notify(self, db: AsyncConnection, channel: str, payload: str = "") -> None:
        """Tell every process that listens on a channel, once the transaction of `db` is committed."""

    def listen(
        self, channel: str, heard: Callable[[str], object], missed: Callable[[], object] | None = None
    ) -> None:
        """Have `heard` called with the payload of every notice on a channel; `missed` whenever some may be lost."""

    async def tidy(self) -> bool:
        """Overwrite what was deleted in the log beside the file as well; False: somebody reads from it just now."""
        self._check_open()
        with only_one("tidy()"):
            async with self._turn:
                with sqlite.explaining(self._file):
                    return await asyncio.to_thread(sqlite.empty_write_ahead_log, self._file)

    async def close(self) -> None:
        """Refuse new work, wait for what is under way, and let go of the file."""
        if self._is_closed:
            return
        self._is_closed = True
        await unbroken(self._wind_down())

    async def _wind_down(self) -> None:
        async with self._turn:
            await self._writer.dispose()
        for _ in range(READERS):
            await self._places.acquire()
        await self._reader.dispose()

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreError("The database is closed.")

    @asynccontextmanager
    async def _transaction(
        self, engine: AsyncEngine, access: Access, waits: Callable[[], object] = lambda: None
    ) -> AsyncIterator[AsyncConnection]:
        def waited() -> None:
            self._observer.database_is_busy()
            waits()

        with sqlite.explaining(self._file), named_if_late(f"{access}()"):
            async with transaction(engine, waited) as db:
                yield db


async def backup(url: str, target: Path) -> None:
    """Copy the database at a SQLAlchemy address to a new file, whichever process uses it; raise `StoreError`."""
    file = sqlite.file_of(sqlite.parsed(url))
    await asyncio.to_thread(sqlite.copy, file, target)
