"""The open database: transactions, notifications between processes, backups."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from inspect import unwrap
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection, Engine, event, func, select, text
from sqlalchemy.engine import URL

from bot.db.backend import CONNECTIONS, backend_at
from bot.db.errors import DatabaseBusy, DatabaseUnusable
from bot.db.locks import begin_to_hold
from bot.db.migrate import migrate, require_current
from bot.db.postgresql import PostgreSQL
from bot.db.session_locks import SessionLocks
from bot.metrics import counted
from bot.metrics.counted import Access, Timed

ACCESS: tuple[Access, Access] = ("reading", "writing")

LATE = 5.0
"""Seconds after which a running transaction is named in the log."""

LONGEST_PAYLOAD = 7_999
"""Most bytes of a notification. Source: PostgreSQL, "NOTIFY"."""

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Database:
    """One database, opened with `Database.open`.

    A transaction is one plain function of a SQLAlchemy `Connection`. It runs from BEGIN to COMMIT in a database thread.
    Nothing is awaited inside, so no transaction stays open and none is cut off half-way.

    Readers see the last committed state. They never wait for writers. Writers of a SQLite file take turns. On
    PostgreSQL several write at once, and wait only for the locks they take (see `bot.db.locks`). Transactions begin
    in the order in which they were asked for.

    A caller that is cancelled ends at once. Its transaction is dropped if it still waits for its turn; otherwise it
    runs to its end, and is committed or undone as a whole. The caller does not learn which; the next reader sees it.
    """

    def __init__(self, address: URL | str, connections: int = CONNECTIONS) -> None:
        """`connections` limits the connections of this process to a database server; a file needs no limit."""
        self.backend = backend_at(address, connections)
        self.is_writable = True
        """Whether the last writer could begin; False while a writer waits for the database and after an error."""
        self.engines = {access: self.backend.engine(access) for access in ACCESS}
        """Make statements; may be listened to."""
        for access, engine in self.engines.items():
            _count_statements(access, engine)
        self._threads = {
            access: self.backend.threads(engine, access) for access, engine in self.engines.items()
        }
        self._free = {access: asyncio.Semaphore(self.backend.size(access)) for access in ACCESS}
        self._alone = asyncio.Lock()
        self._listener = self.backend.listener() if isinstance(self.backend, PostgreSQL) else None
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, url: str, connections: int = CONNECTIONS) -> Self:
        """Open the database at a SQLAlchemy address; create or migrate it first.

        Before a migration changes a file, a copy is put beside it. Raises `DatabaseUnusable` where the operator has to
        act; the database is then unchanged. Raises `DatabaseBusy` where a later try may succeed: another program holds
        the database, or its server is not up yet. A cancelled caller waits for no other program any more.
        """
        database, stopped = cls(url, connections), threading.Event()

        def pause(seconds: float) -> None:
            if stopped.wait(seconds):
                raise DatabaseBusy("The start was broken off.")

        try:
            await asyncio.to_thread(migrate, database.backend, pause)
        finally:
            stopped.set()
        return database

    @classmethod
    async def open_existing(cls, url: str, connections: int = CONNECTIONS) -> Self:
        """Open a database that exists and is up to date; otherwise raise `DatabaseUnusable`."""
        database = cls(url, connections)
        await asyncio.to_thread(require_current, database.backend)
        return database

    @property
    def is_alone(self) -> bool:
        """Whether only one process at a time may serve from this database."""
        return self.backend.file is not None

    async def read(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Run `work(connection, …)` in a thread, on one consistent state of the database. Writing raises there.

        The answer must not need the connection: return values and lists, no result objects.
        """
        return await self._run("reading", work, lambda db: work(db, *args, **named))

    async def write(
        self, work: Callable[Concatenate[Connection, P], T], *args: P.args, **named: P.kwargs
    ) -> T:
        """Run `work(connection, …)` in a thread, in one transaction; roll it back if `work` raises.

        When this returns, the transaction is committed and on disk. Rows whose lock is held (see `bot.db.locks`) do
        not change between reading and COMMIT. Raises `DatabaseUnusable` if the disk is full or the database stays busy.
        """
        return await self._run("writing", work, lambda db: work(db, *args, **named))

    async def write_alone(self, work: Callable[[Connection], T], committed: Callable[[T], object]) -> T:
        """Write while no other writer of this process runs; then call `committed(answer)` on the event loop."""

        async def run() -> T:
            async with AsyncExitStack() as held:
                await held.enter_async_context(self._alone)
                for _ in range(self.backend.size("writing") - 1):
                    await held.enter_async_context(self._free["writing"])
                answer = await self._run("writing", work, work)
                committed(answer)
                return answer

        return await asyncio.shield(asyncio.create_task(run()))

    async def _run(self, access: Access, named: Any, work: Callable[[Connection], T]) -> T:
        """Wait for a turn, then run a transaction to its end, even if the caller is cancelled.

        `named` is the function to name in the log.
        """
        self._check_open()
        wait, has_begun = counted.transaction(access), asyncio.Event()

        async def run() -> T:
            async with self._free[access]:
                has_begun.set()
                late = asyncio.get_running_loop().call_later(LATE, _tell_late, access, named)
                try:
                    with wait:
                        return await self._threads[access].run(partial(self._transact, access, work, wait))
                except DatabaseUnusable:  # also of a connection that could not be opened
                    self.is_writable = self.is_writable and access == "reading"
                    raise
                finally:
                    late.cancel()

        running = asyncio.create_task(run())
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            if has_begun.is_set():
                running.add_done_callback(_log_failure)
            else:
                running.cancel()
            raise

    def _transact(self, access: Access, work: Callable[[Connection], T], wait: Timed) -> T:
        """Run a transaction in a database thread."""

        def pause(seconds: float) -> None:
            counted.BUSY.inc()
            self.is_writable = self.is_writable and access == "reading"
            time.sleep(seconds)

        with self.backend.begun(self.engines[access], pause) as db:
            wait.begun()
            if access == "writing":
                self.is_writable = True
                begin_to_hold(db)
            return work(db)

    def now(self, db: Connection) -> int | None:
        """Return the clock that all processes share, in milliseconds since 1970 UTC; None on SQLite."""
        clock = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
        return None if self.is_alone else int(db.execute(clock).scalar_one())

    def notify(self, db: Connection, channel: str, payload: str = "") -> None:
        """Send a notification to every process that listens on a channel, this one too, at the COMMIT of `db`.

        A payload has at most `LONGEST_PAYLOAD` bytes and nothing private. On SQLite nothing is sent.
        """
        if len(payload.encode()) > LONGEST_PAYLOAD:
            raise ValueError(f"a notification holds at most {LONGEST_PAYLOAD} bytes")
        if not self.is_alone:
            db.execute(select(func.pg_notify(channel, payload)))

    def listen(
        self, channel: str, heard: Callable[[str], object], missed: Callable[[], object] = lambda: None
    ) -> None:
        """Call `heard(payload)` on the event loop for every notification on a channel, until the database is closed.

        Notifications are hints: those sent while the connection is broken are lost. This reconnects by itself and
        calls `missed` after every connect, the first one too. On SQLite neither is ever called.
        """
        self._check_open()
        if self._listener is not None:
            self._listener.listen(channel, heard, missed)

    def session_locks(self) -> SessionLocks | None:
        """Return locks that this process holds against others; None on SQLite, where there are no others."""
        return self.backend.session_locks() if isinstance(self.backend, PostgreSQL) else None

    async def tidy(self) -> bool:
        """Overwrite deleted data in the write-ahead log; return False if a reader prevents it now."""
        self._check_open()
        async with self._free["writing"]:
            return await asyncio.to_thread(self.backend.tidy)

    async def close(self) -> None:
        """Refuse new transactions, wait for those that were asked for, and close all connections."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._listener is not None:
            await self._listener.close()
        for access, free in self._free.items():
            for _ in range(self.backend.size(access)):
                await free.acquire()
            await self._threads[access].close()
            self.engines[access].dispose()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise DatabaseUnusable("The database is closed.")


def _count_statements(access: Access, engine: Engine) -> None:
    counting = counted.STATEMENTS.labels(access)

    def executed(*facts: Any) -> None:
        statement: str = facts[2]
        if not statement.startswith("BEGIN"):
            counting.inc()

    event.listen(engine, "after_cursor_execute", executed)


def _tell_late(access: Access, work: Any) -> None:
    function = unwrap(getattr(work, "func", work))
    name = getattr(function, "__qualname__", type(function).__name__)
    log.warning("%s takes more than %.0f s: %s", access, LATE, name)


def _log_failure(running: asyncio.Future[Any]) -> None:
    if not running.cancelled() and (error := running.exception()):
        log.warning("a transaction whose caller was cancelled failed: %s", type(error).__name__)


async def backup(url: str, target: Path) -> None:
    """Copy the database at a SQLAlchemy address to a new file, also while it is in use; raise `DatabaseUnusable`."""
    await asyncio.to_thread(backend_at(url).backup, target)
