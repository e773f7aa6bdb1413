from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from contextvars import Context
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, make_url, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import Store
from bot.store.schema import accounts
from tests.databases import SQLITE, committed_to_disk


@pytest.fixture(autouse=True, scope="package")
def _durable() -> Iterator[None]:
    """Commit to the disk, as the program does."""
    with committed_to_disk():
        yield


@pytest.fixture
def url(backend: str, request: pytest.FixtureRequest) -> str:
    """Where a database is made: a new file, or one on a server that is as good as new."""
    return str(request.getfixturevalue("no_database_url" if backend == SQLITE else "new_url"))


@pytest.fixture
def file(url: str) -> Path:
    """The file of a SQLite database."""
    return Path(make_url(url).database or "")


@pytest.fixture
def made_url(backend: str, url: str, request: pytest.FixtureRequest) -> str:
    """The same, made already: what making a new one does is tried in `test_opening` and `test_migrations`."""
    if backend == SQLITE:
        shutil.copy(request.getfixturevalue("new_database"), make_url(url).database or "")
    return url


@pytest.fixture
async def store(made_url: str) -> AsyncIterator[Store]:
    opened = await Store.open(made_url)
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
def is_unlocked(backend: str, url: str, request: pytest.FixtureRequest) -> Callable[[], bool]:
    """Whether a stranger can write at once: in a file, or because no transaction is open on the server."""

    def file_is_unlocked() -> bool:
        stranger = sqlite3.connect(make_url(url).database or "", timeout=0, isolation_level=None)
        try:
            stranger.execute("BEGIN IMMEDIATE")
            stranger.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return False
        finally:
            stranger.close()
        return True

    def server_is_unlocked() -> bool:
        open_ones = f"datname = '{make_url(url).database}' AND xact_start IS NOT NULL"
        found = request.getfixturevalue("postgresql").execute(
            f"SELECT count(*) FROM pg_stat_activity WHERE {open_ones}"
        )
        return found[0][0] == 0

    return file_is_unlocked if backend == SQLITE else server_is_unlocked


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
