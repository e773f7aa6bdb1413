"""Which process looks after which shards: who takes over, who is refused, and what each hears of the others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.cluster import heartbeat, ownership
from bot.cluster.heartbeat import SWEEP
from bot.cluster.ownership import MATCHES, Ownership, ShardsTaken
from bot.db import Database
from bot.db.errors import DatabaseBusy
from bot.shards import Shards
from tests.cluster.farm import OF, Farm, guild_on
from tests.databases import on_postgresql, writing
from tests.tables.playing import TableRig
from tests.waiting import until


def one(number: int) -> list[Shards]:
    return [Shards(frozenset({number}), OF)]


class TestOwning:
    async def test_each_looks_after_the_shards_that_it_serves(self, farm: Farm) -> None:
        processes = [await farm.started(number) for number in range(OF)]
        await farm.beat()
        assert [process.keeps() for process in processes] == [{0}, {1}, {2}]

    async def test_the_first_one_looks_after_shards_that_nobody_serves(self, farm: Farm) -> None:
        first = await farm.started(0)
        assert first.keeps() == {0, 1, 2}
        third = await farm.started(2)
        await farm.beat()
        assert [first.keeps(), third.keeps()] == [{0, 1}, {2}]

    async def test_of_one_that_is_killed_the_first_takes_up_the_shards_once(self, farm: Farm) -> None:
        first, second, third = [await farm.started(number) for number in range(OF)]
        await farm.beat(2)
        before = list(first.taken)
        await farm.killed(second)
        await until(lambda: first.taken[len(before) :] == one(1))
        assert [first.keeps(), third.keeps()] == [{0, 1}, {2}]

    async def test_where_the_first_is_killed_the_next_one_takes_over(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        await farm.killed(first)
        assert second.keeps() == {0, 1, 2}
        await until(lambda: second.taken == one(0))

    async def test_one_that_stops_leaves_its_shards_to_the_others_at_once(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        farm.live.remove(second)
        await second.ownership.leave()
        await farm.beat()
        assert first.keeps() == {0, 1, 2}
        assert not second.keeps()

    async def test_one_that_starts_again_has_its_shards_back(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        await farm.killed(second)
        lost = list[bool]()
        first.ownership.lost = lambda: lost.append(True)
        again = await farm.started(1, 2)
        await farm.beat()
        assert [first.keeps(), again.keeps()] == [{0}, {1, 2}]
        assert lost == [True]

    async def test_what_could_not_be_taken_up_is_tried_again(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        failing, taken = [DatabaseBusy("just now"), DatabaseBusy("and still")], list[Shards]()

        async def take(shards: Shards) -> None:
            if failing:
                raise failing.pop()
            taken.append(shards)

        first.ownership.gained = take
        await farm.beat(2)
        await farm.killed(second)
        await until(lambda: Shards(frozenset({1, 2}), OF) in taken)

    async def test_shards_that_come_and_go_while_they_are_taken_up_are_taken_up_anew(
        self, farm: Farm
    ) -> None:
        first, begun, may_end = await farm.started(0, 2), list[Shards](), asyncio.Event()

        async def slowly(shards: Shards) -> None:
            begun.append(shards)
            await may_end.wait()

        async def come_and_go() -> None:
            second = await farm.started(1)
            await farm.beat()
            farm.live.remove(second)
            await second.ownership.leave()
            await farm.beat()

        first.ownership.gained = slowly
        await come_and_go()
        await until(lambda: begun == one(1))
        await come_and_go()
        may_end.set()
        await until(lambda: begun == one(1) * 2)


class TestABrokenSession:
    async def test_owns_nothing_until_its_locks_are_taken_again_and_then_takes_up_its_shards(
        self, farm: Farm
    ) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        second.locks.is_reachable = False
        with pytest.raises(DatabaseBusy):
            await second.beat()
        assert not second.keeps()
        await first.beat()
        assert first.keeps() == {0, 1, 2}

        second.locks.is_reachable = True
        await farm.beat(2)
        assert [first.keeps(), second.keeps()] == [{0}, {1, 2}]
        await until(lambda: second.taken == [Shards(frozenset({1, 2}), OF)])

    async def test_whose_shards_another_process_has_meanwhile_ends_its_process(self, farm: Farm) -> None:
        second = await farm.started(1)
        second.locks.break_off()
        await farm.started(1, 2)
        with pytest.raises(ShardsTaken, match="another process with this database serves 1-2/3"):
            await second.beat()


class TestTakingShards:
    async def test_that_another_process_serves_is_refused_with_a_sentence(self, farm: Farm) -> None:
        await farm.started(0, 1)
        with pytest.raises(ShardsTaken, match=r"serves 0-1/3, and this one would serve 1-2/3; give each"):
            await farm.started(1, 2)

    @pytest.mark.parametrize("serves", [None, Shards(frozenset({2}), 4)])
    async def test_that_are_counted_otherwise_is_refused(self, farm: Farm, serves: Shards | None) -> None:
        first = await farm.started(0)
        with pytest.raises(ShardsTaken):
            await farm.process(serves).ownership.join()
        await farm.beat()
        assert first.keeps() == {0, 1, 2}

    @pytest.mark.parametrize("both", [None, Shards(frozenset({0, 1}), OF)])
    async def test_of_two_that_start_together_one_serves_and_one_is_refused(
        self, farm: Farm, both: Shards | None
    ) -> None:
        outcomes = await asyncio.gather(
            *(farm.process(both).ownership.join() for _ in range(2)), return_exceptions=True
        )
        assert sorted(type(each) for each in outcomes if each) == [ShardsTaken]

    async def test_waits_for_a_process_that_is_being_stopped(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopping, fresh = await farm.started(0), farm.process(Shards(frozenset({0}), OF))

        async def stop(_seconds: float) -> None:
            await stopping.ownership.leave()

        monkeypatch.setattr(ownership, "pause", stop)
        await fresh.ownership.join()
        assert fresh.keeps() == {0, 1, 2}


class TestConnecting:
    async def test_processes_connect_one_after_another(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ownership, "IDENTIFY_PAUSE", 0.0)
        first, second = await farm.started(0), await farm.started(1, 2)
        await first.ownership.begin_connecting()
        waiting = asyncio.create_task(second.ownership.begin_connecting())
        await asyncio.sleep(0.03)
        assert not waiting.done()
        await first.ownership.end_connecting()
        await waiting

    async def test_nobody_waits_for_ever_for_one_that_cannot_connect(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(ownership, "IDENTIFY_PAUSE", 0.0)
        monkeypatch.setattr(ownership, "LONGEST_TURN", 0.03)
        first, second = await farm.started(0), await farm.started(1, 2)
        await first.ownership.begin_connecting()
        await second.ownership.begin_connecting()


class TestWords:
    @pytest.fixture
    def send(self, farm: Farm, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
        """Deliver words as the server of the database does, at once."""
        hearers = list[Callable[[str], object]]()

        def listen(channel: str, heard: Callable[[str], object], _missed: object = None) -> None:
            assert channel == MATCHES
            hearers.append(heard)

        def send(word: str) -> None:
            for heard in hearers:
                heard(word)

        monkeypatch.setattr(farm.rig.database, "listen", listen)
        monkeypatch.setattr(farm.rig.database, "notify", lambda _db, _channel, word: send(word))
        return send

    async def test_the_owner_alone_hears_of_a_match_that_another_process_has_changed(
        self, farm: Farm, send: Callable[[str], None]
    ) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        told = list[str]()
        for name, process in (("first", first), ("second", second)):
            process.ownership.changed = lambda match, name=name: told.append(f"{name} {match}")
            process.ownership.listen()
        await farm.beat()
        match = await farm.race_on(2)
        with writing(farm.rig.database) as db:
            second.ownership.announce(db, guild_on(2), match)
            assert told == []
            first.ownership.announce(db, guild_on(2), match)
        await until(lambda: told == [f"second {match}"])
        assert [await each.ownership.keeps_table(match) for each in (first, second)] == [False, True]

    @pytest.mark.parametrize("word", ["nonsense", "", "9" * 5000, "1 2 3"])
    async def test_words_that_name_no_match_change_nothing(
        self, farm: Farm, send: Callable[[str], None], word: str
    ) -> None:
        owner, other = await farm.started(1), await farm.started(0, 2)
        owner.ownership.listen()
        await farm.beat()
        match = await farm.race_on(1)
        send(word)
        await farm.beat()
        assert [await each.ownership.keeps_table(match) for each in (owner, other)] == [True, False]


class TestBeating:
    async def test_goes_on_after_trouble_looks_for_work_whose_word_was_lost_and_ends_where_its_shards_are_taken(
        self, farm: Farm, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(heartbeat, "BEAT", 0)
        process, swept = await farm.started(0), list[Shards | None]()

        async def sweep(kept: Shards | None) -> None:
            swept.append(kept)

        outcomes = iter((DatabaseBusy("just now"), KeyError(), *[None] * SWEEP, ShardsTaken()))

        async def look() -> None:
            if outcome := next(outcomes):
                raise outcome

        monkeypatch.setattr(process.ownership, "look", look)
        with pytest.raises(ShardsTaken):
            await process.heart.run(sweep)
        assert [bool(record.exc_info) for record in caplog.records if record.levelname == "ERROR"] == [
            False,
            True,
        ]
        assert swept == [None]


async def test_on_a_file_a_process_owns_everything(rig: TableRig) -> None:
    alone = Ownership(rig.database)
    await alone.join()
    await alone.look()
    assert alone.kept is None
    assert alone.keeps(guild_on(2))


@on_postgresql
async def test_on_a_server_a_shard_belongs_to_the_session_that_holds_its_lock(new_url: str) -> None:
    databases = [Database(new_url) for _ in range(2)]
    shares = Shards.parse("0/3"), Shards.parse("1-2/3")
    first, second = (
        Ownership(each, share, each.session_locks()) for each, share in zip(databases, shares, strict=True)
    )
    await first.join()
    assert first.kept is None
    await second.join()
    await first.look()
    assert [first.kept, second.kept] == [*shares]
    assert [first.others, second.others] == [{"1-2/3"}, {"0/3"}]

    await second.leave()

    async def has_all() -> bool:  # the server ends a session in its own time
        await first.look()
        return first.kept is None

    await until(has_all)
    await first.leave()
    for database in databases:
        await database.close()


@on_postgresql
async def test_a_session_that_the_server_ends_is_noticed_and_its_shards_are_taken_anew(new_url: str) -> None:
    database = Database(new_url)
    locks = database.session_locks()
    assert locks is not None
    owner = Ownership(database, Shards.parse("0/3"), locks)
    await owner.join()
    session = (await locks.holders()).me
    with writing(database) as db:
        db.exec_driver_sql(f"SELECT pg_terminate_backend({session})")
    with pytest.raises(DatabaseBusy):
        await owner.look()
    assert owner.kept == Shards(frozenset(), 3)
    await owner.look()
    assert owner.kept is None
    await owner.leave()
    await database.close()
