"""One transaction, from BEGIN to COMMIT or ROLLBACK, whatever happens to the task in between."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.retry import patiently
from bot.store.uncancelled import unbroken


class UnbrokenConnection(AsyncConnection):
    """A connection whose statements run to their end even when the task is cancelled.

    A statement cut off half-way would keep its lock for as long as something refers to its cursor.
    """

    async def execute(self, *arguments: Any, **options: Any) -> Any:
        """Execute a statement, as `AsyncConnection.execute` does."""
        return await unbroken(super().execute(*arguments, **options))

    async def exec_driver_sql(self, *arguments: Any, **options: Any) -> Any:
        """Execute a statement, as `AsyncConnection.exec_driver_sql` does."""
        return await unbroken(super().exec_driver_sql(*arguments, **options))

    async def run_sync(self, *arguments: Any, **options: Any) -> Any:
        """Run a function of a plain connection, as `AsyncConnection.run_sync` does."""
        return await unbroken(super().run_sync(*arguments, **options))


@asynccontextmanager
async def transaction(
    engine: AsyncEngine, waits: Callable[[], object] = lambda: None
) -> AsyncIterator[AsyncConnection]:
    """Lend a connection inside a transaction that is committed at the end and rolled back on any exception.

    `waits` hears of every moment in which the database is held by another process. A cancelled task leaves nothing
    behind: each step runs to its end before the cancellation is raised.
    """
    db = UnbrokenConnection(engine)
    try:
        await patiently(lambda: unbroken(_begin(db)), waits)
        yield db
        await unbroken(db.commit())
    finally:
        await unbroken(_let_go(db))


async def _begin(db: AsyncConnection) -> None:
    if db.sync_connection is None:
        await db.start()
    await db.begin()


async def _let_go(db: AsyncConnection) -> None:
    if db.sync_connection is not None:
        await db.close()
