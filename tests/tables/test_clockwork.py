"""What happens by itself: lobbies that nobody starts, servers the bot was removed from, computer players."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import Any

import pytest

from bot.cluster import heartbeat
from bot.db.errors import DatabaseBusy, DatabaseUnusable
from bot.outbox import LOBBY
from bot.tables import (
    Refused,
    Status,
    clock_commands,
    clockwork,
    computer_players,
    day_commands,
    deadlines,
    guild_commands,
    race_commands,
)
from bot.tables.autoplay import following
from bot.tables.clockwork import Clockwork
from bot.tables.deadlines import Clock, Deadline
from tests.databases import reading, writing
from tests.tables.playing import ANA, BEN, GUILD, TableRig, run_out, sampled, with_standing
from tests.waiting import until


@pytest.fixture
async def works(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Clockwork]:
    """A clockwork that hears of every change; it has not been resumed yet."""
    monkeypatch.setattr(clockwork, "AFTER_TROUBLE", 0.02)
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.02)
    made = rig.clockwork()
    rig.tables.listen(made.notify)
    yield made
    await made.close()


async def status(rig: TableRig, table_id: str) -> Status:
    return (await rig.table(table_id)).status


class TestClocks:
    async def test_a_lobby_that_nobody_starts_closes(self, rig: TableRig, works: Clockwork) -> None:
        table_id = await rig.lobby()
        await rig.resume(works)
        rig.pass_minutes(30)
        works.notify(table_id)

        await until(lambda: _is(rig, table_id, Status.EXPIRED))
        assert not (await rig.everything())["deadlines"]
        assert (await rig.table(table_id)).ended_at == rig.time

    async def test_a_lobby_whose_time_ran_out_while_the_bot_was_down_gets_a_last_grace(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        away = await rig.lobby()
        rig.pass_minutes(500)
        fresh = await rig.lobby()
        shown = (await rig.requested(away))[LOBBY]
        await rig.resume(works)

        grace = rig.time + heartbeat.LEAST_LEFT
        assert {clock.table_id: clock.due_at for clock in await _due(rig, 10**15)} == {
            away: grace,
            fresh: rig.time + deadlines.LOBBY_CLOSES_AFTER,
        }
        assert (await rig.requested(away))[LOBBY] == shown + 1
        rig.pass_minutes(6)
        works.notify(away)
        await until(lambda: _is(rig, away, Status.EXPIRED))
        assert await status(rig, fresh) is Status.LOBBY

    async def test_before_its_time_a_lobby_stays_open(self, rig: TableRig, works: Clockwork) -> None:
        early = await rig.lobby()
        await rig.resume(works)
        rig.pass_minutes(29)
        late = await rig.lobby()
        rig.pass_minutes(2)
        works.notify(late)

        await until(lambda: _is(rig, early, Status.EXPIRED))
        assert await status(rig, late) is Status.LOBBY

    async def test_a_race_that_was_started_has_no_clock(self, rig: TableRig, works: Clockwork) -> None:
        race, lobby = await rig.race(), await rig.lobby()
        await rig.resume(works)
        rig.pass_minutes(10_000)
        works.notify(lobby)

        await until(lambda: _is(rig, lobby, Status.EXPIRED))
        assert await status(rig, race) is Status.RUNNING

    async def test_a_clock_that_was_set_anew_does_not_ring_at_the_old_time(self, rig: TableRig) -> None:
        table_id = await rig.lobby()
        (old,) = await _due(rig, rig.time + 10**9)
        with writing(rig.database) as db:
            deadlines.put(db, table_id, Clock.LOBBY, old.due_at + 1, now=rig.time)
        await run_out(rig.tables, old)

        assert await status(rig, table_id) is Status.LOBBY
        assert await _due(rig, old.due_at + 1) == [old._replace(due_at=old.due_at + 1)]

    async def test_a_clock_that_was_stopped_does_not_ring(self, rig: TableRig) -> None:
        table_id = await rig.lobby()
        (old,) = await _due(rig, rig.time + 10**9)
        await rig.start(table_id)
        await run_out(rig.tables, old)

        assert await status(rig, table_id) is Status.RUNNING

    async def test_a_clock_left_on_a_closed_table_is_put_away(self, rig: TableRig, works: Clockwork) -> None:
        table_id = await rig.lobby()
        await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=False)
        with writing(rig.database) as db:
            deadlines.put(db, table_id, Clock.HOMELESS, rig.time, now=rig.time)
        await rig.resume(works)
        rig.pass_minutes(6)
        works.notify(table_id)

        await until(lambda: _has_no_clock(rig))
        assert await status(rig, table_id) is Status.CANCELLED

    async def test_where_the_bot_was_removed_tables_close_after_a_week_and_the_money_returns(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        before = await rig.worth(2)
        race, lobby = await rig.race(), await rig.lobby()
        await rig.resume(works)
        await guild_commands.bot_left(rig.tables, GUILD)
        rig.pass_minutes(7 * 24 * 60)
        works.notify(race)

        await until(lambda: _is(rig, race, Status.CANCELLED))
        await until(lambda: _is(rig, lobby, Status.EXPIRED))
        assert await rig.worth(2) == before
        assert await rig.audit() == []

    async def test_where_the_bot_is_asked_back_tables_go_on(self, rig: TableRig) -> None:
        table_id = await rig.race()
        await guild_commands.bot_left(rig.tables, GUILD)
        await guild_commands.bot_joined(rig.tables, GUILD)

        assert {clock.clock for clock in await _due(rig, 10**15)} == {Clock.TURN, Clock.HALF}
        assert await status(rig, table_id) is Status.RUNNING

    async def test_a_table_whose_clock_fails_keeps_no_other_waiting(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        broken, sound = await rig.lobby(), await rig.lobby()
        _breaking(monkeypatch, rig, ValueError("broken"), broken)
        await rig.resume(works)
        rig.pass_minutes(31)
        works.notify(sound)

        await until(lambda: _is(rig, sound, Status.EXPIRED))
        assert await status(rig, broken) is Status.LOBBY
        assert any(
            line.startswith(f"table {broken}: what its clock was set for failed") for line in caplog.messages
        )

    async def test_a_clock_that_fails_is_tried_again_with_growing_pauses_and_one_traceback(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        broken = await rig.lobby()
        mend = _breaking(monkeypatch, rig, ValueError("broken"), broken)
        await rig.resume(works)
        rig.pass_minutes(36)
        works.notify(broken)
        failed: list[logging.LogRecord] = []

        async def has_failed_again() -> bool:
            failed[:] = [record for record in caplog.records if "was set for failed" in record.message]
            return len(failed) >= 4

        await until(has_failed_again)
        assert [bool(record.exc_info) for record in failed[:4]] == [True, False, False, False]
        (clock,) = works._failing
        assert works._backoff.pause(clock) >= 0.32
        mend()
        await until(lambda: _is(rig, broken, Status.EXPIRED))

    async def test_clocks_wait_for_a_database_that_cannot_be_used(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        table_id = await rig.lobby()
        mend = _breaking(monkeypatch, rig, DatabaseUnusable("the disk is full"), table_id)
        await rig.resume(works)
        rig.pass_minutes(31)
        works.notify(table_id)
        await until(lambda: _logged(caplog, "the clocks wait: the disk is full"))
        mend()

        await until(lambda: _is(rig, table_id, Status.EXPIRED))

    async def test_a_table_that_somebody_holds_keeps_no_other_clock_waiting(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        held, free = await rig.lobby(), await rig.lobby()
        let_go = _breaking(monkeypatch, rig, DatabaseBusy("the database is busy"), held)
        await rig.resume(works)
        rig.pass_minutes(31)
        works.notify(held)

        await until(lambda: _is(rig, free, Status.EXPIRED))
        assert any(line.startswith(f"table {held}: its clocks again in") for line in caplog.messages)
        assert not any(line.startswith("the clocks wait") for line in caplog.messages)
        assert await status(rig, held) is Status.LOBBY
        let_go()
        await until(lambda: _is(rig, held, Status.EXPIRED))

    async def test_a_table_that_is_held_while_all_of_it_is_asked_keeps_no_other_clock_waiting(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        await rig.set_up_server(clock=30)
        held = await rig.race(people=6)
        let_go = _breaking(monkeypatch, rig, DatabaseBusy("the database is busy"), held)
        free = await rig.lobby()
        await rig.resume(works)
        rig.pass_minutes(31)
        assert len([each for each in await _due(rig, rig.time) if each.table_id == held]) > 6
        works.notify(free)

        await until(lambda: _is(rig, free, Status.EXPIRED))
        assert not any(line.startswith("the clocks wait") for line in caplog.messages)
        let_go()

    async def test_clocks_wait_where_more_than_one_table_is_held(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        tables = [await rig.lobby() for _ in range(3)]
        let_go = [
            _breaking(monkeypatch, rig, DatabaseBusy("the database is busy"), table_id) for table_id in tables
        ]
        await rig.resume(works)
        rig.pass_minutes(31)
        works.notify(tables[0])
        await until(lambda: _logged(caplog, "the clocks wait: the database is busy"))
        for each in let_go:
            each()

        for table_id in tables:
            await until(lambda table_id=table_id: _is(rig, table_id, Status.EXPIRED))


def _breaking(monkeypatch, rig: TableRig, error: Exception, table_id: str) -> Callable[[], None]:
    """Have the clocks of one table fail until it is mended."""
    step, is_broken = rig.tables.step, True

    async def broken(command: Any, where: str, *facts: Any) -> Any:
        if is_broken and where == table_id and command in {clock_commands.run_out, clock_commands.act_late}:
            raise error
        return await step(command, where, *facts)

    def mend() -> None:
        nonlocal is_broken
        is_broken = False

    monkeypatch.setattr(rig.tables, "step", broken)
    return mend


async def _is(rig: TableRig, table_id: str, expected: Status) -> bool:
    return await status(rig, table_id) is expected


async def _has_no_clock(rig: TableRig) -> bool:
    return not (await rig.everything())["deadlines"]


async def _logged(caplog: pytest.LogCaptureFixture, text: str) -> bool:
    return text in caplog.messages


async def _due(rig: TableRig, now: int) -> list[Deadline]:
    with reading(rig.database) as db:
        return deadlines.due(db, now)


class TestComputerPlayers:
    async def test_move_by_themselves_until_a_person_is_asked(self, rig: TableRig, works: Clockwork) -> None:
        table_id = await rig.race(people=1, computers=3)
        await until(lambda: _waits_for(rig, table_id, {0}))
        await rig.tables.step(race_commands.act, table_id, ANA.user_id, 1, _bet())
        await until(lambda: _waits_for(rig, table_id, {0}))

        standing = await rig.standing(table_id)
        assert standing.view(None).phase == "racing"
        assert len(standing.view(None).pile) < 4

    async def test_bring_a_whole_game_to_its_end_with_one_person(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id, luck = await rig.race(people=1, computers=2), Random(1)
        while await status(rig, table_id) is Status.RUNNING:
            await until(lambda: _waits_for(rig, table_id, {0}, or_over=True))
            standing = await rig.standing(table_id)
            if standing.asked:
                action = sampled(standing, 0, luck)
                await rig.tables.step(race_commands.act, table_id, ANA.user_id, standing.asked[0], action)

        assert await status(rig, table_id) is Status.FINISHED

    async def test_go_on_where_an_earlier_run_stopped(self, rig: TableRig) -> None:
        table_id = await rig.race(people=1, computers=2)
        assert (await rig.standing(table_id)).asked.keys() == {0, 1, 2}
        works = rig.clockwork()
        rig.tables.listen(works.notify)
        await rig.resume(works)

        await until(lambda: _waits_for(rig, table_id, {0}))
        await works.close()

    @pytest.mark.parametrize("fault", ["raises", "cheats", "is unknown"])
    async def test_have_lots_drawn_where_they_fail(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
        fault: str,
    ) -> None:
        monkeypatch.setattr(computer_players, "agent", _faulty(computer_players.agent, fault))
        table_id = await rig.race(people=1, computers=1)

        await until(lambda: _waits_for(rig, table_id, {0}))
        failed = (await rig.table(table_id)).seats[1].agent
        assert f"table {table_id}: computer player {failed} failed; lots are drawn for it" in caplog.messages

    async def test_wait_for_a_database_that_cannot_be_used(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        step, failures = rig.tables.step, [DatabaseUnusable("the disk is full")] * 2

        async def failing(command: Any, *arguments: Any) -> Any:
            if failures and command is race_commands.act_for:
                raise failures.pop()
            return await step(command, *arguments)

        monkeypatch.setattr(rig.tables, "step", failing)
        table_id = await rig.race(people=1, computers=1)

        await until(lambda: _waits_for(rig, table_id, {0}))
        assert f"computers of {table_id}: again in 0 s: the disk is full" in caplog.messages

    async def test_do_not_play_for_people_nor_at_a_closed_table(self, rig: TableRig) -> None:
        table_id = await rig.race(people=2, computers=1)
        await rig.decide(table_id, Random(1))
        await rig.tables.step(day_commands.cancel, table_id, BEN.user_id, may_manage=True)
        table, standing = await with_standing(rig.tables, table_id)

        assert following(table, standing) is None
        assert following(table, None) is None

    async def test_that_decide_too_late_change_nothing(
        self, rig: TableRig, works: Clockwork, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO")
        other = rig.restarted()
        thinking, gate = asyncio.Event(), asyncio.Event()

        async def slowly(task: Callable[[], Any]) -> Any:
            thinking.set()
            await gate.wait()
            return task()

        slow = rig.clockwork(work=slowly)
        table_id = await other.race(people=1, computers=1)
        slow.notify(table_id)
        await thinking.wait()
        standing = await other.standing(table_id)
        await other.tables.step(race_commands.act_for, table_id, 1, 1, sampled(standing, 1, Random(1)))
        gate.set()

        await until(lambda: _logged(caplog, f"table {table_id}: a computer player came late: stale"))
        await slow.close()
        assert (await rig.table(table_id)).length == 2


def _faulty(agent: Callable[[str, str], Any], fault: str) -> Callable[[str, str], Any]:
    class Cheat:
        def decide(self, view: Any, choices: Any, chance: Any) -> str:
            if fault == "raises":
                raise ZeroDivisionError
            return "everything on red"

    def found(name: str, game: str) -> Any:
        if name == "random":
            return agent(name, game)
        return agent("nobody", game) if fault == "is unknown" else Cheat()

    return found


def _bet() -> dict[str, Any]:
    return {"type": "bet", "kind": "win", "horse": "red", "stake": 100}


async def _waits_for(rig: TableRig, table_id: str, seats: set[int], *, or_over: bool = False) -> bool:
    try:
        standing = await rig.standing(table_id)
    except Refused:
        return False
    return standing.asked.keys() == seats or (or_over and not standing.asked)
