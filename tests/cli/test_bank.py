"""`paddock bank audit`, as an operator runs it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.db.backend import HOW_TO_WRITE


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


def test_the_books_of_a_server_are_written_as_csv(paddock, url):
    code, out, err = paddock("bank", "export", "1", "--database", url)
    head, *movements = out.splitlines()
    assert (code, err) == (0, "")
    assert head == "movement,time,from,to,coins,reason,table"
    assert len(movements) == 2
    code, _, err = paddock("bank", "export", "7", "--database", url)
    assert (code, err) == (1, "paddock: Server 7 has no books.\n")


@pytest.mark.parametrize("arguments", [["bank", "audit"], ["backup", "copy.db"]])
@pytest.mark.parametrize(
    ("database", "sentence"),
    [
        ("sqlite:///none.db", "paddock: There is no database none.db.\n"),
        (
            "mysql://host/paddock",
            f"paddock: The database address names neither SQLite nor PostgreSQL; {HOW_TO_WRITE}\n",
        ),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(
    paddock, arguments, database, sentence, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert paddock(*arguments, "--database", database) == (2, "", sentence)
