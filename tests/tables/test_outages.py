"""Time in which the bot was away, held up, or cut off from Discord: it counts against nobody."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from bot.db import DatabaseUnusable
from bot.db.schema import outbox as rows
from bot.db.schema import processes
from bot.db.schema import tables as stored
from bot.outbox import BOARD_WORDS, PostKey, desk_of
from bot.tables import clockwork, day_commands, deadlines, race_commands, seat_commands
from bot.tables.clockwork import Clockwork
from bot.tables.counted_time import LONGEST_STEP
from tests.databases import writing
from tests.tables.playing import ANA, BEN, TableRig, at_once
from tests.waiting import until


@pytest.fixture
async def works(rig: TableRig, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Clockwork]:
    """A clockwork that hears of every change."""
    monkeypatch.setattr(clockwork, "AFTER_TROUBLE", 0.01)
    made = Clockwork(rig.database, rig.tables, at_once, rig.clock)
    rig.tables.listen(made.notify)
    await made.wake()
    await made.resume()
    yield made
    await made.close()


async def length(rig: TableRig, table_id: str) -> int:
    return (await rig.table(table_id)).length


@pytest.mark.parametrize("minutes", [1, 2, 600])
async def test_after_an_outage_whoever_is_asked_is_reminded_first_and_has_half_of_the_time_then(
    rig: TableRig, minutes: int
) -> None:
    await _restart(rig)
    table_id = await rig.race(people=2)
    rig.pass_minutes(1.4)
    await _beat(rig)
    rig.pass_minutes(minutes)
    made = await _restarted(rig)

    left = {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
    assert left["turn:0"] == clockwork.AWAY_GRACE
    assert left["half:0"] == clockwork.AWAY_GRACE - 90_000
    rig.pass_minutes(left["half:0"] / deadlines.MINUTE)
    made.notify(table_id)
    await until(lambda: _reminded(rig))
    await made.close()
    assert await length(rig, table_id) == 1
    left = {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
    assert left == {"turn:0": 90_000, "turn:1": 90_000}


async def test_whose_reminder_and_end_have_both_passed_is_reminded_and_has_half_of_the_time_again(
    rig: TableRig, works: Clockwork
) -> None:
    table_id = await rig.race(people=2)
    rig.pass_minutes(3)
    works.notify(table_id)
    await until(lambda: _reminded(rig))
    await until(lambda: _has_clocks(rig, {"turn:0", "turn:1"}))

    assert await length(rig, table_id) == 1
    left = {row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
    assert left == {90_000}
    rig.pass_minutes(1.5)
    works.notify(table_id)
    await until(lambda: _is_racing(rig, table_id))


async def test_whoever_was_reminded_before_an_outage_has_the_grace_that_all_have(rig: TableRig) -> None:
    made = await _restarted(rig)
    table_id = await rig.race(people=2)
    rig.pass_minutes(1.5)
    made.notify(table_id)
    await until(lambda: _has_clocks(rig, {"turn:0", "turn:1"}))
    await made.close()
    rig.pass_minutes(60)
    await _restart(rig)

    left = {row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
    assert left == {clockwork.AWAY_GRACE}
    assert await length(rig, table_id) == 1


async def test_what_is_set_while_the_bot_gets_ready_is_not_set_later_by_the_time_before(
    rig: TableRig,
) -> None:
    await _restart(rig)
    rig.pass_minutes(600)
    made = Clockwork(rig.database, rig.tables, at_once, rig.clock)
    await made.wake()
    await rig.race(people=2)
    rig.pass_minutes(0.1)
    await made.resume()
    await made.close()

    left = {row.due_at - rig.time for row in (await rig.everything())["deadlines"]}
    assert max(left) == clockwork.AWAY_GRACE


async def test_clocks_that_stood_still_are_shown_anew_on_boards_and_desks_of_who_is_asked(
    rig: TableRig, works: Clockwork
) -> None:
    table_id, luck = await rig.race(people=2), Random(1)
    await rig.play_until(table_id, "racing", luck)
    ((asked, _),) = (await rig.standing(table_id)).asked.items()
    await _all_shown(rig)
    works.outages.begin(0, 1)
    rig.pass_minutes(0.5)
    works.outages.end(0)
    await until(lambda: _goes_on(works))
    assert await _due_posts(rig, table_id) == set()

    works.outages.begin(0, 1)
    rig.pass_minutes(60)
    rig.told.clear()
    works.outages.end(0)
    await until(lambda: _goes_on(works))
    assert await _due_posts(rig, table_id) == {BOARD_WORDS, desk_of(100 + asked)}
    assert table_id in rig.told


class TestAMachine:
    """Held up, asleep, or with another time on its clock: what is left to decide stays as it was."""

    @pytest.mark.parametrize("minutes", [1, 60, 100_000])
    async def test_that_was_held_up_costs_nobody_a_decision(
        self, rig: TableRig, works: Clockwork, minutes: int
    ) -> None:
        table_id = await rig.race(people=6)
        rig.pass_minutes(1)
        before = await _left(rig, rig.clock.now())
        _hold_up(rig, minutes)
        works.notify(table_id)
        await until(lambda: _has_caught_up(rig))

        after = await _left(rig, rig.time)
        assert after == before
        assert await length(rig, table_id) == 1

    @pytest.mark.parametrize("minutes", [60, -60, 10**6, -(10**6)])
    async def test_whose_clock_is_set_leaves_everybody_the_time_they_had(
        self, rig: TableRig, works: Clockwork, minutes: int
    ) -> None:
        table_id = await rig.race(people=6)
        rig.pass_minutes(1)
        before = await _left(rig, rig.time)
        rig.set_by = minutes * deadlines.MINUTE
        works.notify(table_id)
        await until(lambda: _has_caught_up(rig))

        assert await _left(rig, rig.time + rig.set_by) == before
        assert await length(rig, table_id) == 1
        rig.pass_minutes(0.5)
        works.notify(table_id)
        await until(lambda: _reminded(rig))
        rig.pass_minutes(1.5)
        works.notify(table_id)
        await until(lambda: _is_racing(rig, table_id))

    @pytest.mark.parametrize("minutes", [60, -60, 9000, -9000])
    @pytest.mark.parametrize("is_down", [False, True])
    async def test_whose_clock_is_set_while_a_table_rests_leaves_it_the_time_it_had(
        self, rig: TableRig, works: Clockwork, minutes: int, is_down: bool
    ) -> None:
        table_id = await rig.race(people=6)
        rig.pass_minutes(1)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(5)
        await _beat(rig)
        rig.set_by = minutes * deadlines.MINUTE
        if is_down:
            await _restart(rig)
        else:
            works.notify(table_id)
            await until(lambda: _has_caught_up(rig))
        rig.pass_minutes(5)
        await rig.tables.step(day_commands.resume, table_id, ANA.user_id)

        left = {due for kind, due in (await _left(rig, rig.clock.now())).items()}
        assert left == {30_000, 120_000}

    @pytest.mark.parametrize("minutes", [60, -60])
    async def test_whose_clock_is_set_while_the_bot_is_down_leaves_everybody_the_time_they_had(
        self, rig: TableRig, minutes: int
    ) -> None:
        await _restart(rig)
        await rig.set_up_server(clock=3600)
        await rig.race(people=3)
        rig.pass_minutes(1)
        await _beat(rig)
        before = await _left(rig, rig.time)
        rig.pass_minutes(1)
        rig.set_by = minutes * deadlines.MINUTE
        await _restart(rig)

        assert await _left(rig, rig.time + rig.set_by) == before

    async def test_whose_clock_is_set_back_posts_when_it_would_have(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id = await rig.race(people=2)
        with writing(rig.database) as db:
            db.execute(update(rows).values(next_try_at=rig.time + 5000, posted_at=rig.time - 5000))
        rig.set_by = -60 * deadlines.MINUTE
        works.notify(table_id)
        await until(lambda: _has_caught_up(rig))

        tries = {post.next_try_at for post in await rig.posts(table_id)}
        assert tries - {None} == {rig.time + rig.set_by + 5000}  # None: asked for again
        posted = {post.posted_at for post in await rig.posts(table_id)}
        assert posted - {None} == {rig.time + rig.set_by - 5000}  # None: it is new

    async def test_that_is_held_up_while_the_database_cannot_be_used_costs_nothing_either(
        self, rig: TableRig, works: Clockwork, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table_id = await rig.race(people=3)
        failures = [DatabaseUnusable("the disk is full")] * 3
        stood_still = deadlines.stood_still

        def failing(*arguments: Any, **facts: Any) -> None:
            stood_still(*arguments, **facts)
            if failures:
                raise failures.pop()

        monkeypatch.setattr(deadlines, "stood_still", failing)
        before = await _left(rig, rig.clock.now())
        _hold_up(rig, 10)
        works.notify(table_id)
        await until(lambda: _has_caught_up(rig))

        after = await _left(rig, rig.time)
        assert not failures
        assert after == before

    @pytest.mark.sqlite
    async def test_whose_database_takes_nothing_for_a_while_costs_nobody_a_decision(
        self,
        rig: TableRig,
        works: Clockwork,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setattr("bot.db.errors.PATIENCE", 0.0)
        monkeypatch.setattr("bot.db.sqlite_file.BUSY_TIMEOUT", 1)
        table_id = await rig.race(people=6)
        rig.pass_minutes(1)
        before = await _left(rig, rig.clock.now())
        stranger = sqlite3.connect(rig.database.backend.file, isolation_level=None)
        stranger.execute("BEGIN IMMEDIATE")
        works.notify(table_id)
        with pytest.raises(DatabaseUnusable):
            await rig.tables.step(race_commands.show_desks, table_id, [BEN.user_id])
        assert not rig.database.is_writable
        rig.clock.now()
        for _ in range(10):
            rig.pass_minutes(1)
            works.notify(table_id)
            await asyncio.sleep(0.01)
        stranger.close()
        await until(lambda: _has_caught_up(rig))

        assert await _left(rig, rig.time) == before
        assert await length(rig, table_id) == 1

    async def test_that_is_held_up_sees_it_on_boards_and_desks_where_it_was_for_long(
        self, rig: TableRig, works: Clockwork
    ) -> None:
        table_id, luck = await rig.race(people=6), Random(1)
        await rig.play_until(table_id, "racing", luck)
        ((asked, _),) = (await rig.standing(table_id)).asked.items()
        await _all_shown(rig)
        _hold_up(rig, 60)
        works.notify(table_id)
        await until(lambda: _has_caught_up(rig))
        assert await _due_posts(rig, table_id) == {BOARD_WORDS, desk_of(100 + asked)}


SHARDS = 4
FAR = 3 << 22
"""A server on another shard than `GUILD`'s, which is on shard 0."""


class TestShards:
    """Each stops the clocks of its own servers; shard 0, at which direct messages arrive, those of all."""

    @pytest.fixture
    async def far(self, rig: TableRig, works: Clockwork) -> str:
        """A race in a server on shard 3, beside one on shard 0."""
        far = await rig.race(people=6)
        with writing(rig.database) as db:
            db.execute(update(stored).values(guild_id=FAR))
        await rig.race(people=6)
        return far

    async def test_one_that_is_out_stops_the_clocks_of_its_servers_alone(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        before = await _left_at(rig, far)
        works.outages.begin(3, SHARDS)
        rig.pass_minutes(1)
        works.outages.end(3)
        await until(lambda: _goes_on(works))

        assert await _left_at(rig, far) == before
        others = {due for kind, due in (await _left(rig, rig.time)).items() if far not in kind}
        assert others == {30_000, 120_000}

    async def test_the_one_of_direct_messages_stops_all_clocks(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        before = await _left(rig, rig.time)
        works.outages.begin(0, SHARDS)
        rig.pass_minutes(60)
        works.notify(far)
        await asyncio.sleep(0.05)
        assert await length(rig, far) == 1
        works.outages.end(0)
        await until(lambda: _goes_on(works))

        assert await _left(rig, rig.time) == before

    async def test_overlapping_outages_set_no_clock_later_twice(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        before = await _left(rig, rig.time)
        works.outages.begin(0, SHARDS)
        rig.pass_minutes(1)
        works.outages.begin(3, SHARDS)
        rig.pass_minutes(1)
        works.outages.end(0)
        await until(lambda: _is_out(works, {3}))
        rig.pass_minutes(1)
        works.outages.end(3)
        works.outages.end(3)
        await until(lambda: _goes_on(works))

        after = await _left(rig, rig.time)
        assert {kind: due for kind, due in after.items() if far in kind} == {
            kind: due for kind, due in before.items() if far in kind
        }
        assert {due for kind, due in after.items() if far not in kind} == {30_000, 120_000}

    async def test_the_end_of_an_outage_said_twice_sets_clocks_later_once(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        before = await _left_at(rig, far)
        works.outages.begin(3, SHARDS)
        works.outages.begin(3, SHARDS)
        rig.pass_minutes(60)
        works.outages.end(3)
        works.outages.end(3)
        await until(lambda: _goes_on(works))
        works.outages.end(3)
        await asyncio.sleep(0.02)

        assert await _left_at(rig, far) == before

    async def test_clocks_that_could_not_be_set_later_are_as_soon_as_the_database_can_be_used(
        self, rig: TableRig, works: Clockwork, far: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("bot.backoff.Backoff.pause", lambda *_: 0.01)
        before = await _left_at(rig, far)
        stood_still, failures = deadlines.stood_still, [DatabaseUnusable("in use by another program")] * 3

        def failing(*arguments: Any, **facts: Any) -> None:
            stood_still(*arguments, **facts)
            if failures:
                raise failures.pop()

        monkeypatch.setattr(deadlines, "stood_still", failing)
        works.outages.begin(3, SHARDS)
        rig.pass_minutes(10)
        works.outages.end(3)
        await until(lambda: _goes_on(works))

        assert not failures
        assert await _left_at(rig, far) == before
        assert await length(rig, far) == 1

    async def test_a_clock_started_during_an_outage_has_its_whole_time_afterwards_and_no_more(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        works.outages.begin(3, SHARDS)
        rig.pass_minutes(60)
        await rig.tables.step(seat_commands.stand_up, far, BEN.user_id)
        await rig.tables.step(seat_commands.come_back, far, BEN.user_id)
        rig.pass_minutes(60)
        works.outages.end(3)
        await until(lambda: _goes_on(works))

        assert set((await _left_at(rig, far)).values()) == {90_000, 180_000}

    async def test_a_table_that_is_paused_during_an_outage_and_goes_on_after_it_has_the_time_it_had(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        await rig.set_up_server(clock=180)
        before = await _left_at(rig, far)
        works.outages.begin(0, SHARDS)
        rig.pass_minutes(30)
        await rig.tables.step(
            day_commands.pause, far, ANA.user_id, rig.tables.stands_still_since
        )  # the press arrives at shard 3
        rig.pass_minutes(1)
        works.outages.end(0)
        await until(lambda: _goes_on(works))
        rig.pass_minutes(1)
        await rig.tables.step(day_commands.resume, far, ANA.user_id)

        assert await _left_at(rig, far) == before

    async def test_a_table_that_goes_on_during_an_outage_has_the_time_it_had(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        before = await _left_at(rig, far)
        await rig.tables.step(day_commands.pause, far, ANA.user_id, rig.tables.stands_still_since)
        works.outages.begin(0, SHARDS)
        rig.pass_minutes(30)
        await rig.tables.step(day_commands.resume, far, ANA.user_id)
        rig.pass_minutes(1)
        works.outages.end(0)
        await until(lambda: _goes_on(works))

        assert await _left_at(rig, far) == before

    async def test_an_outage_that_outlives_the_process_counts_against_nobody(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        await rig.set_up_server(clock=3600)
        before = await _left_at(rig, far)
        works.outages.begin(3, SHARDS)
        await until(lambda: _noted(rig, 3))
        rig.pass_minutes(1)
        await _beat(rig)
        rig.pass_minutes(10)
        made = Clockwork(rig.database, rig.tables, at_once, rig.clock)
        await made.wake()
        assert await _left_at(rig, far) == before
        assert not await _noted(rig, 3)
        await made.close()

    async def test_a_clock_that_is_set_during_an_outage_changes_nothing(
        self, rig: TableRig, works: Clockwork, far: str
    ) -> None:
        before = await _left_at(rig, far)
        works.outages.begin(3, SHARDS)
        rig.set_by = 60 * deadlines.MINUTE
        works.notify(far)
        await until(lambda: _has_caught_up(rig))
        rig.pass_minutes(1)
        works.outages.end(3)
        await until(lambda: _goes_on(works))

        after = {kind: due - rig.set_by for kind, due in (await _left_at(rig, far)).items()}
        assert after == before


def _hold_up(rig: TableRig, minutes: int) -> None:
    """Let time go by in which the process does not run."""
    rig.clock.now()
    rig.clock._longest_step = LONGEST_STEP
    rig.pass_minutes(minutes)
    rig.clock.now()
    rig.clock._longest_step = 10**15


async def _left(rig: TableRig, now: int) -> dict[str, int]:
    """Read how many milliseconds are left on every clock."""
    rows = (await rig.everything())["deadlines"]
    return {f"{row.table_id} {row.kind}": row.due_at - now for row in rows}


async def _left_at(rig: TableRig, table_id: str) -> dict[str, int]:
    """Read how many milliseconds are left on the clocks of a table."""
    return {kind: due for kind, due in (await _left(rig, rig.time)).items() if table_id in kind}


async def _has_caught_up(rig: TableRig) -> bool:
    return rig.clock.lag == 0


async def _is_out(works: Clockwork, numbers: set[int]) -> bool:
    return works.outages.still is not None and works.outages.still.numbers == numbers


async def _noted(rig: TableRig, number: int) -> bool:
    rows = (await rig.everything())["shards"]
    return number in {row.number for row in rows if row.still_since is not None}


async def _reminded(rig: TableRig) -> bool:
    return not any(row.kind.startswith("half") for row in (await rig.everything())["deadlines"])


async def _is_racing(rig: TableRig, table_id: str) -> bool:
    return (await rig.standing(table_id)).view(None).phase == "racing"


async def _restart(rig: TableRig) -> None:
    """Let a process take up what the one before it left, and be killed."""
    await (await _restarted(rig)).close()


async def _has_clocks(rig: TableRig, kinds: set[str]) -> bool:
    return {row.kind for row in (await rig.everything())["deadlines"]} == kinds


async def _beat(rig: TableRig) -> None:
    """Have the process that runs be known to live."""
    with writing(rig.database) as db:
        db.execute(update(processes).values(beat_at=rig.time))


async def _restarted(rig: TableRig) -> Clockwork:
    made = Clockwork(rig.database, rig.tables, at_once, rig.clock)
    await made.wake()
    await made.resume()
    return made


async def _all_shown(rig: TableRig) -> None:
    with writing(rig.database) as db:
        db.execute(update(rows).values(fulfilled=rows.c.requested))


async def _due_posts(rig: TableRig, table_id: str) -> set[PostKey]:
    return {post.key for post in await rig.posts(table_id) if post.is_due}


async def _goes_on(works: Clockwork) -> bool:
    return works.outages.still is None
