"""The interface of a backend (SQLite or PostgreSQL), and the connection pools that both use."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from contextvars import copy_context
from pathlib import Path
from typing import Protocol, TypeVar

from sqlalchemy import Connection, Engine

PATIENCE = 30.0
"""Seconds of retries before a busy database is an error."""
FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.25
"""Seconds between two tries, doubled after each."""

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
Waits = Callable[[], object]
"""Called in a database thread after every try that found the database busy."""
Heard = Callable[[str], object]
"""Called on the event loop with the payload of a notification; must not block."""
Missed = Callable[[], object]
"""Called on the event loop after every connect: earlier notifications may be lost."""


class Pool:
    """Connections for readers or for writers, and one thread for each."""

    def __init__(
        self,
        engine: Engine,
        size: int,
        begun: Callable[[], AbstractContextManager[Connection]] | None = None,
    ) -> None:
        """`begun` is a transaction as a context manager: COMMIT at its end, ROLLBACK on an exception. Blocks."""
        self.engine = engine
        self.begun = begun or engine.begin
        self._size = size
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="database")
        self._turns = asyncio.Semaphore(size)
        self._alone = asyncio.Lock()

    async def take_turn(self, held: ExitStack, *, alone: bool = False) -> None:
        """Take one of the turns, or all of them with `alone`; `held` gives them back. First come, first served."""
        if alone:
            await self._alone.acquire()
            held.callback(self._alone.release)
        for _ in range(self._size if alone else 1):
            await self._turns.acquire()
            held.callback(self._turns.release)

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """Run a function in a thread of the pool, with the context variables of the caller."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, copy_context().run, job)

    async def close(self) -> None:
        """Close all connections, when no transaction runs any more."""
        await asyncio.to_thread(self._threads.shutdown)
        self.engine.dispose()


@contextmanager
def only_transaction(engine: Engine) -> Iterator[Connection]:
    """Run one transaction on an engine, then close the engine. Blocks."""
    try:
        with engine.begin() as db:
            yield db
    finally:
        engine.dispose()


def patiently(
    is_busy: Callable[[BaseException], bool], attempt: Callable[[], Answer], waits: Waits = lambda: None
) -> Answer:
    """Retry `attempt()` while `is_busy(error)`, for at most `PATIENCE` seconds, with growing pauses. Blocks.

    `waits` is called after every try that found the database busy. Other errors are raised at once.
    """
    given_up_at = time.monotonic() + PATIENCE
    pause = FIRST_PAUSE
    while True:
        try:
            return attempt()
        except Exception as error:
            if not is_busy(error) or time.monotonic() >= given_up_at:
                raise
        waits()
        if pause == FIRST_PAUSE:  # one line is enough: the database logs long transactions
            log.warning(
                "The database is in use or cannot be reached; trying again for up to %.0f s.", PATIENCE
            )
        time.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


class Listener(Protocol):
    """Receives the notifications of all processes, this one too."""

    def listen(self, channel: str, heard: Heard, missed: Missed | None = None) -> None:
        """Call `heard` for every notification on a channel, and `missed` whenever some may be lost."""

    async def close(self) -> None:
        """Stop listening."""


class Backend:
    """One database, in a SQLite file or on a PostgreSQL server. All methods block."""

    place: str
    """The name of the database in messages; contains no password."""
    own_file: Path | None = None
    """The file from which only one process at a time may serve; None where several may."""

    def reading(self, waits: Waits) -> Pool:
        """Make a pool of read-only transactions; each sees one state of the database."""
        raise NotImplementedError

    def writing(self, waits: Waits) -> Pool:
        """Make a pool of writing transactions; COMMIT returns when they are on disk."""
        raise NotImplementedError

    def migrating(self, *, is_changing: bool) -> AbstractContextManager[Connection]:
        """Begin a transaction on a new connection, to read the version of a database or to migrate it."""
        raise NotImplementedError

    def explaining(self) -> AbstractContextManager[None]:
        """Turn errors of the environment (disk, network, programs) into `DatabaseUnusable`; leave bugs as they are."""
        raise NotImplementedError

    def check_place(self) -> None:
        """Raise `DatabaseUnusable` if no database can be created here, as far as is known without opening it."""

    def check_there(self) -> None:
        """Raise `DatabaseUnusable` if there is no database here, as far as is known without opening it."""

    def require_every_letter(self, db: Connection) -> None:
        """Raise `DatabaseUnusable` if the database cannot store every Unicode character."""

    def keep_others_out(self, db: Connection) -> None:
        """Take the lock of migrations until the transaction ends."""

    def copied(self, version: str | None) -> AbstractContextManager[None]:
        """Keep a copy of a database of this version while it is migrated, where the backend makes copies."""
        return nullcontext()

    def broken_references(self, db: Connection) -> list[str]:
        """Return the tables with broken foreign keys, where the server does not check them itself."""
        return []

    def finish_migration(self) -> None:
        """Change settings that cannot be changed inside a transaction."""

    def require_unused(self) -> None:
        """Raise `DatabaseUnusable` if any program has the database open; this one must not."""
        raise NotImplementedError

    def tidy(self) -> bool:
        """Overwrite deleted data in the write-ahead log; return False if a reader prevents it now."""
        return True

    def backup(self, target: Path) -> None:
        """Copy the database to a new file; raise `DatabaseUnusable` where another tool does that."""
        raise NotImplementedError

    def now(self, db: Connection) -> int | None:
        """Return the clock that all processes share, in milliseconds since 1970 UTC; None if there is none."""
        return None

    def notify(self, db: Connection, channel: str, payload: str) -> None:
        """Send a notification to every process that listens, at COMMIT."""

    def listener(self) -> Listener | None:
        """Return the listener for notifications; None where there is only one process."""
        return None
