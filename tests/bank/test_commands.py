"""`paddock bank audit` and `paddock backup`, as an operator runs them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import bank
from bot.__main__ import main
from bot.store import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database with one table that was bought into, and which is missing."""
    address = f"sqlite+aiosqlite:///{tmp_path}/paddock.db"

    async def fill() -> None:
        store = await Store.open(address)
        async with store.writing() as db:
            await bank.buy_in(db, 1, "T", [11], 2000, now=0)
        await store.close()

    asyncio.run(fill())
    return address


@pytest.fixture
def paddock(capsys: pytest.CaptureFixture[str]):
    """Run a command; return its exit code, what it printed and what it complained of."""

    def paddock(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return paddock


def test_the_audit_tells_what_is_wrong_and_fails(paddock, url):
    code, out, err = paddock("bank", "audit", "--database", url)
    assert code == 1
    assert out == "escrow:1:T holds 2000 coins, but the table is missing.\n"
    assert err == "paddock: The books are not in order: 1 found.\n"


def test_the_audit_of_books_in_order_says_so(paddock, url, tmp_path):
    with closing(sqlite3.connect(tmp_path / "paddock.db")) as db:
        db.executescript("DELETE FROM movements; DELETE FROM accounts;")
    assert paddock("bank", "audit", "--database", url) == (0, "The books are in order.\n", "")


def test_the_database_is_the_one_in_the_settings_unless_another_is_named(paddock, url, monkeypatch):
    monkeypatch.setenv("PADDOCK_DATABASE_URL", url)
    code, out, _ = paddock("bank", "audit")
    assert (code, out) == (1, "escrow:1:T holds 2000 coins, but the table is missing.\n")


def test_a_backup_copies_the_database(paddock, url, tmp_path):
    copy = tmp_path / "copy.db"
    code, out, err = paddock("backup", copy, "--database", url)
    assert (code, out, err) == (0, f"Copied the database to {copy} ({copy.stat().st_size:,} bytes).\n", "")
    assert paddock("bank", "audit", "--database", f"sqlite:///{copy}")[0] == 1


@pytest.mark.parametrize("arguments", [["bank", "audit"], ["backup", "copy.db"]])
@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("sqlite:///none.db", "paddock: There is no database none.db.\n"),
        (
            "postgresql://host/paddock",
            "paddock: Paddock works on SQLite files; use postgresql's own tools for a postgresql database.\n",
        ),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(
    paddock, arguments, database, sentence, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert paddock(*arguments, "--database", database) == (1, "", sentence)


def test_a_backup_needs_a_file_to_write_to(paddock, url):
    code, _, err = paddock("backup", "--database", url)
    assert (code, err) == (2, "paddock: Missing argument 'FILE'.\n")
