"""Every bench runs, and tells its figures as JSON objects of one fixed form."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from benches import postgresql_server, replays, throng
from benches.crowd import Party
from benches.figures import Measured
from benches.postgresql_server import Server
from bot.cli import bench
from engines import catalog
from sandbox import Limits, Sandbox
from tests.e2e.conftest import connected, database
from tests.tables.conftest import new_database
from tests.undrawn import without_drawing

__all__ = ["database", "new_database"]

FORM = ["bench", "case", "figure", "value", "unit", "ratio"]


def run(command: str, *options: str) -> Result:
    return CliRunner().invoke(bench.command, [*command.split(), *options])


def figures(command: str, *options: str) -> dict[tuple[str, str], dict[str, Any]]:
    """Run a bench; return what it tells, by case and figure."""
    told = run(f"{command} --json", *options)
    assert told.exit_code == 0, told.output
    found = [json.loads(line) for line in told.stdout.splitlines()]
    assert all([*each] == FORM and each["bench"] == command.split(maxsplit=1)[0] for each in found)
    return {(each["case"], each["figure"]): each for each in found}


@pytest.mark.parametrize(
    ("command", "case", "figure"),
    [
        ("engines --game jumpyjack --seconds 0.1", "jumpyjack", "steps"),
        ("store --seconds 0.1", "paddock", "moves"),
        ("bank --case leaderboard --members 30 --movements 800", "leaderboard", "worth all, median"),
        ("bank --case tote --bets 570 --people 57", "tote_bet", "statements, most"),
        ("history --games 1000 --servers 5", "1000 games", "open tables"),
        ("render --games newmarket --pictures 8 --case board", "newmarket board", "p50"),
        pytest.param(
            "pictures --pictures 20 --workers 1", "processes", "memory", marks=pytest.mark.long
        ),
        pytest.param(
            "bot --case lively --tables 2 --seconds 4", "bare", "acknowledged p50", marks=pytest.mark.long
        ),
    ],
)  # fmt: skip
def test_a_bench_tells_its_figures(command: str, case: str, figure: str) -> None:
    assert figures(command)[case, figure]["value"] > 0


@pytest.mark.long
def test_replays_are_measured_in_both_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "catalog", SimpleNamespace(GAMES=("jockey",), game=catalog.game))
    assert {case for case, _ in figures("replays --races 2")} == {"jockey webp", "jockey gif"}


def test_moves_are_measured_next_to_bare_psycopg_and_nothing_is_left_on_the_server(
    postgresql: Server,
) -> None:
    databases = "SELECT datname FROM pg_database ORDER BY datname"
    before = postgresql.execute(databases)
    address = postgresql.url("postgres")
    told = figures("store --seconds 0.1 --writers 1 --writers 3", "--database", address)
    assert {case for case, _ in told} == {
        f"{who}, {n} at once" for who in ("bare", "paddock") for n in (1, 3)
    }
    assert postgresql.execute(databases) == before


@pytest.mark.parametrize(
    "wrong",
    [
        "render --games jockey,chess",
        "engines --game chess",
        "store --database mysql",
        "store --database sqlite --writers 4",
        "bot --case gallop",
    ],
)
def test_what_cannot_be_measured_is_refused_as_bad_input(wrong: str) -> None:
    assert run(wrong).exit_code == 2


def test_a_server_that_does_not_answer_is_told_of_without_its_password(tmp_path: Path) -> None:
    told = run("store --database", f"postgresql://horse:carrot@/postgres?host={tmp_path}")
    assert told.exit_code == 1
    assert "carrot" not in told.output


@pytest.mark.parametrize("command", ["store --database postgresql", "bot --case processes"])
def test_without_postgresql_one_line_says_what_to_install(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgresql_server, "VERSIONS", tmp_path)
    told = run(command)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "apt-get install postgresql" in told.stderr.splitlines()[-1]


def test_a_bot_that_falls_behind_fails_with_the_figures_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async def behind(*_: object) -> AsyncIterator[Measured]:
        yield Measured("bot", "7 tables", "ready after a restart", 2.0, "s")
        raise TimeoutError("table ZZAAAA waited 60 s in vain for the desk to change")

    monkeypatch.setattr(throng, "_measured", behind)
    told = run("bot --case throng")
    assert told.exit_code == 1
    assert "ready after a restart" in told.output
    assert "table ZZAAAA waited 60 s in vain for the desk to change" in told.output


@pytest.mark.e2e
@pytest.mark.parametrize("people", [2, 6])
async def test_the_people_of_a_bench_open_a_table_and_press_until_a_card_is_played(
    database: Path, people: int
) -> None:
    with without_drawing():
        async with (
            Sandbox(limits=Limits.off()) as sandbox,
            Party(sandbox, 1, people) as party,
            connected(sandbox, database),
        ):
            await party.start()
            while not ((clicked := await party.press()) and clicked.is_move):
                pass
    assert clicked.acknowledged is not None
    assert clicked.shown is not None
