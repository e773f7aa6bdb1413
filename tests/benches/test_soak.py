"""`paddock soak`: what it does, and that it sees what it is there to see."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import socket
import sqlite3
import struct
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import click
import psycopg
import pytest
from click.testing import CliRunner

from benches import postgresql_server
from benches.soak import command, process, service, strikes, subject
from benches.soak import watch as watching
from benches.soak.books import Books, Kept, Race, judged, private_facts, wrong_in_public
from benches.soak.databases import InFile, OnServer, Outside
from benches.soak.plan import LOCK_MOMENTS, Kind, Plan
from benches.soak.requests import Requests
from benches.soak.trial import Trial
from benches.soak.watch import Watch
from bot.db import Database
from bot.games.kit.story import Story
from bot.games.kit.told import ToldPassage
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header
from engines.jockey.events import dealt
from engines.verify import Log
from sandbox import Limits, Sandbox
from sandbox.exchanges import Exchange

PLAN = Plan(
    seats={"turfe": 3},
    kills=1,
    locks=0,
    stops=0,
    jumps=0,
    kill_every=3.0,
    hold=0.5,
    jump_by=3600.0,
    pace=0.2,
    clock=30.0,
    within=60.0,
    still=60.0,
    pictures=False,
    is_debugged=True,
    seed="1",
)


def played() -> Log:
    """A race log."""
    game = catalog.game("jockey")
    header = Header.of(game, game.options({}), 2, bytes(32))
    rows, _ = play_out(game, header, [agent("random", "jockey")] * 2)
    return Log(1, header, tuple(row.line() for row in rows))


# ---------------------------------------------------------------------------------------------- the plan


def test_all_trouble_that_was_asked_for_strikes_in_an_order_that_the_seed_decides() -> None:
    plan = Plan(**{**vars(PLAN), "kills": 5, "locks": len(LOCK_MOMENTS), "stops": 1, "jumps": 2})
    strikes = plan.strikes()
    assert [sum(each.kind is kind for each in strikes) for kind in Kind] == [5, len(LOCK_MOMENTS), 1, 2]
    assert {each.moment for each in strikes if each.kind is Kind.LOCK} == {*LOCK_MOMENTS}
    assert strikes == plan.strikes() != Plan(**{**vars(plan), "seed": "2"}).strikes()


def test_tables_are_named_with_or_without_their_seats() -> None:
    read = lambda text: command.read_tables(None, None, text)  # noqa: E731 - no option, no context
    assert read("jockey,jumpyjack=16") == {"jockey": 6, "jumpyjack": 16}
    for wrong in ("gallop", "jockey=7", "newmarket=two"):
        with pytest.raises(click.BadParameter):
            read(wrong)


def given(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *arguments: str) -> tuple[Plan, str, int]:
    """Use the command, of which nothing is done; return what was planned and told, and its exit code."""
    plans = []

    async def unsoaked(plan: Plan, folder: Path, address: str | None) -> Any:
        plans.append(plan)
        return command.Found(["a problem"], [])

    monkeypatch.setattr(command, "soaked", unsoaked)
    ran = CliRunner().invoke(command.command, [*arguments, "--folder", str(tmp_path)])
    return plans[0], ran.stderr, ran.exit_code


def test_by_the_clock_discord_is_in_trouble_as_well_and_kills_come_less_often(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plan, *_ = given(monkeypatch, tmp_path)
    assert (plan.minutes, plan.weather, plan.kill_every, plan.within) == (None, 0, 9, 10)
    plan, *_ = given(monkeypatch, tmp_path, "--processes", "3")
    assert (plan.processes, plan.kill_every, plan.within) == (3, 9, 20)
    plan, *_ = given(monkeypatch, tmp_path, "--minutes", "2")
    assert (plan.minutes, plan.weather, plan.kill_every, plan.within) == (2, 1, 30, 60)
    plan, *_ = given(monkeypatch, tmp_path, "--minutes", "2", "--kill-every", "5", "--weather", "0")
    assert (plan.weather, plan.kill_every) == (0, 5)


def test_what_did_not_hold_is_repeated_by_the_command_that_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arguments = ("--minutes", "2", "--seed", "7", "--tables", "jockey,turfe=3", "--plain")
    *_, told, code = given(monkeypatch, tmp_path, *arguments)
    assert code == 1
    assert told == "To repeat it: paddock soak --tables jockey=6,turfe=3 --minutes 2.0 --plain --seed 7\n"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--processes", "2", "--jumps", "1"], "--jumps sets the clock of one machine"),
        (["--database", "sqlite+aiosqlite:///a.db"], "an address that begins with postgresql://"),
        (["--database", "postgresql://a:b@localhost:1/c"], "--database cannot be read"),
        (["--processes", "9"], "9 is not in the range"),
    ],
)
def test_what_cannot_be_soaked_is_refused_in_a_sentence(
    tmp_path: Path, arguments: list[str], told: str
) -> None:
    ran = CliRunner().invoke(command.command, [*arguments, "--folder", str(tmp_path)])
    assert (told in ran.stderr, ran.exit_code) == (True, 2)


def test_a_server_that_takes_the_call_and_says_nothing_is_told_of_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benches.soak.databases.ANSWERED_WITHIN", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://a:b@127.0.0.1:{silent.getsockname()[1]}/c?ssl=disable"
        ran = CliRunner().invoke(command.command, ["--database", address, "--folder", str(tmp_path)])
    assert ("it has not answered within 0 s" in ran.stderr, ran.exit_code) == (True, 2)


def test_several_processes_say_where_no_server_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql_server, "VERSIONS", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = CliRunner().invoke(command.command, ["--processes", "2", "--folder", str(tmp_path)])
    assert ("Several processes need PostgreSQL" in ran.stderr, ran.exit_code) == (True, 2)


# ------------------------------------------------------------------------------------------- the subject


def test_what_is_told_names_the_rows_that_it_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    played = ToldPassage(["A card is played."], 1, {}, is_kept=False)
    monkeypatch.setattr(Story, "told", lambda *_: [played])
    subject.number_what_is_told()
    rows = [(SimpleNamespace(n=3, action={}), None), (SimpleNamespace(n=4, action={"type": "play"}), None)]
    told: Any = Story().lines
    assert told(rows, None, None, table="TABLE1") == ["A card is played.", "⟨TABLE1 4⟩"]
    assert told(rows[:1], None, None, table="TABLE1") == ["A card is played."]


def test_the_clock_of_what_is_soaked_is_off_by_what_the_file_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 5 * 10**9)
    monkeypatch.setattr(time, "time", time.time)
    file = tmp_path / "clock"
    file.write_bytes(struct.pack("<q", 0))
    subject.set_clock_by(file)
    assert (time.time_ns(), time.time()) == (5 * 10**9, 5.0)
    with file.open("r+b") as opened:
        opened.write(struct.pack("<q", -(10**9)))
    assert (time.time_ns(), time.time()) == (4 * 10**9, 4.0)


async def test_the_stacks_of_tasks_lead_down_to_what_they_wait_for() -> None:
    gate = asyncio.Event()

    @asynccontextmanager
    async def held() -> AsyncIterator[None]:
        await gate.wait()
        yield

    async def waits() -> None:
        async with held():
            pass

    tasks = [asyncio.create_task(waits(), name=name) for name in ("one", "two")]
    await asyncio.sleep(0)
    told = subject.stacks()
    gate.set()
    await asyncio.gather(*tasks)
    (block,) = [block for block in told.split("tasks ") if block.startswith("one, two\n")]
    assert [name for name in ("waits", "held", "Event.wait") if name in block] == [
        "waits",
        "held",
        "Event.wait",
    ]


# -------------------------------------------------------------------------------------------- the books


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database with two rows of a log."""
    file = tmp_path / "soak.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(
            "CREATE TABLE log (table_id TEXT, n INT, seat INT, action TEXT, events TEXT, taken_by TEXT);"
            "CREATE TABLE tables (table_id TEXT, game TEXT);"
            "CREATE TABLE seats (table_id TEXT, user_id INT, name TEXT);"
            "CREATE TABLE deadlines (table_id TEXT, kind TEXT, due_at INT);"
        )
        rows = [
            (0, None, None, [dealt(1, ["red+10"])]),
            (1, 1, {"type": "bet"}, []),
        ]
        for n, seat, action, events in rows:
            db.execute(
                "INSERT INTO log VALUES ('T', ?, ?, ?, ?, NULL)",
                (n, seat, action and json.dumps(action), json.dumps(events)),
            )
        db.execute("INSERT INTO tables VALUES ('T', 'jockey')")
        db.execute("INSERT INTO seats VALUES ('T', 7, 'Ana')")
        db.commit()
    return file


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("INSERT INTO log VALUES ('T', 2, 0, '{}', '[]', NULL)", []),
        ("UPDATE log SET events = '[1]' WHERE n = 0", ["rows that were committed have changed"]),
        ("DELETE FROM log WHERE n = 1", ["rows that were committed have changed"]),
        ("INSERT INTO log VALUES ('T', 3, 0, '{}', '[]', NULL)", ["its log has a gap"]),
    ],
)
def test_a_row_that_was_lost_or_changed_is_told(database: Path, change: str, told: list[str]) -> None:
    kept = Kept(Books(InFile(database)))
    assert [*kept.lost()] == []
    with closing(sqlite3.connect(database)) as db:
        db.execute(change)
        db.commit()
    assert [*kept.lost()] == [f"table T: {each}" for each in told]


def test_cards_decisions_and_names_are_what_a_log_may_not_say(database: Path) -> None:
    assert private_facts(InFile(database)) == {"red+10", '{"type": "bet"}', "Ana"}


def test_a_log_that_runs_need_not_have_an_end_and_every_other_has_to() -> None:
    log = played()
    cut = Log(1, log.header, log.lines[:-1])
    assert judged(log, is_open=False)[1] == judged(cut, is_open=True)[1] == []
    assert judged(cut, is_open=False)[1]
    assert judged(Log(1, log.header, log.lines[1:]), is_open=True)[1]


def test_a_published_log_is_held_against_what_is_stored() -> None:
    log = played()
    text = "\n".join([log.header.line(), *log.lines])
    assert [*wrong_in_public(text.encode(), log)] == []
    assert [*wrong_in_public(text.rpartition("\n")[0].encode(), log)] == [
        "the published log is not what is stored"
    ]
    assert [*wrong_in_public(None, log)] == ["its log was not published"]


# -------------------------------------------------------------------------------------- requests and watch


BOARD, HAND = {"jockey-race1-racing.png": b"board"}, {"jockey-hand-race1.png": b"hand"}


def posted(
    channel: str, text: str, nonce: str, answer: str, files: Mapping[str, bytes] = MappingProxyType({})
) -> Exchange:
    return Exchange(
        *("POST", "/channels/{channel_id}/messages", f"/channels/{channel}/messages", {}),
        {"nonce": nonce, "content": text},
        dict(files),
        200,
        {"id": answer},
    )


async def test_what_is_shown_twice_or_to_everybody_is_told() -> None:
    sandbox = Sandbox()
    requests = Requests(sandbox)
    sandbox.world.channels["1"] = SimpleNamespace(guild_id=None)
    sandbox.world.channels["2"] = SimpleNamespace(guild_id="9")
    note = sandbox.exchanges.note
    note(posted("1", "### Your desk · Jockey T", "a", "10", HAND | BOARD))
    note(posted("2", "The board", "b", "11", BOARD))
    note(posted("2", "The board", "b", "11"))
    assert (requests.repeated, [*requests.problems()]) == (1, [])

    note(posted("2", "The board", "b", "12"))
    note(posted("2", "### Your desk · Jockey T", "c", "13", {"x.png": b"hand"}))
    assert [*requests.problems()] == [
        "a desk was shown in public: POST /channels/2/messages",
        "1 posts were shown more than once",
        "1 hands were shown in public",
    ]


def watch(database: Path) -> Watch:
    bot: Any = SimpleNamespace(off=0.0, lives=1)
    return Watch([], Books(InFile(database)), bot, PLAN, lambda _: None, lambda _: None)


def test_a_decision_that_may_take_longer_than_clock_and_grace_is_told(database: Path) -> None:
    now = time.time() * 1000
    with closing(sqlite3.connect(database)) as db:
        for table, left in (("A", 20), ("B", PLAN.longest_turn), ("C", 3600)):
            db.execute("INSERT INTO deadlines VALUES (?, 'turn:1', ?)", (table, int(now + left * 1000)))
        db.commit()
    (told,) = watch(database).overlong()
    assert told.startswith("table C: turn:1 has ")


def test_decisions_that_clocks_took_are_counted(database: Path) -> None:
    looking = watch(database)
    assert looking.taken_by_clocks() == 0
    with closing(sqlite3.connect(database)) as db:
        db.execute("UPDATE log SET taken_by = 'clock' WHERE n = 1")
        db.commit()
    assert looking.taken_by_clocks() == 1


# ------------------------------------------------------------------------------------------ all of it


async def soaked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, database: Outside | None = None, **wishes: Any
) -> Trial:
    """Soak for a moment; nobody waits for clocks to run out."""

    async def unasked(_: object) -> None:
        pass

    monkeypatch.setattr(service.Service, "clocks_run", unasked)
    monkeypatch.setattr(Watch, "freshen", unasked)
    async with Sandbox(limits=Limits.off(), shards=wishes.get("processes", 1)) as sandbox:
        if status := wishes.pop("callbacks_fail_with", None):
            sandbox.faults.fail("POST", "/callback$", status, times=10_000)
        trial = Trial(
            Plan(**{**vars(PLAN), **wishes}), sandbox, database or InFile(folder / "soak.db"), folder, print
        )
        await trial.run()
        return trial


@pytest.mark.e2e
@pytest.mark.long
async def test_a_soak_in_which_all_holds_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trial = await soaked(tmp_path, monkeypatch)
    told = {each.figure: each.value for each in trial.figures()}
    assert trial.problems == []
    assert told["lives"] == 2
    assert told["decisions"] > 0
    assert told["logs checked"] >= 1


@pytest.mark.e2e
@pytest.mark.long
async def test_a_bot_that_answers_nobody_is_given_up_and_its_stacks_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(service, "LAST_PATIENCE", 3.0)
    monkeypatch.setattr(
        process, "TELLS_WITHIN", 60.0
    )  # the machine may be busy: it is asked while it still starts
    trial = await soaked(tmp_path, monkeypatch, within=1.0, callbacks_fail_with=500)
    assert trial.problems[0].startswith("life 1: no answer ")
    assert subject.LINES_BEGIN in capsys.readouterr().out


@pytest.mark.e2e
@pytest.mark.long
async def test_a_soak_of_two_processes_of_which_one_is_killed_says_who_took_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strikes, "LATE", 0.0)
    with postgresql_server.running(command.SERVER) as server:
        database = OnServer(server.url("postgres"))
        trial = await soaked(tmp_path, monkeypatch, database, processes=2)
        told = {each.figure: each.value for each in trial.figures()}
        database.close()
    assert trial.problems == []
    assert told["lives"] == 3
    assert told["taken over"] == 1
    assert told["decisions"] > 0


@pytest.mark.e2e
async def test_a_server_of_ones_own_can_be_locked_and_is_gone_afterwards() -> None:
    with postgresql_server.running(command.SERVER) as server:
        address = server.url("postgres")
        database = OnServer(address)
        assert await asyncio.to_thread(database.read, "SELECT ? + 1", 2) == [(3,)]
        assert database.trouble() is None
        await (await Database.open(address)).close()
        assert database.trouble() == "holds something already; name an empty one"
        database.read("SET lock_timeout = '100ms'")
        async with database.locked():
            with pytest.raises(psycopg.errors.LockNotAvailable):
                await asyncio.to_thread(database.read, "INSERT INTO users VALUES (1, true)")
        assert await asyncio.to_thread(database.read, "SELECT count(*) FROM users") == [(0,)]
        database.close()
    assert not Path(address.partition("host=")[2]).exists()  # noqa: ASYNC240 - the disk is not slow


@pytest.mark.parametrize(("comes", "problems"), [(1, 0), (0, 1)])
async def test_a_lobby_goes_on_while_people_sit_down(
    comes: int, problems: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "TICK", 0.001)
    looks = 0

    def newest(guild_id: str) -> Race:
        nonlocal looks
        looks += 1
        if looks > 200:
            raise EOFError
        return Race("K7QH2M", "lobby", 0, taken=comes * looks)

    async def stacks() -> str:
        return ""

    party: Any = SimpleNamespace(game="turfe", guild=SimpleNamespace(id="1"))
    books: Any = SimpleNamespace(newest=newest, told=lambda table: (), read=lambda query, *facts: [])
    bots: Any = SimpleNamespace(lives=1, off=0.0, stacks=stacks)
    said: list[str] = []
    watch = Watch([party], books, bots, dataclasses.replace(PLAN, still=0.02), said.append, lambda line: None)
    watch.is_serving = True
    with suppress(EOFError):
        await watch.look()
    assert len(said) == problems
