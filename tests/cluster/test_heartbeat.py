"""Time in which nobody could act: the bot was away or held up, or Discord or the database out of reach."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from bot.cluster.heartbeat import AWAY, BEAT, LEAST_LEFT, Heartbeat
from bot.db import DatabaseUnusable
from bot.db.schema import outbox as rows
from bot.db.schema import tables as stored
from bot.outbox import BOARD_WORDS, PostKey, desk_of
from bot.shards import Shards
from bot.tables import clockwork, day_commands, deadlines, seat_commands
from bot.tables.clockwork import Clockwork
from tests.cluster.farm import OF, Farm
from tests.databases import writing
from tests.tables.playing import ANA, BEN, TableRig
from tests.waiting import until

SHARDS = 4
FAR = 3 << 22
"""A server on another shard than `GUILD`'s, which is on shard 0."""


@pytest.fixture
async def shift(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> Heartbeat:
    """One process that serves four shards, and is alive."""
    monkeypatch.setattr(clockwork, "AFTER_TROUBLE", 0.01)
    made = rig.shift()
    await made.start(SHARDS)
    return made


@pytest.fixture
async def works(rig: TableRig, shift: Heartbeat) -> AsyncIterator[Clockwork]:
    """Its clockwork, which hears of every change."""
    made = rig.clockwork(shift)
    rig.tables.listen(made.notify)
    await made.start(None)
    yield made
    await made.close()


async def pass_minutes(rig: TableRig, shift: Heartbeat, minutes: float) -> None:
    """Let time go by in which people can act."""
    end = rig.time + int(minutes * deadlines.MINUTE)
    while rig.time < end:
        rig.time = min(end, rig.time + AWAY)
        await shift.beat()


async def restart(rig: TableRig, of: int = SHARDS) -> None:
    """Let a process take up what the one before it left, and be killed."""
    await rig.shift().start(of)


async def left(rig: TableRig, table_id: str = "") -> dict[str, int]:
    """Read how many milliseconds are left on every clock, or on those of a table."""
    found = (await rig.everything())["deadlines"]
    now = rig.clock.now()
    return {f"{row.table_id} {row.kind}": row.due_at - now for row in found if table_id in row.table_id}


def at_least(before: dict[str, int]) -> dict[str, int]:
    """Say what is left of two seats' clocks or more after a long time away: a reminder moves with its turn."""
    after = {}
    for name, due in before.items():
        end = before[name.replace("half", "turn")]
        after[name] = due + max(0, LEAST_LEFT - end)
    return after


async def length(rig: TableRig, table_id: str) -> int:
    return (await rig.table(table_id)).length


async def is_reminded(rig: TableRig) -> bool:
    return not any(row.kind.startswith("half") for row in (await rig.everything())["deadlines"])


async def is_racing(rig: TableRig, table_id: str) -> bool:
    return (await rig.standing(table_id)).view(None).phase == "racing"


async def all_shown(rig: TableRig) -> None:
    with writing(rig.database) as db:
        db.execute(update(rows).values(fulfilled=rows.c.requested))


async def due_posts(rig: TableRig, table_id: str) -> set[PostKey]:
    return {post.key for post in await rig.posts(table_id) if post.is_due}


class TestARestart:
    @pytest.mark.parametrize("minutes", [1, 2, 600])
    async def test_after_it_whoever_is_asked_is_reminded_first_and_has_half_of_the_time_then(
        self, rig: TableRig, shift: Heartbeat, minutes: int
    ) -> None:
        table_id = await rig.race(people=2)
        await pass_minutes(rig, shift, 1.4)
        rig.pass_minutes(minutes)
        fresh = rig.shift()
        await fresh.start(SHARDS)
        clocks = await left(rig)
        assert clocks[f"{table_id} turn:0"] == LEAST_LEFT
        assert clocks[f"{table_id} half:0"] == LEAST_LEFT - 90_000
        works = rig.clockwork(fresh)
        await works.start(None)
        await pass_minutes(rig, fresh, clocks[f"{table_id} half:0"] / deadlines.MINUTE)
        works.notify(table_id)
        await until(lambda: is_reminded(rig))
        await works.close()
        assert await length(rig, table_id) == 1
        assert set((await left(rig)).values()) == {90_000}

    async def test_who_was_reminded_before_it_has_what_is_left_to_all(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork
    ) -> None:
        table_id = await rig.race(people=2)
        await pass_minutes(rig, shift, 1.5)
        works.notify(table_id)
        await until(lambda: is_reminded(rig))
        await works.close()
        rig.pass_minutes(60)
        await restart(rig)
        assert set((await left(rig)).values()) == {LEAST_LEFT}
        assert await length(rig, table_id) == 1

    async def test_what_is_set_while_the_bot_gets_ready_is_not_set_later_by_the_time_before(
        self, rig: TableRig, shift: Heartbeat
    ) -> None:
        rig.pass_minutes(600)
        await rig.race(people=2)
        rig.pass_minutes(0.1)
        await restart(rig)
        assert max((await left(rig)).values()) == LEAST_LEFT

    @pytest.mark.parametrize("minutes", [60, -60])
    async def test_before_which_the_clock_is_set_leaves_everybody_the_time_they_had(
        self, rig: TableRig, shift: Heartbeat, minutes: int
    ) -> None:
        await rig.set_up_server(clock=3600)
        await rig.race(people=3)
        before = await left(rig)
        rig.pass_minutes(1)
        rig.set_by = minutes * deadlines.MINUTE
        await restart(rig)
        assert await left(rig) == before

    async def test_with_another_number_of_shards_makes_up_for_the_time_before(
        self, rig: TableRig, shift: Heartbeat
    ) -> None:
        await rig.set_up_server(clock=3600)
        await rig.race(people=3)
        before = await left(rig)
        rig.pass_minutes(60)
        await restart(rig, 5)
        assert await left(rig) == before


class TestAMachine:
    """Held up, suspended, or with another time on its clock: nobody loses time."""

    @pytest.mark.parametrize("minutes", [1, 60, 100_000])
    async def test_that_was_held_up_costs_nobody_a_decision(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, minutes: int
    ) -> None:
        table_id = await rig.race(people=6)
        before = await left(rig)
        rig.pass_minutes(minutes)
        works.notify(table_id)
        await until(lambda: shift.still is None)
        assert await left(rig) == at_least(before)
        assert await length(rig, table_id) == 1

    async def test_that_was_held_up_for_less_than_a_minute_leaves_what_there_was(
        self, rig: TableRig, shift: Heartbeat
    ) -> None:
        await rig.race(people=6)
        before = await left(rig)
        rig.time += 30_000
        await shift.beat()
        assert await left(rig) == before

    @pytest.mark.parametrize("minutes", [60, 10**6])
    async def test_whose_clock_is_set_forward_costs_nobody_a_decision(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, minutes: int
    ) -> None:
        table_id = await rig.race(people=6)
        before = await left(rig)
        rig.set_by = minutes * deadlines.MINUTE
        works.notify(table_id)
        await until(lambda: shift.still is None)
        assert await left(rig) == at_least(before)
        assert await length(rig, table_id) == 1

    @pytest.mark.parametrize("minutes", [60, 10**6])
    async def test_whose_clock_is_set_back_leaves_everybody_and_every_post_the_time_they_had(
        self, rig: TableRig, shift: Heartbeat, minutes: int
    ) -> None:
        table_id = await rig.race(people=6)
        before = await left(rig)
        with writing(rig.database) as db:
            db.execute(update(rows).values(next_try_at=rig.time + 5000, posted_at=rig.time - 5000))
        rig.set_by = -minutes * deadlines.MINUTE
        await shift.beat()
        assert await left(rig) == before
        posts = await rig.posts(table_id)
        assert {post.next_try_at for post in posts} == {rig.clock.now() + 5000}
        assert {post.posted_at for post in posts} == {rig.clock.now() - 5000}

    @pytest.mark.parametrize("minutes", [60, -60, 9000, -9000])
    @pytest.mark.parametrize("is_down", [False, True])
    async def test_whose_clock_is_set_while_a_table_rests_leaves_it_the_time_it_had(
        self, rig: TableRig, shift: Heartbeat, minutes: int, is_down: bool
    ) -> None:
        table_id = await rig.race(people=6)
        await pass_minutes(rig, shift, 1)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        await pass_minutes(rig, shift, 5)
        rig.set_by = minutes * deadlines.MINUTE
        await (restart(rig) if is_down else shift.beat())
        await rig.tables.step(day_commands.resume, table_id, ANA.user_id)
        assert set((await left(rig)).values()) == {30_000, 120_000}

    async def test_that_was_held_up_for_long_shows_it_on_boards_and_desks(
        self, rig: TableRig, shift: Heartbeat
    ) -> None:
        table_id, luck = await rig.race(people=6), Random(1)
        await rig.play_until(table_id, "racing", luck)
        ((asked, _),) = (await rig.standing(table_id)).asked.items()
        await all_shown(rig)
        rig.time += 30_000
        await shift.beat()
        assert await due_posts(rig, table_id) == set()
        rig.told.clear()
        rig.pass_minutes(60)
        await shift.beat()
        assert await due_posts(rig, table_id) == {BOARD_WORDS, desk_of(100 + asked)}
        assert table_id in rig.told


class TestADatabase:
    async def test_that_fails_while_clocks_are_set_later_has_them_set_later_once(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table_id = await rig.race(people=3)
        failures = [DatabaseUnusable("the disk is full")] * 3
        stood_still = deadlines.stood_still

        def failing(*arguments: Any, **facts: Any) -> None:
            stood_still(*arguments, **facts)
            if failures:
                raise failures.pop()

        monkeypatch.setattr(deadlines, "stood_still", failing)
        before = await left(rig)
        rig.pass_minutes(10)
        works.notify(table_id)
        await until(lambda: shift.still is None)
        assert not failures
        assert await left(rig) == at_least(before)
        assert await length(rig, table_id) == 1

    @pytest.mark.sqlite
    async def test_that_another_program_holds_costs_nobody_a_decision(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.db.errors.PATIENCE", 0.0)
        monkeypatch.setattr("bot.db.sqlite_file.BUSY_TIMEOUT", 1)
        table_id = await rig.race(people=6)
        before = await left(rig)
        stranger = sqlite3.connect(rig.database.backend.file, isolation_level=None)
        stranger.execute("BEGIN IMMEDIATE")
        for _ in range(10):
            rig.pass_minutes(1)
            works.notify(table_id)
            with pytest.raises(DatabaseUnusable):
                await shift.beat()
        stranger.close()
        works.notify(table_id)
        await until(lambda: shift.still is None)
        assert await left(rig) == at_least(before)
        assert await length(rig, table_id) == 1


class TestAShardThatDiscordDoesNotReach:
    """The clocks of its own servers stand still; while it is shard 0, at which direct messages arrive, those of all."""

    @pytest.fixture
    async def far(self, rig: TableRig) -> str:
        """A race in a server on shard 3, beside one on shard 0."""
        await rig.set_up_server(clock=3600)
        far = await rig.race(people=6)
        with writing(rig.database) as db:
            db.execute(update(stored).values(guild_id=FAR))
        await rig.set_up_server(clock=3600)
        await rig.race(people=6)
        return far

    async def test_costs_its_servers_no_time_and_other_servers_do_not_notice(
        self, rig: TableRig, shift: Heartbeat, far: str
    ) -> None:
        before = await left(rig)
        shift.disconnected(3)
        assert shift.still == Shards(frozenset({3}), SHARDS)
        await pass_minutes(rig, shift, 2)
        shift.connected(3)
        shift.connected(3)
        await shift.beat()
        assert shift.still is None
        assert await left(rig) == {
            name: due - (0 if far in name else 2 * deadlines.MINUTE) for name, due in before.items()
        }

    @pytest.mark.parametrize("seconds", [3, 60])
    async def test_0_stops_all_clocks_however_short_it_is(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, far: str, seconds: int
    ) -> None:
        before = await left(rig)
        shift.disconnected(0)
        assert shift.running == Shards(frozenset(), SHARDS)
        rig.time += seconds * 1000
        await shift.beat()
        shift.connected(0)
        await shift.beat()
        assert shift.running is None
        assert await left(rig) == before

    async def test_lets_no_clock_run_out_meanwhile(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, far: str
    ) -> None:
        shift.disconnected(0)
        rig.pass_minutes(70)
        await shift.beat()
        works.notify(far)
        assert await works._run_due() > 0
        assert await length(rig, far) == 1

    async def test_that_overlaps_another_one_sets_no_clock_later_twice(
        self, rig: TableRig, shift: Heartbeat, far: str
    ) -> None:
        before = await left(rig, far)
        for change, shard in (
            (shift.disconnected, 0),
            (shift.disconnected, 3),
            (shift.connected, 0),
            (shift.connected, 3),
        ):
            change(shard)
            await shift.beat()
            await pass_minutes(rig, shift, 1)
        assert await left(rig, far) == {name: due - deadlines.MINUTE for name, due in before.items()}

    async def test_leaves_a_clock_that_is_started_meanwhile_its_whole_time(
        self, rig: TableRig, shift: Heartbeat, far: str
    ) -> None:
        shift.disconnected(3)
        await pass_minutes(rig, shift, 6)
        await rig.tables.step(seat_commands.stand_up, far, BEN.user_id)
        await rig.tables.step(seat_commands.come_back, far, BEN.user_id)
        await pass_minutes(rig, shift, 6)
        shift.connected(3)
        await shift.beat()
        assert set((await left(rig, far)).values()) == {1_800_000, 3_600_000}

    @pytest.mark.parametrize("order", [("pause", "back", "resume"), ("pause", "resume", "back")])
    async def test_leaves_a_table_that_rests_meanwhile_the_time_it_had(
        self, rig: TableRig, shift: Heartbeat, works: Clockwork, far: str, order: tuple[str, ...]
    ) -> None:
        before = await left(rig, far)
        shift.disconnected(0)
        for each in order:
            await pass_minutes(rig, shift, 1)
            if each == "back":
                shift.connected(0)
                await shift.beat()
            else:
                more = (rig.tables.stands_still_since,) if each == "pause" else ()
                await rig.tables.step(getattr(day_commands, each), far, ANA.user_id, *more)
        assert await left(rig, far) == before

    async def test_counts_against_nobody_where_the_process_ends_meanwhile(
        self, rig: TableRig, shift: Heartbeat, far: str
    ) -> None:
        before = await left(rig, far)
        shift.disconnected(3)
        await pass_minutes(rig, shift, 10)
        fresh = rig.shift()
        await fresh.start(SHARDS)
        assert await left(rig, far) == before


class TestSeveralProcesses:
    async def test_one_that_is_killed_costs_nobody_there_any_time_and_others_do_not_notice(
        self, farm: Farm
    ) -> None:
        await farm.rig.set_up_server(clock=3600)
        _, second, _ = [await farm.started(number) for number in range(OF)]
        here, there = await farm.race_on(1), await farm.race_on(2)
        await farm.beat()
        before, others, began = await farm.left(here), await farm.left(there), farm.rig.time
        await farm.killed(second)
        await farm.pass_minutes(1)
        await farm.started(1)
        gone = farm.rig.time - began
        assert await farm.left(here) == before
        assert await farm.left(there) == {kind: due - gone for kind, due in others.items()}

    async def test_while_the_one_that_hears_direct_messages_is_dead_all_clocks_stand_still(
        self, farm: Farm
    ) -> None:
        await farm.rig.set_up_server(clock=3600)
        first, second, _ = [await farm.started(number) for number in range(OF)]
        match = await farm.race_on(2)
        await farm.beat()
        before = await farm.left(match)
        await farm.killed(first)
        assert second.heart.running == Shards(frozenset(), OF)
        await farm.pass_minutes(2)
        await farm.started(0)
        await farm.beat(3)
        assert second.heart.still is None
        slack = 3 * BEAT * 1000
        assert all(
            before[kind] - slack <= due <= before[kind] for kind, due in (await farm.left(match)).items()
        )

    async def test_time_for_which_the_database_held_up_all_of_them_is_made_up_for_once(
        self, farm: Farm
    ) -> None:
        await farm.rig.set_up_server(clock=3600)
        for number in range(OF):
            await farm.started(number)
        matches = [await farm.race_on(number) for number in range(OF)]
        before = [await farm.left(match) for match in matches]
        farm.rig.pass_minutes(10)
        for _ in range(2):
            for process in farm.live:
                await process.beat()
        assert [await farm.left(match) for match in matches] == before

    async def test_a_shard_that_discord_does_not_reach_is_seen_by_the_others(self, farm: Farm) -> None:
        first, second = await farm.started(0), await farm.started(1, 2)
        second.heart.disconnected(1)
        await farm.beat(5)
        assert first.heart.still == Shards(frozenset({1}), OF)

    @pytest.mark.parametrize("by", [3_600_000, -3_600_000])
    async def test_what_a_machine_of_one_believes_the_time_to_be_does_not_matter(
        self, farm: Farm, by: int
    ) -> None:
        right = await farm.started(0)
        wrong = await farm.joined(farm.process(Shards(frozenset({1, 2}), OF), lambda: farm.rig.time + by))
        assert wrong.clock.now() == right.clock.now() == farm.rig.time

    async def test_where_the_servers_clock_is_set_forward_nobody_loses_time(self, farm: Farm) -> None:
        await farm.rig.set_up_server(clock=7200)
        await farm.started(0)
        await farm.started(1, 2)
        match = await farm.race_on(1)
        await farm.beat()
        before = await farm.left(match)
        farm.server_ahead = 3_600_000
        await farm.beat(2)
        after = {kind: due - farm.server_ahead for kind, due in (await farm.left(match)).items()}
        slack = 3 * BEAT * 1000
        assert all(before[kind] - slack <= due <= before[kind] for kind, due in after.items())


async def test_whose_reminder_and_end_have_both_passed_is_reminded_and_has_half_of_the_time_again(
    rig: TableRig,
) -> None:
    works = rig.clockwork()
    await rig.resume(works)
    table_id = await rig.race(people=2)
    rig.pass_minutes(3)
    works.notify(table_id)
    await until(lambda: is_reminded(rig))
    await until(lambda: _have_90_seconds(rig))
    assert await length(rig, table_id) == 1
    rig.pass_minutes(1.5)
    works.notify(table_id)
    await until(lambda: is_racing(rig, table_id))
    await works.close()


async def _have_90_seconds(rig: TableRig) -> bool:
    return set((await left(rig)).values()) == {90_000}
