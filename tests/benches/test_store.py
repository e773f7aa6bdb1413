"""`paddock bench store` writes moves to a file and to a server, next to the bare driver, and leaves nothing behind."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benches import postgresql_server, store
from benches.postgresql_server import DURABLE, PostgreSQLMissing, Server, running
from benches.scratch import SETTINGS


def told(*options: str) -> Result:
    return CliRunner().invoke(store.command, ["--seconds", "0.1", "--json", *options])


def figures(*options: str) -> dict[tuple[str, str], dict[str, Any]]:
    lines = map(json.loads, told(*options).stdout.splitlines())
    return {(each["case"], each["figure"]): each for each in lines}


def test_moves_are_measured_next_to_bare_aiosqlite_in_the_same_run() -> None:
    found = figures()
    assert found["bare", "moves"]["ratio"] == 1
    assert found["paddock", "moves"]["ratio"] > 0
    assert found["paddock", "processor a move"]["unit"] == "ms"


def test_moves_are_measured_next_to_bare_psycopg_with_one_writer_and_with_several(postgresql: Server) -> None:
    found = figures("--database", postgresql.url("postgres"), "--writers", "1", "--writers", "3")
    assert {case for case, _ in found} == {
        "bare, 1 at once",
        "paddock, 1 at once",
        "bare, 3 at once",
        "paddock, 3 at once",
    }
    assert found["bare, 3 at once", "moves"]["ratio"] == 1
    assert found["paddock, 3 at once", "moves"]["value"] > 0


def test_nothing_is_left_on_a_server_that_was_there_before(postgresql: Server) -> None:
    databases = "SELECT datname FROM pg_database ORDER BY datname"
    before = postgresql.execute(databases)
    assert told("--database", postgresql.url("postgres"), "--writers", "1").exit_code == 0
    assert postgresql.execute(databases) == before


def test_a_server_that_may_lose_what_it_confirms_is_told_of(postgresql: Server) -> None:
    said = told("--database", postgresql.url("postgres"), "--writers", "1").stderr
    assert "fsync, synchronous_commit" in said


def test_the_server_of_a_bench_loses_nothing_and_its_processor_time_is_known() -> None:
    with ExitStack() as opened:
        try:
            server = opened.enter_context(running(DURABLE))
        except PostgreSQLMissing as missing:
            pytest.skip(str(missing))
        assert [server.execute(f"SHOW {name}")[0][0] for name in SETTINGS] == ["on"] * len(SETTINGS)
        assert (server.processor_seconds() or 0) > 0


def test_without_postgresql_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgresql_server, "VERSIONS", tmp_path)
    ended = told("--database", "postgresql")
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "apt-get install postgresql" in ended.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    "wrong",
    [
        ("--database", "mysql"),
        ("--database", "mysql://horse@stable/paddock"),
        ("--database", "postgresql://horse@stable"),
        ("--database", "sqlite", "--writers", "4"),
    ],
)
def test_what_cannot_be_measured_is_refused_as_bad_input(wrong: tuple[str, ...]) -> None:
    assert told(*wrong).exit_code == 2


def test_a_server_that_is_not_there_is_told_of_without_its_password(tmp_path: Path) -> None:
    ended = told("--database", f"postgresql://horse:carrot@/postgres?host={tmp_path}")
    assert ended.exit_code == 1
    assert "The server" in ended.stderr
    assert "carrot" not in ended.output
