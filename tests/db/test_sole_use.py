"""One process at a time serves from a SQLite file; whoever only looks at it is kept out by nothing."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.db import Database, DatabaseUnusable, backend, backup
from tests.waiting import until

HOLDING = """
import fcntl, sys, time
held = open(sys.argv[1], "a")
fcntl.lockf(held, fcntl.LOCK_EX)
print("held", flush=True)
time.sleep(600)
"""

pytestmark = pytest.mark.sqlite


@asynccontextmanager
async def another_process(file: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Let another process serve from a file; it is killed when the block ends."""
    lock = file.with_name(f"{file.name}.lock")
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDING, str(lock), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    await process.stdout.readline()
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def test_the_second_is_refused_with_a_sentence(
    url: str, file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(backend, "PATIENCE", 0.01)
    async with another_process(file):
        with pytest.raises(
            DatabaseUnusable, match=r"is served by another Paddock already: stop that one first\."
        ):
            async with backend.sole_use(url):
                pytest.fail("it serves as well")
    assert "waiting for it to stop" in caplog.text


async def test_it_waits_for_one_that_is_still_ending_and_a_killed_one_keeps_nothing(
    url: str, file: Path
) -> None:
    served = asyncio.Event()

    async def serve() -> None:
        async with backend.sole_use(url):
            served.set()

    async with another_process(file) as process:
        serving = asyncio.create_task(serve())
        process.kill()
        await until(lambda: _is(served))
        await serving


async def _is(event: asyncio.Event) -> bool:
    return event.is_set()


async def test_backups_are_made_and_the_books_are_read_beside_it(
    url: str, file: Path, tmp_path: Path
) -> None:
    await (await Database.open(url)).close()
    async with another_process(file):
        await backup(url, tmp_path / "copy.db")
        store = await Database.open_existing(url)
        assert await store.read(lambda db: db.scalar(select(1))) == 1
        await store.close()


async def test_a_database_server_takes_many() -> None:
    async with backend.sole_use("postgresql://nobody@nowhere/paddock"):
        pass


async def test_a_folder_that_may_not_be_written_to_is_named(url: str, file: Path) -> None:
    file.with_name(f"{file.name}.lock").mkdir()
    with pytest.raises(DatabaseUnusable, match=r"\.lock cannot be written: "):
        async with backend.sole_use(url):
            pytest.fail("nothing keeps the others out")


async def test_a_file_system_that_knows_no_locks_is_not_taken_for_another_process(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(_handle: int, _how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "lockf", no_locks)
    with pytest.raises(
        DatabaseUnusable, match=r"\.lock cannot be locked: No locks available\. Put the database on"
    ):
        async with backend.sole_use(url):
            pytest.fail("nothing keeps the others out")


async def test_a_link_to_itself_is_told_as_what_it_is(url: str, file: Path) -> None:
    await asyncio.to_thread(file.symlink_to, file)
    with pytest.raises(DatabaseUnusable, match=r"paddock\.db\.lock cannot be written: "):
        async with backend.sole_use(url):
            pytest.fail("there is no file")


async def test_who_is_told_to_stop_while_another_one_serves_stops(url: str, file: Path) -> None:
    async with another_process(file):
        waiting = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env={**os.environ, "DISCORD_TOKEN": "none", "PADDOCK_DATABASE_URL": url},
            stderr=asyncio.subprocess.PIPE,
        )
        assert waiting.stderr
        while b"waiting for it to stop" not in await waiting.stderr.readline():
            pass
        waiting.terminate()
        assert (await waiting.communicate(), waiting.returncode) == ((None, b""), 0)
    assert not await asyncio.to_thread(file.exists)


async def test_a_file_is_the_same_by_whatever_name_it_is_told(
    url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "PATIENCE", 0.01)
    link = file.with_name("link.db")
    link.symlink_to(file)
    async with another_process(file):
        with pytest.raises(DatabaseUnusable, match="is served by another Paddock already"):
            async with backend.sole_use(url.replace(file.name, link.name)):
                pytest.fail("it serves as well")


@pytest.mark.parametrize("connections", [2, 3, 8])
async def test_a_server_lets_others_in_however_few_connections_a_process_has(connections: int) -> None:
    store = Database(f"postgresql://nobody@nowhere/paddock?connections={connections}")
    assert not store.is_alone
    await store.close()


async def test_who_serves_from_a_file_is_the_only_one(url: str) -> None:
    store = Database(url)
    assert store.is_alone
    await store.close()
