"""What `paddock bench bot` makes of the presses it has timed."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import pytest
from click.testing import CliRunner
from sqlalchemy.dialects import sqlite

from benches import subject, throng
from benches.bot import command as bench
from benches.copies import Copy, Course
from benches.figures import Measured
from benches.ground import new_ground
from benches.presses import IN_VAIN, Clicked, Clicks
from benches.seated import News, Seated
from bot.outbox import outcomes
from sandbox.exchanges import Exchange
from tests.waiting import until


class Person:
    """Presses at once, with the same fate every time."""

    def __init__(self, fate: Clicked) -> None:
        self.fate = fate
        self.luck = self

    def random(self) -> float:
        return 0.0

    def uniform(self, least: float, most: float) -> float:
        return least


async def timed(case: str, *fates: Clicked) -> Clicks:
    async def press(person: Person) -> Clicked:
        return person.fate

    clicks = Clicks(case)
    await clicks.gather([Person(fate) for fate in fates], press, 1.0, 0.4)
    return clicks


async def test_latencies_are_told_in_milliseconds_and_beside_the_yardstick():
    bare = await timed("bare", Clicked(0.010, None))
    busy = await timed("busy", Clicked(0.020, 0.5), Clicked(0.040, None))
    told = {each.figure: each for each in busy.figures(bare)}
    assert (told["acknowledged max"].value, told["acknowledged max"].ratio) == (40, 4)
    assert (told["board p50"].value, told["board p50"].ratio) == (500, 50)


async def test_a_board_with_a_replay_is_told_apart_from_those_beside_it():
    slow, quick = Clicked(0.1, 2.0, is_move=True, has_replay=True), Clicked(0.1, 0.05, is_move=True)
    told = {each.figure: each.value for each in (await timed("busy", slow, quick)).figures()}
    assert (told["board max"], told["board without a replay p99"]) == (2000, 50)


async def test_whoever_waits_in_vain_is_named_and_the_others_go_on():
    class InVain(Person):
        pass

    async def press(person: Person) -> Clicked:
        if isinstance(person, InVain):
            raise TimeoutError("table ZZAAAA waited 60 s in vain for the board after bet")
        return person.fate

    clicks, fate = Clicks("busy"), Clicked(0.1, None)
    await clicks.gather_patiently([InVain(fate), Person(fate), Person(fate)], press, 0.1, 0.1)
    assert clicks.in_vain == ["table ZZAAAA waited 60 s in vain for the board after bet"]
    told = {each.figure: each.value for each in clicks.figures()}
    assert told["acknowledged p50"] == 100
    assert told[IN_VAIN] == 1
    with pytest.raises(TimeoutError, match="ZZAAAA"):
        await clicks.gather([InVain(fate)], press, 0.1, 0.1)


async def _behind(*_: object) -> AsyncIterator[Measured]:
    yield Measured("bot", "7 tables", "ready after a restart", 2.0, "s")
    raise TimeoutError("table ZZAAAA waited 60 s in vain for the desk to change")


@pytest.mark.parametrize("option", [[], ["--json"]])
def test_a_throng_that_falls_behind_tells_what_it_has_and_who_waited_and_fails(
    monkeypatch: pytest.MonkeyPatch, option: list[str]
) -> None:
    monkeypatch.setattr(throng, "_measured", _behind)
    ended = CliRunner().invoke(bench, ["--case", "throng", *option])
    assert ended.exit_code == 1
    assert "ready after a restart" in ended.output
    assert "table ZZAAAA waited 60 s in vain for the desk to change" in ended.output


async def test_a_yardstick_that_posts_makes_five_requests_for_a_press() -> None:
    async with new_ground() as ground:
        news, asked = News(ground.sandbox), list[Exchange]()
        course = Course.add(news.world, 1, 2)
        process = await ground.start("posting")
        ground.sandbox.exchanges.hooks.append(asked.append)
        clicked = await Seated(news, Copy("", course, course.channel), 0).press_bare()
        assert clicked
        assert clicked.acknowledged

        async def is_done() -> bool:
            return len(asked) == 5

        await until(is_done)
        await process.stop()
    assert all(each.status < 300 for each in asked)
    assert sum(len(each.files) for each in asked) == 3
    (board,) = (message for message in course.channel.messages.values() if message.components)
    assert board.attachments


async def test_a_press_that_was_never_acknowledged_counts_as_late():
    clicks = await timed("busy", Clicked(None, None), Clicked(1.5, None), Clicked(0.1, None))
    assert [each.value for each in clicks.figures() if each.figure == "acknowledged late"] == [2]


async def test_what_is_measured_stops_when_nobody_measures_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    parents = iter([7, 7, 7, 1])
    monkeypatch.setattr(subject.os, "getppid", lambda: next(parents))
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    try:
        await subject.Watch().look()
        await stopped.wait()
    finally:
        asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)


def test_statements_are_counted_without_what_opens_and_ends_a_transaction(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", sqlite3.connect)  # whatever takes its place is undone
    statements = subject.Statements()
    statements.watch_sqlite()
    with closing(sqlite3.connect(tmp_path / "some.db", isolation_level=None)) as db:
        db.execute("CREATE TABLE horses (name)")
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO horses VALUES ('red')")
        db.execute("UPDATE horses SET name = 'blue'")
        db.execute("COMMIT")
        db.execute("BEGIN")
        db.execute("SELECT * FROM horses")
        db.execute("ROLLBACK")
        db.execute("SELECT * FROM horses")
    assert statements.counted == {"statements": 5, "transactions": 4, "writing transactions": 1}


def test_a_note_of_what_was_posted_is_counted_as_writing() -> None:
    """It is one statement, which begins with `WITH`."""
    statements = subject.Statements()
    note = statements.of_one_connection()
    for sql in ("BEGIN IMMEDIATE", str(outcomes._NOTE.compile(dialect=sqlite.dialect())), "COMMIT"):
        note(sql)
    assert statements.counted == {"statements": 1, "transactions": 1, "writing transactions": 1}
