"""`paddock soak` runs, and names what it is there to find."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from benches import postgresql_server
from benches.soak import command, service, strikes
from benches.soak.books import Books, Kept, judged
from benches.soak.coins import wrong_coins
from benches.soak.databases import InFile, OnServer, Outside
from benches.soak.hearing import Hearing, Played
from benches.soak.plan import Plan
from benches.soak.trial import Trial
from benches.soak.watch import Watch
from bot.db import Database
from engines import catalog
from engines.agents import agent, play_out
from engines.core import Header
from engines.verify import Log
from sandbox import Limits, Sandbox
from sandbox.model import Event
from tests.bank.money import set_up, work

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

ANA, BEN = "1", "2"


def played() -> Log:
    """Play a day of Jockey for two."""
    game = catalog.game("jockey")
    header = Header.of(game, game.options({}), 2, bytes(32))
    rows, _ = play_out(game, header, [agent("random", "jockey")] * 2)
    return Log(1, header, tuple(row.line() for row in rows))


# ------------------------------------------------------------------------------------------ the command


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("--processes 2 --jumps 1", "--jumps sets the clock of one machine"),
        ("--database sqlite+aiosqlite:///a.db", "an address that begins with postgresql://"),
        ("--database postgresql://a:b@localhost:1/c", "--database cannot be read"),
        ("--processes 9", "9 is not in the range"),
        ("--tables gallop", "gallop"),
        ("--tables jockey=7", "jockey"),
    ],
)
def test_what_cannot_be_soaked_is_refused_in_a_sentence(tmp_path: Path, options: str, told: str) -> None:
    ran = CliRunner().invoke(command.command, [*options.split(), "--folder", str(tmp_path)])
    assert (told in ran.stderr, ran.exit_code) == (True, 2)


def test_a_server_that_takes_the_call_and_says_nothing_is_told_of_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benches.soak.databases.ANSWERED_WITHIN", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://a:b@127.0.0.1:{silent.getsockname()[1]}/c?ssl=disable"
        ran = CliRunner().invoke(command.command, ["--database", address, "--folder", str(tmp_path)])
    assert ("it has not answered within 0 s" in ran.stderr, ran.exit_code) == (True, 2)


def test_what_did_not_hold_is_repeated_by_the_command_that_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def unsoaked(*_: object) -> command.Found:
        return command.Found(["a problem"], [])

    monkeypatch.setattr(command, "soaked", unsoaked)
    options = "--minutes 2 --seed 7 --tables jockey,turfe=3 --plain --folder"
    ran = CliRunner().invoke(command.command, [*options.split(), str(tmp_path)])
    assert ran.exit_code == 1
    assert (
        ran.stderr == "To repeat it: paddock soak --tables jockey=6,turfe=3 --minutes 2.0 --plain --seed 7\n"
    )


# ------------------------------------------------------------------------------------------ what it finds


def test_a_card_is_told_to_nobody_but_its_owner_before_it_is_played() -> None:
    log = played()
    first = next(iter(log.rows()))
    hands = {event["seat"]: event["cards"] for event in first.events if "cards" in event}
    (card,) = sorted({*hands[0]} - {*hands[1]})[:1]
    to_come = int((time.time() + 3600) * 1000)
    times = [0, *[to_come] * (len(log.lines) - 1)]
    table = Played("TABLE1", log, times, "77", {ANA: 0, BEN: 1}, False, 0)
    for reader, leaked in ((ANA, []), (BEN, [f"told to user {BEN}"]), (None, ["told to everyone"])):
        hearing = Hearing()
        message = {"id": "m", "channel_id": "77", "flags": 0, "content": "", "attachments": []}
        message["components"] = [{"content": card}]
        hearing.note(Event("MESSAGE_CREATE", message), reader)
        assert [*hearing.overheard([table], [])] == [
            f"table TABLE1, {whom}: 1 secrets, the first of kind card" for whom in leaked
        ]


def test_a_log_that_lacks_a_row_is_named() -> None:
    log = played()
    assert judged(log, is_open=False)[1] == []
    assert judged(Log(1, log.header, log.lines[1:]), is_open=True)[1]
    assert judged(Log(1, log.header, log.lines[:-1]), is_open=False)[1]


@pytest.mark.parametrize(
    "change", ["UPDATE log SET events = '[1]' WHERE n = 0", "DELETE FROM log WHERE n = 1"]
)
def test_a_row_that_was_lost_or_changed_is_named(tmp_path: Path, change: str) -> None:
    with closing(sqlite3.connect(tmp_path / "soak.db")) as db:
        db.executescript(
            "CREATE TABLE log (table_id TEXT, n INT, seat INT, action TEXT, events TEXT, taken_by TEXT);"
            "INSERT INTO log VALUES ('T', 0, NULL, NULL, '[]', NULL), ('T', 1, 1, '{}', '[]', NULL);"
        )
        kept = Kept(Books(InFile(tmp_path / "soak.db")))
        assert [*kept.lost()] == []
        db.execute(change)
        db.commit()
    assert [*kept.lost()] == ["table T: rows that were committed have changed"]


@pytest.mark.sqlite
async def test_coins_that_are_off_by_one_are_named(new_url: str) -> None:
    database = await Database.open(new_url)
    await database.write(set_up)
    await work(database, 1, 80, 1)
    await database.close()
    file = Path(new_url.partition("///")[2])
    assert list(wrong_coins(InFile(file).read)) == []
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE accounts SET balance = balance + 1 WHERE kind = 'house'")
        db.commit()
    assert any("house:1 holds" in problem for problem in wrong_coins(InFile(file).read))


# ------------------------------------------------------------------------------------------ all of it


async def soaked(
    folder: Path, monkeypatch: pytest.MonkeyPatch, database: Outside | None = None, processes: int = 1
) -> Trial:
    """Soak for a moment; nobody waits for clocks to run out."""

    async def unasked(_: object) -> None:
        pass

    monkeypatch.setattr(service.Service, "clocks_run", unasked)
    monkeypatch.setattr(Watch, "freshen", unasked)
    plan = Plan(**{**vars(PLAN), "processes": processes})
    async with Sandbox(limits=Limits.off(), shards=processes) as sandbox:
        trial = Trial(plan, sandbox, database or InFile(folder / "soak.db"), folder, print)
        await trial.run()
        return trial


def figures(trial: Trial) -> dict[str, Any]:
    assert trial.problems == []
    return {each.figure: each.value for each in trial.figures()}


@pytest.mark.e2e
@pytest.mark.long
async def test_a_soak_in_which_all_holds_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = figures(await soaked(tmp_path, monkeypatch))
    assert told["lives"] == 2
    assert told["decisions"] > 0
    assert told["logs checked"] >= 1


@pytest.mark.e2e
@pytest.mark.long
async def test_a_soak_of_two_processes_of_which_one_is_killed_finds_nothing_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strikes, "LATE", 0.0)
    with postgresql_server.running(command.SERVER) as server:
        database = OnServer(server.url("postgres"))
        told = figures(await soaked(tmp_path, monkeypatch, database, processes=2))
        database.close()
    assert (told["lives"], told["problems"]) == (3, 0)  # a takeover may be too quick to be seen
    assert told["decisions"] > 0


@pytest.mark.e2e
async def test_a_server_of_ones_own_can_be_locked_and_is_gone_afterwards() -> None:
    with postgresql_server.running(command.SERVER) as server:
        address = server.url("postgres")
        database = OnServer(address)
        await (await Database.open(address)).close()
        assert database.trouble() == "holds something already; name an empty one"
        database.read("SET lock_timeout = '100ms'")
        async with database.locked():
            with pytest.raises(psycopg.errors.LockNotAvailable):
                await asyncio.to_thread(database.read, "INSERT INTO users VALUES (1, true)")
        database.close()
    assert not Path(address.partition("host=")[2]).exists()  # noqa: ASYNC240 - the disk is not slow
