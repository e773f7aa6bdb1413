"""`paddock soak` measures how long the work of a dead process waits, on one that is soaked in vain as well."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from benches.soak import takeover as module
from benches.soak.books import Books
from benches.soak.bots import Bots
from benches.soak.databases import InFile, numbered
from benches.soak.takeover import DONE_WITHIN, TAKEN_OVER_WITHIN, Takeover, computers_waited
from benches.soak.trial import server_on
from bot.shards import shard_of
from sandbox import Sandbox
from sandbox.snowflakes import named

SCHEMA = """
CREATE TABLE processes (process_id TEXT, shards TEXT);
CREATE TABLE shards (number INT, kept_by TEXT);
CREATE TABLE tables (table_id TEXT, guild_id INT);
CREATE TABLE outbox (post_id INT, table_id TEXT, kind TEXT, requested INT, fulfilled INT, problem TEXT);
CREATE TABLE unanswered (interaction_id INT, process TEXT);
CREATE TABLE seats (table_id TEXT, seat INT, agent TEXT);
CREATE TABLE log (table_id TEXT, n INT, at INT, seat INT, taken_by TEXT);
INSERT INTO processes VALUES ('first', '0/2'), ('second', '1/2');
INSERT INTO shards VALUES (0, 'first'), (1, 'second');
INSERT INTO tables VALUES ('HERE', 0), ('THERE', 4194304);
"""


class Rig:
    """Two processes, of which the second can be gone, and what is stored of them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.now = 0.0
        self.problems: list[str] = []
        self.first, self.second = (
            SimpleNamespace(shards=f"{number}/2", lives_on=True, gone_at=0.0, started_at=0.0)
            for number in range(2)
        )
        bots: Any = SimpleNamespace(
            all=[self.first, self.second], of=lambda shards: [self.first, self.second][int(shards[0])]
        )
        self.books = Books(InFile(file))
        self.takeover = Takeover(self.books, bots, self.problems.append)

    def store(self, *statements: str) -> None:
        """Change what is stored."""
        with closing(sqlite3.connect(self.file)) as db:
            db.executescript(";".join(statements))

    def looks(self, seconds: float) -> None:
        """Let time pass, a look a second."""
        for _ in range(int(seconds)):
            self.now += 1
            self.takeover.look_once()

    def dies(self) -> None:
        """End the second process."""
        self.second.lives_on, self.second.gone_at = False, self.now

    @property
    def figures(self) -> dict[str, float]:
        """What was measured."""
        return {figure: value for figure, value, _ in self.takeover.times()}


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    rig = Rig(tmp_path / "soak.db")
    rig.database(SCHEMA)
    monkeypatch.setattr(module, "monotonic", lambda: rig.now)
    return rig


TAKEN = "UPDATE shards SET kept_by = 'first'; DELETE FROM processes WHERE process_id = 'second'"


def test_it_is_counted_from_the_death_until_another_one_keeps_the_shard(rig: Rig) -> None:
    rig.looks(5)
    rig.dies()
    rig.looks(20)
    rig.database(TAKEN)
    rig.looks(1)
    assert rig.figures == {"taken over": 1, "taken over after at most": 20.0}
    assert rig.problems == []


def test_what_nobody_takes_over_is_told_once(rig: Rig) -> None:
    rig.dies()
    rig.looks(TAKEN_OVER_WITHIN)
    assert rig.problems == []
    rig.looks(5)
    assert rig.problems == ["shard 1: nobody took it over within 30 s"]


def test_what_a_process_that_comes_back_takes_itself_is_taken_over_as_well(rig: Rig) -> None:
    rig.looks(1)
    rig.now += 0.5
    rig.dies()
    rig.now += 0.1
    rig.second.lives_on, rig.second.started_at = True, rig.now
    rig.looks(8)
    rig.database(
        "UPDATE shards SET kept_by = 'third' WHERE number = 1", "DELETE FROM processes WHERE shards = '1/2'"
    )
    rig.database("INSERT INTO processes VALUES ('third', '1/2')")
    rig.looks(1)
    assert rig.figures == {"taken over": 1, "taken over after at most": pytest.approx(8.1)}


def test_one_that_was_stopped_and_goes_on_was_not_dead(rig: Rig) -> None:
    rig.looks(1)
    rig.dies()
    rig.looks(10)
    rig.second.lives_on = True
    rig.looks(60)
    assert rig.problems == []
    assert rig.figures == {"taken over": 0}


@pytest.mark.parametrize("before", [0, 20])
def test_while_nobody_can_write_nobody_has_to_take_over(rig: Rig, before: int) -> None:
    rig.dies()
    rig.looks(before)
    with rig.takeover.held():
        rig.now += 60
    rig.looks(20)
    assert rig.problems == []


@pytest.mark.parametrize(
    ("left", "done"),
    [
        (
            "INSERT INTO outbox VALUES (7, 'THERE', 'board', 2, 1, NULL)",
            "UPDATE outbox SET fulfilled = 2, requested = 3",
        ),
        ("INSERT INTO unanswered VALUES (9, 'second')", "DELETE FROM unanswered"),
    ],
)
def test_what_was_left_is_done_once_it_is_posted_or_answered(rig: Rig, left: str, done: str) -> None:
    rig.dies()
    rig.database(left)
    rig.looks(20)
    rig.database(TAKEN, "UPDATE unanswered SET process = 'first'")
    rig.looks(3)
    assert "what was left done after at most" not in rig.figures
    rig.database(done)
    rig.looks(1)
    assert rig.figures["what was left done after at most"] == 24.0
    assert rig.problems == []


def test_what_is_never_done_is_told(rig: Rig) -> None:
    rig.dies()
    rig.database(
        "INSERT INTO outbox VALUES (7, 'THERE', 'board', 2, 1, NULL), (8, 'HERE', 'board', 2, 1, NULL)"
    )
    rig.looks(1)
    rig.database(TAKEN)
    rig.looks(DONE_WITHIN + 5)
    assert rig.problems == ["shard 1: 61 s after its process was gone remain ['board of table THERE']"]


def test_a_computer_players_wait_is_counted_from_the_decision_before_or_from_the_last_death(rig: Rig) -> None:
    rig.database(
        "INSERT INTO seats VALUES ('HERE', 0, NULL), ('HERE', 1, 'steady')",
        "INSERT INTO log VALUES ('HERE', 0, 1000, NULL, NULL), ('HERE', 1, 2000, 0, NULL), ('HERE', 2, 9000, 1, NULL),"
        " ('HERE', 3, 60000, 0, NULL), ('HERE', 4, 90000, 1, NULL), ('HERE', 5, 99000, 1, 'clock')",
    )
    assert [*computers_waited(rig.books, [85.0, 120.0])] == [
        (7.0, "table HERE, row 2"),
        (5.0, "table HERE, row 4"),
    ]


def test_servers_are_spread_over_the_shards() -> None:
    for shard in range(3):
        assert shard_of(int(named("guild", server_on(shard, 3, "jockey"))), 3) == shard
    assert server_on(0, 1, "jockey") == "Jockey Downs"


def test_a_server_is_heard_by_the_process_of_its_shard_and_by_that_of_direct_messages(tmp_path: Path) -> None:
    bots = Bots(Sandbox(), "postgresql://nowhere", tmp_path, "INFO", 3)
    assert [bot.shards for bot in bots.all] == ["0/3", "1/3", "2/3"]
    assert bots.serve(str(2 << 22)) == {bots.all[0], bots.all[2]}
    assert bots.serve(str(3 << 22)) == {bots.all[0]}


def test_facts_are_numbered_as_postgresql_wants_them() -> None:
    assert numbered("SELECT a FROM b WHERE c = ? AND d = ?") == "SELECT a FROM b WHERE c = $1 AND d = $2"
    assert numbered("SELECT 1") == "SELECT 1"
