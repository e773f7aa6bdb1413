"""Several processes on one database: who keeps which tables, who takes over, and what becomes of one that stalls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import pytest

from bot.db import Database
from bot.db.errors import DatabaseBusy
from bot.db.migrate import SILENCE
from bot.shards import Shards
from bot.tables import left_shards, this_process
from bot.tables.beats import BEAT, BEAT_ALONE, DEAD_AFTER, LEAST_PAUSE
from bot.tables.clockwork import Clockwork
from bot.tables.joining import ShardsTaken
from bot.tables.keepers import Beat
from bot.tables.outages import Outages
from bot.tables.this_process import LEASE, SWEEP, TABLES, Process
from tests.databases import writing
from tests.tables.farm import OF, Farm, guild_on
from tests.tables.playing import TableRig, at_once
from tests.tables.test_pace import racing
from tests.waiting import until


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

        def notify(_db: Any, channel: str, payload: str = "") -> None:
            for each in heard if channel == TABLES else []:
                each(payload)

        def listen(channel: str, hear: Callable[[str], object], _missed: object = None) -> None:
            if channel == TABLES:
                heard.append(hear)

        monkeypatch.setattr(farm.rig.database, "notify", notify)
        monkeypatch.setattr(farm.rig.database, "listen", listen)
        first.listen(lambda table_id: told.append(f"first {table_id}"))
        second.listen(lambda table_id: told.append(f"second {table_id}"))
        await farm.beat()
        table_id = await farm.race_on(2)
        table = await farm.rig.table(table_id)
        with writing(farm.rig.database) as db:
            second.announce(db, table.guild_id, table_id)
            assert told == []
            first.announce(db, table.guild_id, table_id)
        assert told == [f"second {table_id}"]
        assert [await first.keeps_table(table_id), await second.keeps_table(table_id)] == [False, True]

    @pytest.mark.parametrize("word", ["{guild} {table} x", "{guild} {table}", "nonsense", "", "9" * 5000])
    async def test_whoever_may_connect_changes_nothing_by_telling_of_a_table(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch, word: str
    ) -> None:
        keeper, other = await farm.started(1), await farm.started(0, 2)
        heard: list[Callable[[str], object]] = []
        monkeypatch.setattr(farm.rig.database, "listen", lambda _channel, hear, _missed: heard.append(hear))
        keeper.listen(lambda *_: None)
        await farm.beat()
        table_id = await farm.race_on(1)
        for hear in heard:
            hear(word.format(guild=guild_on(2), table=table_id))
        assert [await keeper.keeps_table(table_id), await other.keeps_table(table_id)] == [True, False]


class TestAStalledOne:
    """It was taken for dead, and wakes up: a zombie."""

    async def test_keeps_nothing_once_its_lease_is_over(self, farm: Farm) -> None:
        first = await farm.started(0)
        await farm.beat()
        farm.steady += LEASE

        assert not first.keeps(guild_on(0))
        assert first.kept == Shards(frozenset(), 1)

    async def test_takes_up_what_it_was_no_keeper_of_meanwhile(self, farm: Farm) -> None:
        """A computer player whose pause was over is left to another process: there is none, so nobody else asks."""
        table_id = await racing(farm.rig)
        only = await farm.started(*range(OF))
        works = Clockwork(farm.rig.database, farm.rig.tables, at_once, farm.rig.clock, process=only)
        only.left.take_up = works.take_up
        await farm.beat()
        before = (await farm.rig.standing(table_id)).length
        farm.steady += LEASE
        await works.computers.play(table_id)
        assert (await farm.rig.standing(table_id)).length == before
        await farm.beat()

        async def has_moved() -> bool:
            return (await farm.rig.standing(table_id)).length > before

        await until(has_moved)
        await works.close()

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
        one = Clockwork(farm.rig.database, farm.rig.tables, at_once, farm.rig.clock)
        elsewhere = farm.rig.restarted()
        other = Clockwork(farm.rig.database, elsewhere.tables, at_once, elsewhere.clock)
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


async def test_what_could_not_be_taken_up_of_a_dead_process_is_tried_again(farm: Farm) -> None:
    first, second = await farm.started(0, 2), await farm.started(1)
    take, failing = first.left.take_up, [DatabaseBusy("just now"), DatabaseBusy("and still")]

    async def in_trouble(shards: Shards) -> None:
        if failing:
            raise failing.pop()
        assert take
        await take(shards)

    first.left.take_up = in_trouble
    farm.live = [first]
    for _ in range(DEAD_AFTER + 5):
        with suppress(DatabaseBusy):
            await farm.beat()

    assert (await farm.keepers())[1] == first.id != second.id
    assert farm.taken[first.id] == [Shards(frozenset({1}), OF)]


async def test_the_only_process_takes_up_nothing_while_it_beats_in_time(rig: TableRig) -> None:
    steady, taken = 0.0, list[Shards]()
    only = Process(rig.database, rig.clock, is_alone=True, steady=lambda: steady)

    async def take(shards: Shards) -> None:
        taken.append(shards)

    only.left.take_up = take
    await only.join()
    outages = Outages(rig.database, only, lambda: rig.time, lambda _: None)
    outages.learn(OF)
    await until(lambda: bool(only.rows))
    await only.beat()
    taken.clear()
    for _ in range(5):
        steady += BEAT_ALONE
        rig.time += int(BEAT_ALONE * 1000)
        await only.beat()
    await outages.close()

    assert taken == []


async def test_a_shard_that_came_and_went_between_two_beats_is_taken_up(farm: Farm) -> None:
    first = await farm.started(0)
    await farm.beat(2)
    farm.taken[first.id].clear()
    second = await farm.started(1)
    farm.live.remove(second)
    await second.leave()
    await farm.beat()

    assert first.keeps(guild_on(1))
    assert farm.taken[first.id] == [Shards(frozenset({1}), OF)]


async def test_beats_go_on_while_what_others_left_is_taken_up_which_is_done_once(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(left_shards, "A_MOMENT", 0.01)
    first, second = await farm.started(0), await farm.started(1, 2)
    await farm.beat(2)
    begun, done = list[Shards](), asyncio.Event()

    async def slow(shards: Shards) -> None:
        begun.append(shards)
        await done.wait()

    first.left.take_up = slow
    await farm.killed(second)
    await farm.beat(2 * DEAD_AFTER)
    assert begun == [Shards(frozenset({1, 2}), OF)]
    assert first.kept is None
    done.set()
    await farm.beat(3)
    assert len(begun) == 1


async def test_what_is_lost_while_it_is_taken_up_is_taken_up_anew(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(left_shards, "A_MOMENT", 0.01)
    first = await farm.started(0)
    await farm.beat(2)
    begun, done = list[Shards](), asyncio.Event()

    async def slow(shards: Shards) -> None:
        begun.append(shards)
        await done.wait()

    async def comes_and_goes() -> None:
        second = await farm.started(1)
        farm.live.remove(second)
        await second.leave()
        await farm.beat()

    first.left.take_up = slow
    await comes_and_goes()
    await comes_and_goes()
    assert begun == [Shards(frozenset({1}), OF)]
    done.set()
    await farm.beat(2)
    assert begun == [Shards(frozenset({1}), OF)] * 2
    await first.left.close()


class LosesAnswers:
    """A store whose answer to one COMMIT is lost: the first after which something `is_so`."""

    def __init__(self, store: Database, is_so: Callable[[], Awaitable[bool]]) -> None:
        self._database = store
        self._is_so = is_so
        self.has_lost = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    async def write(self, work: Callable[..., Any], *arguments: Any) -> Any:
        answer = await self._database.write(work, *arguments)
        await self._lose()
        return answer

    async def write_alone(self, work: Callable[..., Any], committed: Callable[[Any], object]) -> Any:
        answer = await self._database.write_alone(work)
        await self._lose()
        committed(answer)
        return answer

    async def _lose(self) -> None:
        if not self.has_lost and await self._is_so():
            self.has_lost = True
            raise DatabaseBusy("the connection broke")


async def test_a_shard_is_taken_up_though_the_answer_is_lost_by_which_it_was_taken_over(farm: Farm) -> None:
    first, second = await farm.started(0, 2), await farm.started(1)

    async def has_it() -> bool:
        return (await farm.keepers())[1] == first.id

    first._database = store = LosesAnswers(farm.rig.database, has_it)  # type: ignore[assignment]
    farm.live = [first]
    for _ in range(DEAD_AFTER + 5):
        with suppress(DatabaseBusy):
            await farm.beat()

    assert store.has_lost
    assert first.id != second.id
    assert farm.taken[first.id] == [Shards(frozenset({1}), OF)]


async def test_who_was_taken_for_dead_takes_its_shards_up_though_the_answer_is_lost_by_which_it_has_them_again(
    farm: Farm,
) -> None:
    first, second = await farm.started(0, 2), await farm.started(1)
    await farm.killed(second)  # it is only held up
    taken = farm.taken[second.id]

    async def has_it() -> bool:
        return (await farm.keepers())[1] == second.id

    second._database = store = LosesAnswers(farm.rig.database, has_it)  # type: ignore[assignment]
    farm.live = [first, second]
    for _ in range(3):
        with suppress(DatabaseBusy):
            await farm.beat()

    assert store.has_lost
    assert taken == [Shards(frozenset({1}), OF)]


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
