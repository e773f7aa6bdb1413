from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.db import Database, DatabaseUnusable, backup

pytestmark = pytest.mark.sqlite


async def test_a_copy_holds_what_was_committed_and_opens_as_a_database(store, url, add, rows, tmp_path):
    await store.write(add, "one")
    copy = tmp_path / "copy.db"
    await backup(url, copy)
    assert [path.name for path in tmp_path.glob("*copy*")] == ["copy.db"]
    opened = await Database.open(f"sqlite:///{copy}")
    assert await rows(opened) == 1
    await opened.close()


async def test_a_copy_taken_inside_somebodys_transaction_does_not_hold_it_and_does_not_wait(
    store, url, add, tmp_path, pause
):
    def write(db):
        add(db, "not yet")
        pause()

    copy = tmp_path / "copy.db"
    writing = asyncio.create_task(store.write(write))
    await pause.reached()
    await asyncio.wait_for(backup(url, copy), 20)
    pause.end()
    await writing
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM accounts").fetchone() == (0,)


async def test_a_copy_never_overwrites_a_file(store, url, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("dear to somebody")
    with pytest.raises(DatabaseUnusable, match="taken exists already"):
        await backup(url, taken)
    assert taken.read_text() == "dear to somebody"


async def test_a_copy_whose_name_is_too_long_is_refused_in_a_sentence(store, url, tmp_path):
    with pytest.raises(DatabaseUnusable, match="cannot be written: File name too long"):
        await backup(url, tmp_path / ("a" * 300))


async def test_a_file_made_while_the_copy_is_taken_is_not_overwritten(store, url, tmp_path, monkeypatch):
    import os

    target = tmp_path / "copy.db"
    link = os.link

    def beaten(source: str, name: str) -> None:
        target.write_text("first")
        link(source, name)

    monkeypatch.setattr("bot.db.sqlite_file.os.link", beaten)
    with pytest.raises(DatabaseUnusable, match=r"copy\.db exists already"):
        await backup(url, target)
    assert target.read_text() == "first"


async def test_a_copy_is_as_private_as_the_database(store, url, file, tmp_path):
    file.chmod(0o600)
    copy = tmp_path / "copy.db"
    await backup(url, copy)
    assert copy.stat().st_mode & 0o777 == 0o600


async def test_a_copy_goes_nowhere_where_there_is_no_folder(store, url, tmp_path):
    with pytest.raises(DatabaseUnusable, match="cannot be written: No such file or directory"):
        await backup(url, tmp_path / "none" / "copy.db")


async def test_a_damaged_database_gives_no_copy(store, url, file, tmp_path, add):
    await store.write(lambda db: [add(db, f"row {n}") for n in range(200)])
    await store.close()
    damaged = bytearray(file.read_bytes())
    damaged[4096:-4096] = b"\xff" * (len(damaged) - 8192)
    file.write_bytes(damaged)
    with pytest.raises(DatabaseUnusable, match=r"No copy was made: .* damaged"):
        await backup(f"sqlite:///{file}", tmp_path / "copy.db")
    assert list(tmp_path.glob("*copy*")) == []


async def test_what_is_not_there_or_no_database_gives_no_copy(tmp_path):
    with pytest.raises(DatabaseUnusable, match="There is no database"):
        await backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "copy.db")
    (tmp_path / "diary.txt").write_text("Dear diary, " * 1000)
    with pytest.raises(DatabaseUnusable, match="is not a SQLite database"):
        await backup(f"sqlite:///{tmp_path}/diary.txt", tmp_path / "copy.db")
    assert list(tmp_path.glob("*copy*")) == []


async def test_a_database_on_a_server_is_left_to_its_own_tools(tmp_path):
    with pytest.raises(DatabaseUnusable, match=r"PostgreSQL's own tools .* pg_dump --format=custom"):
        await backup("postgresql+asyncpg://host/paddock", tmp_path / "copy.db")
