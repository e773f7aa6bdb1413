"""What `paddock bench bot --case processes` makes of the processor time that one bot and another have used."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from benches import bot, postgresql_server, processes
from benches.processes import Used, figures, full, spread, verdict
from benches.processor_time import seconds_with_children
from bot.shards import shard_of
from sandbox import Limits, Sandbox

ONE = Used(bot=(8.0,), server=1.0, people=2.0, machine=16.0, clock=10.0, moves=400)
TWO = Used(bot=(5.0, 3.0), server=1.0, people=2.0, machine=12.0, clock=10.0, moves=400)


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "cores", lambda: 2)


def test_moves_and_what_each_process_takes_are_told_beside_those_of_one_process() -> None:
    told = {(each.case, each.figure): each for each in figures({"one": ONE, "two": TWO._replace(clock=5.0)})}
    assert (told["two", "moves"].value, told["two", "moves"].ratio) == (80, 2)
    assert (told["two", "processor a move"].value, told["two", "processor a move"].ratio) == (20, 1)
    assert told["two", "processor a move, process 1"].value == 7.5
    assert told["two", "processor a move, PostgreSQL"].value == 2.5
    assert told["two", "moves a core of bot"].value == 50
    assert (told["two", "of a core, process 0"].value, told["two", "of a core, process 0"].ratio) == (
        100,
        None,
    )


def test_with_a_core_each_the_process_that_takes_most_is_the_limit() -> None:
    told = {(each.case, each.figure): each for each in figures({"one": ONE, "two": TWO})}
    assert told["two", "moves, a core a process"].value == 80
    assert told["two", "moves, a core a process"].ratio == pytest.approx(1.6)
    assert "1.60 times as much" in verdict(ONE, TWO)
    assert "1.50 times the processor time" in verdict(ONE, TWO._replace(bot=(6.0, 6.0)))


def test_what_bot_and_people_use_at_rest_is_not_of_the_moves() -> None:
    rest = Used(bot=(0.1,), server=0.05, people=0.1, machine=2.0, clock=1.0, moves=0)
    assert ONE.beyond(rest) == ONE._replace(bot=(7.0,), people=1.0)


def test_the_machine_is_full_where_all_cores_are_and_says_who_has_them() -> None:
    said = full(ONE._replace(machine=20.0))
    assert "the machine was full" in said
    assert "the bot 40%, PostgreSQL 5%, sandbox and people 10%, other programs 45%" in said


def test_a_process_is_full_that_has_all_of_a_core() -> None:
    assert full(TWO._replace(bot=(9.5, 3.0))) == "full was process 0"
    assert "nothing was full" in full(TWO)


@pytest.mark.parametrize("shards", [2, 3])
async def test_as_many_tables_are_at_one_shard_as_at_another(shards: int) -> None:
    async with Sandbox(limits=Limits.off(), shards=shards) as sandbox:
        parties = [*spread(sandbox, 6, shards)]
        bot_id = sandbox.world.bot.id
        courses = [guild for guild in sandbox.world.guilds.values() if guild.name.startswith("Course")]
        present = {guild.id for guild in courses if bot_id in guild.members}
    found = [shard_of(int(party.guild.id), shards) for party in parties]
    assert sorted(found) == sorted([*range(shards)] * (6 // shards))
    assert {party.guild.id for party in parties} == present


def test_without_postgresql_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(postgresql_server, "VERSIONS", tmp_path)
    ended = CliRunner().invoke(bot.command, ["--case", "processes"])
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "apt-get install postgresql" in ended.stderr.splitlines()[-1]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="is about Linux")
def test_the_processor_time_of_children_counts_while_they_live_and_when_they_have_ended() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint(flush=True)\ninput()"
    before = seconds_with_children(os.getpid())
    with subprocess.Popen(
        [sys.executable, "-c", busy], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout
        child.stdout.readline()
        assert seconds_with_children(os.getpid()) >= before + 0.28
        child.communicate(b"\n")
    assert seconds_with_children(os.getpid()) >= before + 0.28
