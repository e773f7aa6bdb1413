"""Several processes on one database: whose clocks stand still meanwhile, and what the time is where machines differ."""

from __future__ import annotations

import asyncio
from random import Random
from time import sleep
from typing import Any

import pytest

from bot.shards import Shards
from bot.tables import seat_commands, this_process
from bot.tables.beats import BEAT, LATE_AFTER
from bot.tables.clockwork import AWAY_GRACE, Clockwork
from bot.tables.counted_time import CountedTime
from bot.tables.this_process import Process
from tests.databases import writing
from tests.tables.farm import OF, Farm
from tests.tables.playing import BEN, at_once


class TestClocks:
    """Time in which nobody could act counts against nobody, and is made up for once."""

    async def test_one_process_killed_for_a_minute_costs_nobody_there_and_nobody_elsewhere(
        self, farm: Farm
    ) -> None:
        await farm.rig.set_up_server(clock=3600)
        _, second, _ = [await farm.started(number) for number in range(OF)]
        here, there = await farm.race_on(1), await farm.race_on(2)
        await farm.beat()
        before = await farm.left(here)
        others_before = await farm.left(there)
        began = farm.rig.time
        await farm.killed(second)
        farm.rig.pass_minutes(1)
        await farm.beat()
        assert await farm.still() == {1}
        await farm.started(1)
        gone = farm.rig.time - began

        assert await farm.left(here) == before
        assert await farm.left(there) == {kind: left - gone for kind, left in others_before.items()}

    async def test_while_the_one_that_hears_direct_messages_is_dead_all_clocks_stand_still(
        self, farm: Farm
    ) -> None:
        first, *_ = [await farm.started(number) for number in range(OF)]
        table_id = await farm.race_on(2)
        await farm.beat()
        before = await farm.left(table_id)
        await farm.killed(first)
        assert await farm.still() == {0, 1, 2}
        farm.rig.pass_minutes(60)
        await farm.started(0)

        assert await farm.still() == set()
        assert await farm.left(table_id) == before

    async def test_as_long_as_that_one_makes_no_beats_no_clock_runs_out(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        await farm.beat()
        farm.live.remove(first)
        await farm.beat(LATE_AFTER - 1)
        assert second.still == set()
        await farm.beat()
        assert second.still == {0, 1, 2}
        farm.live.append(first)
        await farm.beat()
        await second.beat()
        assert second.still == set()

    async def test_a_clock_that_is_started_while_a_shard_is_dead_has_its_whole_time_and_no_more(
        self, farm: Farm
    ) -> None:
        _, second, _ = [await farm.started(number) for number in range(OF)]
        table_id = await farm.race_on(1)
        await farm.killed(second)
        farm.rig.pass_minutes(60)
        await farm.rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
        await farm.rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
        farm.rig.pass_minutes(60)
        await farm.started(1)

        assert (await farm.left(table_id))["turn:1"] == 180_000

    async def test_what_all_were_held_up_for_is_made_up_for_once(self, farm: Farm) -> None:
        """The database took nothing, and each of them finds that out."""
        all_of_them = [await farm.started(number) for number in range(OF)]
        tables = [await farm.race_on(number) for number in range(OF)]
        await farm.beat()
        before = [await farm.left(table_id) for table_id in tables]
        farm.rig.pass_minutes(10)
        for each in all_of_them:
            await _held_up(farm, each, 10)

        assert [await farm.left(table_id) for table_id in tables] == before

    @pytest.mark.parametrize(("shard", "concerned"), [(1, {1}), (0, {0, 1, 2})])
    async def test_what_one_was_held_up_for_is_made_up_for_where_its_people_waited(
        self, farm: Farm, shard: int, concerned: set[int]
    ) -> None:
        all_of_them = [await farm.started(number) for number in range(OF)]
        tables = [await farm.race_on(number) for number in range(OF)]
        await farm.beat()
        before = [await farm.left(table_id) for table_id in tables]
        farm.rig.pass_minutes(0.1)
        for each in all_of_them:
            if each is not all_of_them[shard]:
                await each.beat()
        await _held_up(farm, all_of_them[shard], 0.1)
        after = [await farm.left(table_id) for table_id in tables]

        assert {number for number in range(OF) if after[number] == before[number]} == concerned

    async def test_a_start_gives_a_last_grace_to_the_servers_of_its_shards(self, farm: Farm) -> None:
        [await farm.started(number) for number in (0, 2)]
        here, there = await farm.race_on(1), await farm.race_on(2)
        made = farm.process(Shards(frozenset({1}), OF))
        works = Clockwork(farm.rig.database, farm.rig.tables, at_once, made._clock, process=made)
        await works.wake()
        await works.resume()
        await works.close()

        assert (await farm.left(here))["turn:0"] == AWAY_GRACE
        assert (await farm.left(there))["turn:0"] == 180_000

    async def test_a_disconnected_shard_is_seen_by_the_others(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        works = Clockwork(farm.rig.database, farm.rig.tables, at_once, second._clock, process=second)
        works.outages.begin(1, OF)
        assert works.outages.still == Shards(frozenset({1}), OF)
        await works.close()
        await farm.beat()
        assert first.still == {1}


class TestMachinesWhoseClocksDiffer:
    """One process sets a deadline, and another has it run out: both by the clock of the database."""

    @pytest.mark.parametrize("by", [3_600_000, -3_600_000])
    async def test_one_that_is_set_at_the_keeper_takes_nobodys_time(self, farm: Farm, by: int) -> None:
        await farm.started(0)  # hears the presses in direct messages
        ahead = [0]
        keeper = farm.rig.restarted()
        keeper.clock = clock = CountedTime(
            wall=lambda: farm.rig.time + ahead[0], steady=lambda: farm.rig.time, longest_step=10**15
        )
        works = Clockwork(
            *(farm.rig.database, keeper.tables, at_once, clock),
            process=await farm.joined(farm.process(Shards(frozenset({1, 2}), OF), clock)),
        )
        table_id = await farm.race_on(1)
        await farm.beat()
        ahead[0] = by
        await works._run_due()
        await self._everybody_decides(farm, table_id)
        before = await farm.turns(table_id)
        await farm.beat()
        await works._run_due()
        await works.close()

        assert before
        assert await farm.turns(table_id) == {kind: left - BEAT * 1000 for kind, left in before.items()}
        assert [row.taken_by for row in (await farm.rig.everything())["log"] if row.taken_by] == []

    async def _everybody_decides(self, farm: Farm, table_id: str) -> None:
        luck = Random(1)
        for _ in range(7):
            assert await farm.rig.decide(table_id, luck) is not None

    async def test_one_that_starts_with_a_wrong_clock_counts_as_the_others_do(self, farm: Farm) -> None:
        right = await farm.started(0)
        clock = CountedTime(
            wall=lambda: farm.rig.time - 3_600_000, steady=lambda: farm.rig.time, longest_step=10**15
        )
        wrong = await farm.joined(farm.process(Shards(frozenset({1, 2}), OF), clock))
        assert wrong._clock.now() == right._clock.now() == farm.rig.time

    @pytest.mark.parametrize("by", [60_000, 3_600_000])
    async def test_where_the_servers_is_set_forward_every_deadline_is_set_by_it_once(
        self, farm: Farm, by: int
    ) -> None:
        works = [
            Clockwork(farm.rig.database, farm.rig.tables, at_once, each._clock, process=each)
            for each in (await farm.started(0), await farm.started(1, 2))
        ]
        table_id = await farm.race_on(1)
        await farm.beat()
        before = await farm.left(table_id)
        farm.server_ahead = by
        await farm.beat()
        for each in works:
            await each._catch_up()
            await each.close()

        after = await farm.left(table_id)
        assert after == {kind: left - BEAT * 1000 + by for kind, left in before.items()}


async def _held_up(farm: Farm, process: Process, minutes: float) -> None:
    """Have a process find that it was held up until now for so long."""
    lag = int(minutes * 60_000)
    process._clock._counted = farm.rig.time - lag
    process._clock._looked_at = farm.rig.time
    with writing(farm.rig.database) as db:
        process.make_up(db, lag, frozenset())
    process._clock.catch_up(lag)


async def test_whatever_makes_the_clock_catch_up_lets_nobody_of_the_process_set_a_clock_meanwhile(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where several write at once, a step could set one by the time that does not hold any more."""
    first = farm.process(Shards(frozenset({0}), OF))
    loop, order, others = asyncio.get_running_loop(), list[str](), list[asyncio.Task[None]]()
    take_place, caught_up = this_process.take_place, first._clock.catch_up

    def write() -> None:
        others.append(loop.create_task(farm.rig.database.write(lambda _: order.append("others"))))

    def while_others_want_to_write(*arguments: Any) -> int:
        loop.call_soon_threadsafe(write)
        sleep(0.05)
        return take_place(*arguments)

    def catch_up(by: int) -> None:
        sleep(0.05)
        caught_up(by)
        order.append("clock")

    monkeypatch.setattr(this_process, "take_place", while_others_want_to_write)
    monkeypatch.setattr(first._clock, "catch_up", catch_up)
    await first.join()
    await asyncio.gather(*others)
    assert order == ["clock", "others"]
