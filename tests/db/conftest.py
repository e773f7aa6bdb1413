from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, make_url, select

from bot.db import Database
from bot.db.schema import accounts
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
async def store(made_url: str) -> AsyncIterator[Database]:
    opened = await Database.open(made_url)
    yield opened
    await opened.close()


@pytest.fixture
def add() -> Callable[[Connection, str], None]:
    """Put a row into the database; which table does not matter here."""

    def add(db: Connection, name: str) -> None:
        db.execute(insert(accounts).values(account_id=name, guild_id=1, kind="house", owner=name, balance=0))

    return add


@pytest.fixture
def count() -> Callable[[Connection], int]:
    """Count those rows."""

    def count(db: Connection) -> int:
        return int(db.execute(select(func.count()).select_from(accounts)).scalar_one())

    return count


@pytest.fixture
def rows(count: Callable[[Connection], int]) -> Callable[[Database], Coroutine[Any, Any, int]]:
    async def rows(store: Database) -> int:
        return await store.read(count)

    return rows


class Pause:
    """Stops a thread until it may go on."""

    def __init__(self) -> None:
        self._is_reached, self._may_go_on = threading.Event(), threading.Event()

    def __call__(self, _db: object = None) -> None:
        self._is_reached.set()
        assert self._may_go_on.wait(30)

    async def reached(self) -> None:
        """Wait until the thread stands still."""
        assert await asyncio.to_thread(self._is_reached.wait, 30)

    def end(self) -> None:
        """Have it go on."""
        self._may_go_on.set()


@pytest.fixture
def new_pause(store: Database) -> Iterator[Callable[[], Pause]]:
    """Make pauses; they end at the latest with the test, so that the database can be closed."""
    made: list[Pause] = []

    def new_pause() -> Pause:
        made.append(Pause())
        return made[-1]

    yield new_pause
    for pause in made:
        pause.end()


@pytest.fixture
def pause(new_pause: Callable[[], Pause]) -> Pause:
    return new_pause()


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
