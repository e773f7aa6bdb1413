"""`paddock migrate-data`, as an operator runs it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest


@pytest.fixture
def source(url: str, tmp_path: Path) -> str:
    """A database whose rows can all be moved: its coins lie on no table that is missing."""
    with closing(sqlite3.connect(tmp_path / "paddock.db")) as db:
        db.executescript(
            "DELETE FROM movements; DELETE FROM accounts; INSERT INTO users (user_id, asked_always) VALUES (7, 1);"
        )
    return url


def target_of(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder}/moved.db"


@pytest.mark.parametrize("is_given", [True, False])
def test_all_data_goes_to_the_database_that_is_named_or_that_of_the_settings(
    paddock, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_given: bool
) -> None:
    if not is_given:
        monkeypatch.setenv("PADDOCK_DATABASE_URL", target_of(tmp_path))
    code, out, err = paddock("migrate-data", source, *([target_of(tmp_path)] if is_given else []))

    assert (code, err) == (0, "")
    assert out.splitlines()[-1].startswith("Moved 1 rows of ")
    with closing(sqlite3.connect(tmp_path / "moved.db")) as db:
        assert db.execute("SELECT user_id FROM users").fetchall() == [(7,)]


def test_a_database_that_is_not_empty_is_refused_in_a_line(paddock, source: str, tmp_path: Path) -> None:
    assert paddock("migrate-data", source, target_of(tmp_path))[0] == 0
    code, _, err = paddock("migrate-data", source, target_of(tmp_path))

    assert code == 2
    assert err == f"paddock: {tmp_path}/moved.db is not empty: it has rows in users.\n"
