"""A process that starts: whether the shards that it wants are another one's, and when they are its own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.shards import Shards
from bot.tables import joining, this_process
from bot.tables.beats import BEAT, LATE_AFTER
from bot.tables.joining import IDENTIFY_PAUSE, SLACK, ShardsTaken
from bot.tables.this_process import SWEEP
from tests.databases import on_both
from tests.tables.farm import OF, Farm


class TestConnecting:
    @on_both
    async def test_processes_that_start_together_connect_one_after_another(self, farm: Farm) -> None:
        first = await farm.started(0)
        farm.rig.time += 1000
        second = await farm.started(1, 2)
        assert await first.turn() == 0
        assert await second.turn() == pytest.approx(IDENTIFY_PAUSE + SLACK - 1)

    @on_both
    async def test_the_third_waits_for_every_shard_of_the_two_before(self, farm: Farm) -> None:
        for number in (0, 1):
            await farm.started(number)
        assert await (await farm.started(2)).turn() == pytest.approx(2 * (IDENTIFY_PAUSE + SLACK))

    async def test_a_process_that_starts_while_the_others_are_connected_waits_for_nobody(
        self, farm: Farm
    ) -> None:
        await farm.started(0, 1)
        await farm.beat(6)
        assert await (await farm.started(2)).turn() == 0


class TestTakingShards:
    async def test_that_a_living_process_has_is_refused_with_a_sentence(self, farm: Farm) -> None:
        await farm.started(0, 1)
        with pytest.raises(
            ShardsTaken, match=r"serves 0-1/3, and this one would serve 1-2/3; give each process"
        ):
            await farm.started(1, 2)

    @pytest.mark.parametrize("serves", [None, Shards(frozenset({2}), 4)])
    async def test_counted_otherwise_is_refused(self, farm: Farm, serves: Shards | None) -> None:
        await farm.started(0)
        with pytest.raises(ShardsTaken):
            await farm.process(serves).join()

    @on_both
    @pytest.mark.parametrize("both", [None, Shards(frozenset({0}), OF)])
    async def test_of_two_that_start_in_the_same_moment_one_serves_and_one_is_refused(
        self, farm: Farm, both: Shards | None
    ) -> None:
        outcomes = await asyncio.gather(
            *(farm.joined(farm.process(both)) for _ in range(2)), return_exceptions=True
        )
        (refused,) = (each for each in outcomes if isinstance(each, BaseException))
        assert isinstance(refused, ShardsTaken)
        (only,) = farm.live
        await farm.beat(SWEEP)
        assert {row.process_id for row in (await farm.rig.everything())["processes"]} == {only.id}
        assert (await farm.keepers())[0] == only.id

    async def test_of_one_that_beats_again_in_the_last_moment_is_refused(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = await farm.started(0)
        farm.live.clear()
        begun, look = list[bool](), joining.gone

        async def gone(*arguments: Any) -> Any:
            dead = await look(*arguments)
            if not begun:  # it was only held up
                begun.append(True)
                farm.live.append(slow)
                await farm.beat()
            return dead

        monkeypatch.setattr(this_process, "gone", gone)
        with pytest.raises(ShardsTaken):
            await farm.process(Shards(frozenset({0}), OF)).join()
        assert (await farm.keepers())[0] == slow.id

    async def test_of_one_that_was_killed_waits_only_until_that_is_seen(self, farm: Farm) -> None:
        killed = await farm.started(0)
        farm.live.clear()
        began = farm.rig.time
        fresh = await farm.started(0)

        assert farm.rig.time - began == LATE_AFTER * BEAT * 1000
        assert (await farm.keepers())[0] == fresh.id != killed.id

    async def test_of_one_that_stops_meanwhile_waits_no_longer(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopping = await farm.started(0)
        farm.live.clear()
        waits = farm.process(Shards(frozenset({0}), OF))
        began, pause = farm.rig.time, joining.pause

        async def stop(seconds: float) -> None:
            await stopping.leave()
            await pause(seconds)

        monkeypatch.setattr(joining, "pause", stop)
        await waits.join()
        assert farm.rig.time - began == BEAT * 1000

    async def test_in_another_number_after_all_have_ended_makes_up_for_the_time_between(
        self, farm: Farm
    ) -> None:
        first = await farm.started(0, 1, 2)
        table_id = await farm.race_on(1)
        before = await farm.left(table_id)
        farm.live.clear()
        await first.leave()
        farm.rig.pass_minutes(60)
        await farm.process(Shards(frozenset(range(5)), 5)).join()

        assert await farm.left(table_id) == before
