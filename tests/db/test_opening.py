"""What an operator can get wrong, each answered with one sentence and an untouched file."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.db import Database, DatabaseUnusable, backup
from bot.db.backend import sole_use

pytestmark = pytest.mark.sqlite


async def refused(url: str, match: str) -> None:
    with pytest.raises(DatabaseUnusable, match=match) as refusal:
        await Database.open(url)
    assert "\n" not in str(refusal.value)


async def test_a_new_file_becomes_a_database(url, file, rows):
    store = await Database.open(url)
    assert await rows(store) == 0
    await store.close()
    assert file.exists()


@pytest.fixture
def usual_mask() -> Iterator[None]:
    """Have new files be readable by everybody, as on most machines."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


@pytest.mark.usefixtures("usual_mask")
async def test_a_new_database_and_all_that_lies_beside_it_is_its_users_alone(url, file, add):
    async with sole_use(url):
        store = await Database.open(url)
        await store.write(add, "one")
        await backup(url, file.with_name("copy.db"))
        found = rights(file.parent)
        await store.close()
    assert set(found) == {"copy.db", "paddock.db", "paddock.db-shm", "paddock.db-wal", "paddock.db.lock"}
    assert set(found.values()) == {0o600}


@pytest.mark.usefixtures("usual_mask")
async def test_a_database_that_is_there_keeps_the_rights_its_operator_gave_it(url, file, add):
    await (await Database.open(url)).close()
    file.chmod(0o640)
    store = await Database.open(url)
    await store.write(add, "one")
    found = rights(file.parent)
    await store.close()
    assert found == dict.fromkeys(["paddock.db", "paddock.db-shm", "paddock.db-wal"], 0o640)


async def test_an_empty_file_counts_as_new(url, file, rows):
    file.touch()
    store = await Database.open(url)
    assert await rows(store) == 0
    await store.close()


async def test_the_short_form_of_an_address_will_do(file, rows):
    store = await Database.open(f"sqlite:///{file}")
    assert await rows(store) == 0
    await store.close()


@pytest.mark.parametrize(
    ("url", "match"),
    [
        ("paddock.db", "cannot be read"),
        ("", "cannot be read"),
        ("mysql+aiomysql://host/paddock", "names neither SQLite nor PostgreSQL"),
        ("sqlite+aiosqlite://", "has to be a file"),
        ("sqlite+aiosqlite:///:memory:", "has to be a file"),
        ("sqlite+aiosqlite:///file:paddock?mode=memory&uri=true", "has to be a file"),
        ("sqlite+aiosqlite:///x?y.db", "a question mark in its name has to be renamed"),
        ("sqlite+aiosqlite:///paddock.db?mode=ro", "takes no options"),
        ("sqlite+aiosqlite://data/paddock.db", "begins with three slashes"),
    ],
)
async def test_an_address_that_is_not_a_sqlite_file_is_refused(url, match):
    await refused(url, match)


async def test_a_folder_is_refused(tmp_path):
    await refused(f"sqlite+aiosqlite:///{tmp_path}", "is a folder")


async def test_a_folder_that_does_not_exist_is_refused(tmp_path):
    await refused(f"sqlite+aiosqlite:///{tmp_path}/none/paddock.db", "does not exist")


async def test_a_file_that_is_not_a_database_is_refused_and_kept(url, file):
    file.write_bytes(b"Dear diary, today at the races\n" * 100)
    before = file.read_bytes()
    await refused(url, "is not a SQLite database")
    assert file.read_bytes() == before


async def test_a_damaged_database_is_refused_and_kept(url, file):
    await (await Database.open(url)).close()
    damaged = bytearray(file.read_bytes())
    damaged[100:2000] = b"\xff" * 1900
    file.write_bytes(damaged)
    await refused(url, "is damaged")
    assert file.read_bytes() == bytes(damaged)


async def test_another_programs_database_is_refused_and_kept(url, file):
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE tables (table_id TEXT)")
        other.execute("CREATE TABLE alembic_version (version_num TEXT)")
        other.commit()
    before = file.read_bytes()
    await refused(url, "belongs to another program")
    assert file.read_bytes() == before


async def test_a_database_newer_than_the_program_is_refused_and_kept(url, file):
    await (await Database.open(url)).close()
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE paddock_version SET version_num = '9999'")
        other.commit()
    before = file.read_bytes()
    await refused(url, "newer Paddock .version 9999.")
    assert file.read_bytes() == before


@contextmanager
def without_rights() -> Iterator[None]:
    """Have no more rights than anybody: the tests may be run by root, who may do everything."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.fixture
def shown_folder() -> Iterator[Path]:
    """A folder that everybody may enter and nobody may write to."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


async def test_a_folder_that_may_not_be_written_to_is_refused(shown_folder):
    shown_folder.chmod(0o555)
    with without_rights():
        await refused(
            f"sqlite+aiosqlite:///{shown_folder}/paddock.db", "cannot be opened: check that the folder"
        )


def test_a_database_that_cannot_be_opened_is_done_with_before_its_event_loop_is(tmp_path, rows, monkeypatch):
    """A thread that still spoke to the loop afterwards would tell of its trouble on the operator's screen."""
    trouble = []
    monkeypatch.setattr(threading, "excepthook", trouble.append)
    (tmp_path / "paddock.db").mkdir()

    async def opened() -> None:
        with pytest.raises(DatabaseUnusable):
            await rows(Database(f"sqlite:///{tmp_path}/paddock.db"))

    before = set(threading.enumerate())
    for _ in range(100):
        asyncio.run(opened())
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert not trouble


async def test_a_database_that_may_not_be_written_to_is_refused(shown_folder):
    url = f"sqlite+aiosqlite:///{shown_folder}/paddock.db"
    await (await Database.open(url)).close()
    (shown_folder / "paddock.db").chmod(0o444)
    shown_folder.chmod(0o555)
    with without_rights():
        await refused(url, "cannot be opened|may only be read")
