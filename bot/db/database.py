"""The open database: transactions, notifications between processes, backups."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from inspect import unwrap
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import URL

from bot.db.addresses import CONNECTIONS, backend_at
from bot.db.backend import Heard, Missed, Pool
from bot.db.errors import DatabaseUnusable
from bot.db.locks import begin_to_hold
from bot.db.migrate import migrate, require_current
from bot.observing import Access, Wait, observer

LATE = 5.0
"""Seconds after which a running transaction is named in the log."""

log = logging.getLogger(__name__)

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Database:
    """One database, opened with `Database.open`.

    A transaction is one plain function of a SQLAlchemy `Connection`. It runs from BEGIN to COMMIT in a database thread.
    Nothing is awaited inside, so no transaction stays open and none is cut off half-way.

    Readers see the last committed state. They never wait for writers. Writers of a SQLite file take turns. On
    PostgreSQL several write at once, and wait only for the locks they take (see `bot.db.locks`). Transactions begin
    in the order in which they were asked for.
    """

    def __init__(self, address: URL | str, connections: int = CONNECTIONS) -> None:
        """`connections` limits the connections of this process to a database server; a file needs no limit."""
        self._backend = backend_at(address, connections)
        self._observer = observer()
        self._reading = self._backend.reading(self._observer.database_is_busy)
        self._writing = self._backend.writing(self._note_busy)
        self._listener = self._backend.listener()
        self._closing: asyncio.Future[None] | None = None
        self._is_writable = True
        self._observer.database_opened("reading", self._reading.engine)
        self._observer.database_opened("writing", self._writing.engine)

    @classmethod
    async def open(cls, url: str, connections: int = CONNECTIONS) -> Self:
        """Open the database at a SQLAlchemy address; create or migrate it first.

        Before a migration changes a file, a copy is put beside it. Raises `DatabaseUnusable` where the operator has to
        act; the database is then unchanged. Raises `DatabaseBusy` where a later try may succeed: another program holds
        the database, or its server is not up yet.
        """
        await asyncio.to_thread(migrate, backend_at(url, connections))
        return cls(url, connections)

    @classmethod
    async def open_existing(cls, url: str, connections: int = CONNECTIONS) -> Self:
        """Open a database that exists and is up to date; otherwise raise `DatabaseUnusable`."""
        await asyncio.to_thread(require_current, backend_at(url, connections))
        return cls(url, connections)

    @property
    def is_alone(self) -> bool:
        """Whether only one process at a time may serve from this database."""
        return self._backend.own_file is not None

    @property
    def is_writable(self) -> bool:
        """Whether the last writer could begin; False while a writer waits for the database and after an error."""
        return self._is_writable

    async def read(
        self,
        work: Callable[Concatenate[Connection, Arguments], Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Run `work(connection, …)` in a thread, on one consistent state of the database. Writing raises there.

        The answer must not need the connection: return values and lists, no result objects.
        """
        return await self._run("reading", work, lambda db: work(db, *arguments, **named))

    async def write(
        self,
        work: Callable[Concatenate[Connection, Arguments], Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Run `work(connection, …)` in a thread, in one transaction; roll it back if `work` raises.

        When this returns, the transaction is committed and on disk. Rows whose lock is held (see `bot.db.locks`) do
        not change between reading and COMMIT. Raises `DatabaseUnusable` if the disk is full or the database stays busy.
        A cancelled caller ends at once. Its transaction runs to its end if its turn has come, and is dropped otherwise.
        """
        return await self._run("writing", work, lambda db: work(db, *arguments, **named))

    async def write_alone(
        self, work: Callable[[Connection], Answer], committed: Callable[[Answer], object] = lambda _: None
    ) -> Answer:
        """Write while no other writer of this process runs; then call `committed(answer)` on the event loop.

        Other writers wait until `committed` has returned.
        """
        return await self._run("writing", work, work, alone=True, committed=committed)

    async def _run(
        self,
        access: Access,
        named: Any,
        work: Callable[[Connection], Answer],
        *,
        alone: bool = False,
        committed: Callable[[Answer], object] = lambda _: None,
    ) -> Answer:
        """Wait for a turn, then run a transaction in a thread; `named` is the function to name in the log."""
        self._check_open()
        is_reading = access == "reading"
        pool, transact = (self._reading, self._read) if is_reading else (self._writing, self._write)
        with ExitStack() as held:
            wait = held.enter_context(self._observer.transaction(access))
            await pool.take_turn(held, alone=alone)
            tell = partial(log.warning, "%s takes more than %.0f s: %s", access, LATE, _name(named))
            held.callback(asyncio.get_running_loop().call_later(LATE, tell).cancel)
            try:
                return await _to_its_end(held.pop_all(), pool, lambda: transact(wait, work), committed)
            except DatabaseUnusable:  # also of a connection that could not be opened
                self._is_writable = self._is_writable and is_reading
                raise

    def _read(self, wait: Wait, work: Callable[[Connection], Answer]) -> Answer:
        with self._backend.explaining(), self._reading.begun() as db:
            wait.begun()
            return work(db)

    def _write(self, wait: Wait, work: Callable[[Connection], Answer]) -> Answer:
        is_ready = True
        try:
            with self._backend.explaining(), self._writing.begun() as db:
                wait.begun()
                begin_to_hold(db)
                return work(db)
        except DatabaseUnusable:
            is_ready = False
            raise
        finally:
            self._is_writable = is_ready

    def _note_busy(self) -> None:
        self._observer.database_is_busy()
        self._is_writable = False

    def now(self, db: Connection) -> int | None:
        """Return the clock that all processes share, in milliseconds since 1970 UTC; None on SQLite."""
        return self._backend.now(db)

    def notify(self, db: Connection, channel: str, payload: str = "") -> None:
        """Send a notification to every process that listens on a channel, this one too, at the COMMIT of `db`.

        A payload has at most 7999 bytes and nothing private. On SQLite nothing is sent.
        """
        self._backend.notify(db, channel, payload)

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Call `heard(payload)` on the event loop for every notification on a channel, until the database is closed.

        Notifications are hints: those sent while the connection is broken are lost. This reconnects by itself and
        calls `missed` after every connect, the first one too. On SQLite neither is ever called.
        """
        self._check_open()
        if self._listener is not None:
            self._listener.listen(channel, heard, missed)

    async def tidy(self) -> bool:
        """Overwrite deleted data in the write-ahead log; return False if a reader prevents it now."""
        self._check_open()

        def tidy() -> bool:
            with self._backend.explaining():
                return self._backend.tidy()

        with ExitStack() as held:
            await self._writing.take_turn(held, alone=True)
            return await _to_its_end(held.pop_all(), self._writing, tidy)

    async def close(self) -> None:
        """Refuse new transactions, wait for those that were asked for, and close all connections."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        if self._listener is not None:
            await self._listener.close()
        for pool in (self._writing, self._reading):
            with ExitStack() as held:
                await pool.take_turn(held, alone=True)
                await pool.close()

    def _check_open(self) -> None:
        if self._closing is not None:
            raise DatabaseUnusable("The database is closed.")


def _name(work: Any) -> str:
    function = unwrap(getattr(work, "func", work))
    return str(getattr(function, "__qualname__", type(work).__name__))


async def _to_its_end(
    held: ExitStack,
    pool: Pool,
    job: Callable[[], Answer],
    committed: Callable[[Answer], object] = lambda _: None,
) -> Answer:
    """Run a job that a cancelled caller does not stop; close `held` when the job is done."""

    async def run() -> Answer:
        with held:
            answer = await pool.run(job)
            committed(answer)
            return answer

    running = asyncio.ensure_future(run())
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        running.add_done_callback(_log_failure)
        raise


def _log_failure(running: asyncio.Future[Any]) -> None:
    if not running.cancelled() and (error := running.exception()):
        log.warning("a transaction whose caller was cancelled failed: %s", type(error).__name__)


async def backup(url: str, target: Path) -> None:
    """Copy the database at a SQLAlchemy address to a new file, also while it is in use; raise `DatabaseUnusable`."""
    await asyncio.to_thread(backend_at(url).backup, target)
