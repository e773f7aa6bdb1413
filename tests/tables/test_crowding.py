"""A server whose tables are all taken: one that rests goes on or makes room."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.outbox import Notice
from bot.tables import Refusal, Refused, Status, day_commands
from bot.tables.deadlines import DAY, Clock
from bot.tables.refusals import Room
from tests.tables.playing import ANA, BEN, CLEO, TableRig
from tests.tables.test_entry import opened

HOUR = 60


@pytest.fixture
async def resting(rig: TableRig) -> list[str]:
    """A full server: a race, and two tables that rest, the one that has rested longest first."""
    await rig.set_up_server(most_tables=3)
    await rig.race(people=2)
    tables = []
    for _ in range(2):
        table_id = await rig.race(people=3)
        await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
        rig.pass_minutes(60)
        tables.append(table_id)
    return tables


async def refused(rig: TableRig) -> Refused:
    with pytest.raises(Refused) as refusal:
        await opened(rig, CLEO)
    assert refusal.value.reason is Refusal.TOO_MANY_TABLES
    return refusal.value


async def test_the_table_that_has_rested_longest_is_told_that_its_rest_ends_in_an_hour(
    rig: TableRig, resting: list[str]
) -> None:
    rig.told.clear()

    refusal = await refused(rig)

    at = rig.time + HOUR * 60_000
    assert refusal.facts["room"] == Room(resting[0], at)
    assert [row.kind for row in (await rig.everything())["deadlines"] if row.due_at == at] == [Clock.CROWDED]
    assert set(await rig.notices(resting[0])) == {Notice.PAUSED, Notice.CROWDED}
    assert rig.told == [resting[0]]


async def test_whoever_asks_next_waits_for_the_same_table(rig: TableRig, resting: list[str]) -> None:
    first = (await refused(rig)).facts["room"]
    rig.pass_minutes(10)
    assert (await refused(rig)).facts["room"] == first
    assert Notice.CROWDED not in await rig.notices(resting[1])


async def test_its_place_is_free_once_the_hour_is_over(rig: TableRig, resting: list[str]) -> None:
    before = await rig.worth(3)
    await refused(rig)
    rig.pass_minutes(HOUR)
    await rig.run_out(resting[0], Clock.CROWDED)

    assert (await rig.table(resting[0])).status is Status.CANCELLED
    assert sum(map(sum, await rig.worth(3))) == sum(map(sum, before)), "nothing was run there: all returns"
    assert await rig.audit() == []
    await opened(rig, CLEO)


async def test_anybody_who_sits_there_lets_it_go_on_and_then_another_is_asked(
    rig: TableRig, resting: list[str]
) -> None:
    await refused(rig)
    with pytest.raises(Refused) as stranger:
        await rig.tables.step(day_commands.resume, resting[0], 999)
    assert stranger.value.reason is Refusal.NOT_SEATED

    await rig.tables.step(day_commands.resume, resting[0], BEN.user_id)

    assert Clock.CROWDED not in {row.kind for row in (await rig.everything())["deadlines"]}
    assert (await rig.table(resting[0])).paused_at is None
    assert (await refused(rig)).facts["room"].table_id == resting[1]


async def test_where_a_place_is_free_by_then_it_rests_on(rig: TableRig, resting: list[str]) -> None:
    await refused(rig)
    await rig.tables.step(day_commands.cancel, resting[1], ANA.user_id, may_manage=True)
    await rig.run_out(resting[0], Clock.CROWDED)

    table = await rig.table(resting[0])
    assert (table.status, table.paused_at is None) == (Status.RUNNING, False)
    clocks = {row.kind for row in (await rig.everything())["deadlines"] if row.table_id == resting[0]}
    assert Clock.PAUSED in clocks
    assert Clock.CROWDED not in clocks


async def test_where_no_table_rests_nobody_is_asked(rig: TableRig) -> None:
    await rig.set_up_server(most_tables=1)
    await rig.race(people=2)
    assert (await refused(rig)).facts == {"most": 1}


async def test_a_rest_that_ends_sooner_anyway_is_left_to_its_end(rig: TableRig, resting: list[str]) -> None:
    rig.time += 7 * DAY - (3 * 60 - 59) * 60_000
    assert (await refused(rig)).facts["room"].at < rig.time + HOUR * 60_000
    assert Notice.CROWDED not in await rig.notices(resting[0])


async def test_nobody_is_asked_for_who_has_tables_enough_of_their_own(
    rig: TableRig, resting: list[str]
) -> None:
    with suppress(Refused):
        await opened(rig, ANA)
    assert Notice.CROWDED not in await rig.notices(resting[0])


async def test_for_a_day_only_the_host_ends_a_rest_and_then_everybody_who_sits_there(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    rig.time += DAY - 1
    with pytest.raises(Refused) as guest:
        await rig.tables.step(day_commands.resume, table_id, BEN.user_id)
    assert guest.value.reason is Refusal.NOT_HOST
    rig.time += 1
    await rig.tables.step(day_commands.resume, table_id, BEN.user_id)
    assert (await rig.table(table_id)).paused_at is None
