"""Several processes on one database: who keeps which tables, who takes over, and whose clocks stand still meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from bot.shards import Shards
from bot.store.errors import StoreBusy
from bot.store.migrate import SILENCE
from bot.store.schema import tables as stored
from bot.tables import joining, this_process
from bot.tables.beats import BEAT, DEAD_AFTER, LATE_AFTER, LEAST_PAUSE
from bot.tables.clockwork import AWAY_GRACE, Clockwork
from bot.tables.counted_time import CountedTime
from bot.tables.joining import ShardsTaken
from bot.tables.keepers import Beat
from bot.tables.this_process import LEASE, SWEEP, TABLES, Process
from bot.tables.versions import RAISED
from tests.databases import on_both
from tests.tables.playing import BEN, TableRig, at_once

OF = 3
GUILDS = [number << 22 for number in range(1, OF + 1)]
"""A server on shard 1, one on shard 2, and one on shard 0."""


def guild_on(shard: int) -> int:
    """Name a server that a shard serves."""
    return next(guild for guild in GUILDS if (guild >> 22) % OF == shard)


class Farm:
    """Processes that share the database of a rig, and its time; each runs as long as its lease is kept going."""

    def __init__(self, rig: TableRig) -> None:
        self.rig = rig
        self.steady = 0.0
        self.server_ahead = 0
        """By how many milliseconds somebody has set the clock of the database's server."""
        self.taken: dict[str, list[Shards]] = {}
        self.live: list[Process] = []

    def process(self, serves: Shards | None, clock: CountedTime | None = None) -> Process:
        """Make a process that has not joined the others yet; its machine's clock is right, unless one is handed in."""
        clock = clock or CountedTime(
            wall=lambda: self.rig.time, steady=lambda: self.rig.time, longest_step=10**15
        )
        made = Process(self.rig.store, clock, serves, is_alone=False, steady=lambda: self.steady)
        taken = self.taken[made.id] = []

        async def take(shards: Shards) -> None:
            taken.append(shards)

        made.take_up = take
        return made

    async def started(self, *numbers: int) -> Process:
        """Start the process of some shards."""
        return await self.joined(self.process(Shards(frozenset(numbers), OF)))

    async def joined(self, made: Process) -> Process:
        """Have a process join the others; from then on it lives."""
        await made.join()
        self.live.append(made)
        return made

    async def beat(self, times: int = 1) -> None:
        """Let everybody who lives beat, so many times."""
        for _ in range(times):
            self.steady += BEAT
            self.rig.time += int(BEAT * 1000)
            for process in tuple(self.live):
                await process.beat()

    async def killed(self, process: Process) -> None:
        """End a process as a power cut would, and let the others find out."""
        self.live.remove(process)
        await self.beat(DEAD_AFTER + 1)

    async def race_on(self, shard: int) -> str:
        """Start a race in a server of a shard."""
        table_id = await self.rig.race(people=6)
        async with self.rig.store.writing() as db:
            here = stored.c.table_id == table_id
            await db.execute(update(stored).where(here).values(guild_id=guild_on(shard), **RAISED))
        return table_id

    async def left(self, table_id: str) -> dict[str, int]:
        """Read how many milliseconds are left on the clocks of a table."""
        rows = (await self.rig.everything())["deadlines"]
        return {row.kind: row.due_at - self.rig.time for row in rows if row.table_id == table_id}

    async def turns(self, table_id: str) -> dict[str, int]:
        """Read how many milliseconds everybody has left who is asked."""
        return {kind: left for kind, left in (await self.left(table_id)).items() if kind.startswith("turn")}

    async def keepers(self) -> dict[int, str | None]:
        """Read who keeps which shard."""
        return {row.number: row.kept_by for row in (await self.rig.everything())["shards"]}

    async def still(self) -> set[int]:
        """Read the clocks of which shards' servers stand still."""
        rows = (await self.rig.everything())["shards"]
        return {row.number for row in rows if row.still_since is not None}


@pytest.fixture
def farm(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> Farm:
    async def at_once(_seconds: float) -> None:
        farm.rig.time += int(BEAT * 1000)
        for each in farm.live:
            await each.beat()

    async def of_the_server(_db: object) -> int:
        return farm.rig.time + farm.server_ahead

    farm = Farm(rig)
    monkeypatch.setattr(rig.store, "now", of_the_server)
    monkeypatch.setattr(joining, "pause", at_once)
    return farm


class TestKeeping:
    async def test_each_keeps_the_tables_of_its_shards(self, farm: Farm) -> None:
        first, second, third = [await farm.started(number) for number in range(OF)]
        await farm.beat()

        assert [each.keeps(guild_on(1)) for each in (first, second, third)] == [False, True, False]
        assert await farm.keepers() == {0: first.id, 1: second.id, 2: third.id}
        assert await farm.still() == set()

    async def test_the_first_one_looks_after_shards_whose_process_has_not_started(self, farm: Farm) -> None:
        first = await farm.started(0)
        await farm.beat()
        assert first.keeps(guild_on(2))
        assert await farm.still() == {1, 2}

        third = await farm.started(2)
        await farm.beat()
        assert [first.keeps(guild_on(2)), third.keeps(guild_on(2))] == [False, True]
        assert await farm.still() == {1}

    async def test_one_that_dies_is_taken_over_by_another_once(self, farm: Farm) -> None:
        first, second, third = [await farm.started(number) for number in range(OF)]
        await farm.beat(2)
        await farm.killed(second)

        keepers = await farm.keepers()
        assert keepers[1] in {first.id, third.id}
        assert sorted(map(str, farm.taken[first.id] + farm.taken[third.id])) == ["1/3"]

    async def test_one_that_beats_in_the_last_moment_is_not_taken_over(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        name, take_over, buried = second.id, first._take_over, list[Sequence[Beat]]()

        async def late(dead: Sequence[Beat]) -> None:
            if dead and not buried:  # it was only held up, and is itself again before the rows are locked
                farm.live.append(second)
                await second.beat()
                buried.append(dead)
            await take_over(dead)

        monkeypatch.setattr(first, "_take_over", late)
        await farm.killed(second)

        assert [[beat.process_id for beat in each] for each in buried] == [[name]]
        assert second.id == name
        assert await farm.keepers() == {0: first.id, 1: name, 2: name}
        assert await farm.still() == set()

    async def test_it_takes_less_than_half_a_minute(self) -> None:
        assert (DEAD_AFTER + 2) * BEAT < 30
        assert LEASE < DEAD_AFTER * BEAT

    async def test_one_that_stops_gives_its_tables_to_the_others_at_once(self, farm: Farm) -> None:
        first, second, third = [await farm.started(number) for number in range(OF)]
        await farm.beat()
        farm.live.remove(second)
        await second.leave()
        await farm.beat()

        assert (await farm.keepers())[1] == first.id
        assert not second.keeps(guild_on(1))
        assert third.keeps(guild_on(2))

    async def test_one_that_starts_again_has_its_tables_back(self, farm: Farm) -> None:
        _, second, _ = [await farm.started(number) for number in range(OF)]
        await farm.killed(second)
        again = await farm.started(1)
        await farm.beat()

        assert (await farm.keepers())[1] == again.id
        assert [each.keeps(guild_on(1)) for each in farm.live] == [False, False, True]

    async def test_a_table_that_another_process_has_changed_is_announced_to_its_keeper_alone(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        heard: list[Callable[[str], object]] = []
        told: list[str] = []

        async def notify(_db: Any, channel: str, payload: str = "") -> None:
            for each in heard if channel == TABLES else []:
                each(payload)

        def listen(channel: str, hear: Callable[[str], object], _missed: object = None) -> None:
            if channel == TABLES:
                heard.append(hear)

        monkeypatch.setattr(farm.rig.store, "notify", notify)
        monkeypatch.setattr(farm.rig.store, "listen", listen)
        first.listen(lambda table_id, _: told.append(f"first {table_id}"))
        second.listen(lambda table_id, _: told.append(f"second {table_id}"))
        await farm.beat()
        table_id = await farm.race_on(2)
        table = await farm.rig.table(table_id)
        async with farm.rig.store.writing() as db:
            await second.announce(db, table.guild_id, table_id)
            assert told == []
            await first.announce(db, table.guild_id, table_id)
        assert told == [f"second {table_id}"]
        assert [await first.keeps_table(table_id), await second.keeps_table(table_id)] == [False, True]


class TestAStalledOne:
    """It was taken for dead, and wakes up: a zombie."""

    async def test_keeps_nothing_once_its_lease_is_over(self, farm: Farm) -> None:
        first = await farm.started(0)
        await farm.beat()
        farm.steady += LEASE

        assert not first.keeps(guild_on(0))
        assert first.kept == Shards(frozenset(), 1)

    async def test_joins_under_another_name_and_has_its_shards_back(self, farm: Farm) -> None:
        _, second, _ = [await farm.started(number) for number in range(OF)]
        lost = list[bool]()
        second.lost = lambda: lost.append(True)
        before = second.id
        await farm.killed(second)
        farm.taken[before].clear()
        farm.live.append(second)
        await farm.beat(2)

        assert second.id != before
        assert lost
        assert (await farm.keepers())[1] == second.id
        assert farm.taken[before] == [Shards(frozenset({1}), OF)]
        assert await farm.still() == set()

    async def test_whose_shards_another_one_has_ends(self, farm: Farm) -> None:
        _, second, _ = [await farm.started(number) for number in range(OF)]
        await farm.killed(second)
        await farm.started(1)
        with pytest.raises(ShardsTaken, match="another process with this database serves 1/3"):
            await second.beat()

    async def test_what_it_plays_meanwhile_is_played_once(self, farm: Farm) -> None:
        """Both think they are the keeper; a step minds since when a seat is asked."""
        await farm.race_on(1)
        one = Clockwork(farm.rig.store, farm.rig.tables, at_once, farm.rig.clock)
        elsewhere = farm.rig.restarted()
        other = Clockwork(farm.rig.store, elsewhere.tables, at_once, elsewhere.clock)
        farm.rig.pass_minutes(10)
        elsewhere.time = farm.rig.time
        await asyncio.gather(one._run_due(), other._run_due())
        await asyncio.gather(one._run_due(), other._run_due())

        acted = [row.seat for row in (await farm.rig.everything())["log"] if row.seat is not None]
        assert sorted(acted) == sorted(set(acted))
        await asyncio.gather(one.close(), other.close())
        assert await farm.rig.audit() == []


class TestBeating:
    @pytest.mark.parametrize(
        ("took", "pause"), [(0.0, BEAT), (0.5 * BEAT, 0.5 * BEAT), (9 * BEAT, LEAST_PAUSE * BEAT)]
    )
    async def test_of_a_slow_database_comes_as_often_as_of_a_quick_one_and_leaves_it_a_pause(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch, took: float, pause: float
    ) -> None:
        process, pauses = await farm.started(0), list[float]()

        async def beat() -> None:
            farm.steady += took

        class Ended(Exception):
            pass

        def timeout(seconds: float) -> None:
            pauses.append(seconds)
            raise Ended

        monkeypatch.setattr(process, "beat", beat)
        monkeypatch.setattr(this_process.asyncio, "timeout", timeout)
        with pytest.raises(Ended):
            await process.run()
        assert pauses == [pause]


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
        await farm.rig.tables.seats.stand_up(table_id, BEN.user_id)
        await farm.rig.tables.seats.come_back(table_id, BEN.user_id)
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
        works = Clockwork(farm.rig.store, farm.rig.tables, at_once, made._clock, process=made)
        await works.wake()
        await works.resume()
        await works.close()

        assert (await farm.left(here))["turn:0"] == AWAY_GRACE
        assert (await farm.left(there))["turn:0"] == 180_000

    async def test_a_disconnected_shard_is_seen_by_the_others(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        works = Clockwork(farm.rig.store, farm.rig.tables, at_once, second._clock, process=second)
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
            *(farm.rig.store, keeper.tables, at_once, clock),
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
            Clockwork(farm.rig.store, farm.rig.tables, at_once, each._clock, process=each)
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
    async with farm.rig.store.writing(alone=True) as db:
        await process.make_up(db, lag, frozenset())
    process._clock.catch_up(lag)


async def test_a_word_from_others_makes_no_beat_that_counts_against_the_living(farm: Farm) -> None:
    first, second = [await farm.started(shard) for shard in (0, 1)]
    for _ in range(2 * DEAD_AFTER):  # hurried on by words: no time goes by
        await first.beat()

    assert second.keeps(guild_on(1))
    assert not first.keeps(guild_on(1))
    await second.beat()


async def test_the_only_process_looks_now_and_then_for_what_a_lost_answer_left_undone(farm: Farm) -> None:
    swept = list[Shards | None]()
    alone = await farm.started(0)

    async def sweep(kept: Shards | None) -> None:
        swept.append(kept)

    alone.sweep = sweep
    for _ in range(SWEEP):
        await farm.beat()

    assert swept


async def test_whatever_makes_the_clock_catch_up_lets_nobody_of_the_process_set_a_clock_meanwhile(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where several write at once, a step could set one by the time that does not hold any more."""
    first = farm.process(Shards(frozenset({0}), OF))
    caught_up, writing, is_alone = first._clock.catch_up, farm.rig.store.writing, list[bool]()

    @asynccontextmanager
    async def told(*, alone: bool = False) -> AsyncIterator[Any]:
        async with writing(alone=alone) as db:
            yield db
        is_alone.append(alone)

    def catch_up(by: int) -> None:
        caught_up(by)
        assert is_alone[-1]

    monkeypatch.setattr(farm.rig.store, "writing", told)
    monkeypatch.setattr(first._clock, "catch_up", catch_up)
    await first.join()
    assert is_alone == [True]


async def test_what_could_not_be_taken_up_of_a_dead_process_is_tried_again(farm: Farm) -> None:
    first, second = await farm.started(0, 2), await farm.started(1)
    take, failing = first.take_up, [StoreBusy("just now"), StoreBusy("and still")]

    async def in_trouble(shards: Shards) -> None:
        if failing:
            raise failing.pop()
        assert take
        await take(shards)

    first.take_up = in_trouble
    farm.live = [first]
    for _ in range(DEAD_AFTER + 5):
        with suppress(StoreBusy):
            await farm.beat()

    assert (await farm.keepers())[1] == first.id != second.id
    assert farm.taken[first.id] == [Shards(frozenset({1}), OF)]


async def test_a_fault_of_ours_is_logged_and_the_process_goes_on_to_say_that_it_lives(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, beats = await farm.started(0), list[int]()

    async def beat() -> None:
        beats.append(len(beats))
        first.beat_soon()
        if len(beats) == 1:
            raise KeyError
        if len(beats) == 3:
            raise ShardsTaken

    monkeypatch.setattr(first, "beat", beat)
    with pytest.raises(ShardsTaken):
        await first.run()

    assert len(beats) == 3
    assert [record.levelname for record in caplog.records if record.exc_info] == ["ERROR"]


def test_whoever_lives_makes_a_beat_while_it_is_waited_for_before_a_migration() -> None:
    assert BEAT * DEAD_AFTER < SILENCE
