"""One transaction, from BEGIN to COMMIT or ROLLBACK, whatever other processes and the task itself do in between."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.cancellation import to_its_end
from bot.store.errors import StoreBusy, StoreError
from bot.store.lock_order import Held
from bot.store.owed import OWED

PATIENCE = 30.0
"""Seconds until a database that stays busy is given up."""
FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.25
"""Seconds between tries: doubled each time from the first to the longest."""

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")

First = Callable[[Callable[[], Awaitable[Any]]], Awaitable[Any]]
"""Makes the first statement of a transaction."""


async def unbroken(step: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a step to its end and return its answer.

    A cancellation that arrives meanwhile is raised once the step is done: half a COMMIT is never left behind,
    and whoever comes next never meets a connection that is still at work.
    """
    running = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            with suppress(asyncio.CancelledError):
                await asyncio.wait({running})
        if not running.cancelled():
            running.exception()  # Seen: the cancellation is what the caller asked for.
        raise


class UnbrokenConnection(AsyncConnection):
    """A connection whose statements run to their end even when the task is cancelled.

    A statement cut off half-way would keep its lock for as long as something refers to its cursor. Connections of our
    own making see to it (`bot.store.cancellation`): a task a statement would cost more than the statement.
    """

    def __init__(
        self,
        engine: AsyncEngine,
        place: str,
        connection: Connection | None = None,
        held: Held | None = None,
        first: First | None = None,
    ) -> None:
        """`first` makes the first statement, with which a transaction of SQLite's begins."""
        super().__init__(engine, connection)
        self._place = place
        self.held = held
        """The locks that this transaction holds until its end, see `bot.store.locks`; None: it takes none."""
        is_in_thread = engine.dialect.driver == "aiosqlite"
        self._answer = to_its_end if is_in_thread else self._explained
        self._may_owe = is_in_thread
        self._first = first if is_in_thread else None

    async def execute(self, statement: Executable, *arguments: Any, **options: Any) -> Any:
        """Execute a statement, as `AsyncConnection.execute` does; one that is owed only later, see `bot.store.owed`."""
        make, may_wait = super().execute, self._may_owe and OWED in statement.get_execution_options()
        if self._first is not None:
            if may_wait:  # not this one: others may hold the database, and are waited for
                statement = statement.execution_options(**{OWED: False})
            return await self._make_first(lambda: make(statement, *arguments, **options))
        if may_wait:
            return self._proxied.execute(statement, *arguments, **options)  # which waits for nothing
        return await self._answer(make(statement, *arguments, **options))

    async def exec_driver_sql(self, *arguments: Any, **options: Any) -> Any:
        """Execute a statement, as `AsyncConnection.exec_driver_sql` does."""
        make = super().exec_driver_sql
        return await self._make_first(lambda: make(*arguments, **options))

    async def _make_first(self, make: Callable[[], Awaitable[Any]]) -> Any:
        """Make a statement, which may be the first one."""
        first, self._first = self._first, None
        return await (self._answer(make()) if first is None else first(lambda: self._answer(make())))

    def begin_none(self) -> None:
        """Have the one statement that follows be a transaction by itself; a second one is refused."""
        adapted: Any = self._proxied.connection.dbapi_connection
        adapted.begin_none()
        make = self._first or _at_once

        async def only(attempt: Callable[[], Awaitable[Any]]) -> Any:
            self._first = _refused
            return await make(attempt)

        self._first = only

    async def run_sync(self, *arguments: Any, **options: Any) -> Any:
        """Run a function of a plain connection, as `AsyncConnection.run_sync` does."""
        return await to_its_end(super().run_sync(*arguments, **options))

    def give_back(self) -> Connection:
        """Return the plain connection to whoever lends it next; this one is of no use any more."""
        connection, self.sync_connection = self._proxied, None
        return connection

    async def _explained(self, statement: Awaitable[Any]) -> Any:
        try:
            return await to_its_end(statement)
        except TimeoutError as error:
            raise StoreBusy(f"{self._place} took too long to answer.") from error
        except OSError as error:  # a driver's: nothing of ours reads or writes inside a statement
            raise StoreBusy(f"{self._place} broke off the connection.") from error


class Trouble(Protocol):
    """What a backend knows of errors."""

    place: str

    def is_busy(self, error: BaseException) -> bool:
        """Whether the same may work in a moment."""

    def is_lost(self, error: BaseException) -> bool:
        """Whether the connection broke."""

    def is_open(self, connection: Connection) -> bool:
        """Whether a connection that nobody uses can still be used."""


@asynccontextmanager
async def transaction(
    trouble: Trouble,
    engine: AsyncEngine,
    waits: Callable[[], object] = lambda: None,
    idle: list[Connection] | None = None,
    held: Held | None = None,
    *,
    is_single: bool = False,
) -> AsyncIterator[AsyncConnection]:
    """Lend a connection inside a transaction that is committed at the end and rolled back on any exception.

    `held` is where the locks are noted that it takes; one that only reads takes none. `waits` hears of every moment in
    which the database cannot be had. `idle` are connections to take in the place of one from the pool, which has more
    to see to; one that broke meanwhile goes back there, to be made anew. One that has committed comes to them, and is
    closed by whoever has them. A cancelled task leaves nothing behind: each step runs to its end before the
    cancellation is raised. Raises `StoreError` where the connection breaks during COMMIT: then nobody knows whether it
    is committed. With `is_single` it is of one statement, and neither BEGIN nor COMMIT is said.
    """

    async def first(attempt: Callable[[], Awaitable[Any]]) -> Any:
        return await patiently(trouble.is_busy, attempt, waits)

    db = UnbrokenConnection(engine, trouble.place, idle.pop() if idle else None, held, first)
    try:
        if db.sync_connection is not None and not trouble.is_open(db.sync_connection):
            await to_its_end(db.close())
            db = UnbrokenConnection(engine, trouble.place, held=held, first=first)
        await patiently(trouble.is_busy, lambda: _begun(db), waits)
        if is_single:
            db.begin_none()
        yield db
        await to_its_end(_commit(trouble, db))
        if idle is not None:
            idle.append(db.give_back())
    finally:
        await to_its_end(_let_go(db))


async def _commit(trouble: Trouble, db: AsyncConnection) -> None:
    try:
        await db.commit()
    except Exception as error:
        if trouble.is_lost(error):
            raise StoreError(
                f"{trouble.place} broke off the connection while it was committing: "
                "whether the last step was kept shows when it is read again."
            ) from error
        raise


def _begun(db: UnbrokenConnection) -> Awaitable[None]:
    """Begin; where a connection may have to be opened, in a task of its own: that takes several steps."""
    return (unbroken if db.sync_connection is None else to_its_end)(_begin(db))


async def _begin(db: AsyncConnection) -> None:
    if db.sync_connection is None:
        await db.start()
    await db.begin()


async def _at_once(make: Callable[[], Awaitable[Any]]) -> Any:
    return await make()


async def _refused(_make: Callable[[], Awaitable[Any]]) -> Any:
    raise RuntimeError("this transaction is of one statement, which it has made")


async def _let_go(db: AsyncConnection) -> None:
    if db.sync_connection is not None:
        await db.close()


async def patiently(
    is_busy: Callable[[BaseException], bool],
    attempt: Callable[[], Awaitable[Answer]],
    waits: Callable[[], object] = lambda: None,
) -> Answer:
    """Await `attempt()` anew while it fails because the database is busy, with growing pauses.

    `waits` hears of every attempt that failed so. After `PATIENCE` seconds the last error is raised; any other error is
    raised at once.
    """
    clock = asyncio.get_running_loop().time
    given_up_at = clock() + PATIENCE
    pause = FIRST_PAUSE
    while True:
        try:
            return await attempt()
        except Exception as error:
            if not is_busy(error) or clock() >= given_up_at:
                raise
        waits()
        if pause == FIRST_PAUSE:  # one line tells it; who waits for long is named by the store
            log.warning(
                "The database is in use or cannot be reached; trying again for up to %.0f s.", PATIENCE
            )
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)
