from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Generator
from contextvars import Context
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store.schema import accounts


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "paddock.db"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def add() -> Callable[[AsyncConnection, str], Coroutine[Any, Any, None]]:
    """Put a row into the database; which table does not matter here."""

    async def add(db: AsyncConnection, name: str) -> None:
        await db.execute(
            insert(accounts).values(account_id=name, guild_id=1, kind="house", owner=name, balance=0)
        )

    return add


@pytest.fixture
def rows() -> Callable[[Store], Coroutine[Any, Any, int]]:
    async def rows(store: Store) -> int:
        async with store.reading() as db:
            return int((await db.execute(select(func.count()).select_from(accounts))).scalar_one())

    return rows


@pytest.fixture
def elsewhere() -> Callable[[Coroutine[Any, Any, Any]], asyncio.Task[Any]]:
    """Do something as a task that nobody started from inside a transaction, such as another person's press."""

    def elsewhere(work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        return asyncio.get_running_loop().create_task(work, context=Context())

    return elsewhere


@pytest.fixture
def is_unlocked(file: Path) -> Callable[[], bool]:
    """Whether a stranger can have the database's write lock at once."""

    def is_unlocked() -> bool:
        stranger = sqlite3.connect(file, timeout=0, isolation_level=None)
        try:
            stranger.execute("BEGIN IMMEDIATE")
            stranger.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return False
        finally:
            stranger.close()
        return True

    return is_unlocked


class CancelledAt:
    """Runs a coroutine and cancels its task each time it waits, from the `first` wait for `times` waits."""

    def __init__(self, work: Coroutine[Any, Any, Any], first: int, times: int = 1) -> None:
        self._work = work
        self._waits = range(first, first + times)

    def __await__(self) -> Generator[Any, Any, Any]:
        wait = 0
        step = self._work.__await__()
        resume = lambda: step.send(None)  # noqa: E731
        while True:
            try:
                future = resume()
            except StopIteration as end:
                return end.value
            if wait in self._waits:
                asyncio.current_task().cancel()  # type: ignore[union-attr]
            wait += 1
            try:
                yield future
                resume = lambda: step.send(None)  # noqa: E731
            except BaseException as error:  # noqa: BLE001 - whatever it is belongs to the coroutine
                resume = lambda thrown=error: step.throw(thrown)  # noqa: E731


@pytest.fixture
def cancelled_at() -> type[CancelledAt]:
    return CancelledAt
