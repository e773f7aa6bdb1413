"""A server whose tables are all taken: one that rests goes on or makes room."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.outbox import Notice
from bot.tables import Refusal, Refused, Status
from bot.tables.deadlines import DAY, Clock
from bot.tables.refusals import Room
from tests.tables.playing import ANA, BEN, CLEO, House
from tests.tables.test_entry import opened

HOUR = 60


@pytest.fixture
async def resting(house: House) -> list[str]:
    """A full server: a race, and two tables that rest, the one that has rested longest first."""
    await house.settle(most_tables=3)
    await house.race(people=2)
    tables = []
    for _ in range(2):
        table_id = await house.race(people=3)
        await house.tables.pause(table_id, ANA.user_id)
        house.pass_minutes(60)
        tables.append(table_id)
    return tables


async def refused(house: House) -> Refused:
    with pytest.raises(Refused) as refusal:
        await opened(house, CLEO)
    assert refusal.value.reason is Refusal.TOO_MANY_TABLES
    return refusal.value


async def test_the_table_that_has_rested_longest_is_told_that_its_rest_ends_in_an_hour(
    house: House, resting: list[str]
) -> None:
    house.told.clear()

    refusal = await refused(house)

    at = house.time + HOUR * 60_000
    assert refusal.facts["room"] == Room(resting[0], at)
    assert [row.kind for row in (await house.everything())["deadlines"] if row.due_at == at] == [
        Clock.CROWDED
    ]
    assert set(await house.notices(resting[0])) == {Notice.PAUSED, Notice.CROWDED}
    assert house.told == [resting[0]]


async def test_whoever_asks_next_waits_for_the_same_table(house: House, resting: list[str]) -> None:
    first = (await refused(house)).facts["room"]
    house.pass_minutes(10)
    assert (await refused(house)).facts["room"] == first
    assert Notice.CROWDED not in await house.notices(resting[1])


async def test_its_place_is_free_once_the_hour_is_over(house: House, resting: list[str]) -> None:
    before = await house.worth(3)
    await refused(house)
    house.pass_minutes(HOUR)
    await house.run_out(resting[0], Clock.CROWDED)

    assert (await house.table(resting[0])).status is Status.CANCELLED
    assert sum(map(sum, await house.worth(3))) == sum(map(sum, before)), "nothing was run there: all returns"
    assert await house.audit() == []
    await opened(house, CLEO)


async def test_anybody_who_sits_there_lets_it_go_on_and_then_another_is_asked(
    house: House, resting: list[str]
) -> None:
    await refused(house)
    with pytest.raises(Refused) as stranger:
        await house.tables.resume(resting[0], 999)
    assert stranger.value.reason is Refusal.NOT_SEATED

    await house.tables.resume(resting[0], BEN.user_id)

    assert Clock.CROWDED not in {row.kind for row in (await house.everything())["deadlines"]}
    assert (await house.table(resting[0])).paused_at is None
    assert (await refused(house)).facts["room"].table_id == resting[1]


async def test_where_a_place_is_free_by_then_it_rests_on(house: House, resting: list[str]) -> None:
    await refused(house)
    await house.tables.cancel(resting[1], ANA.user_id, may_manage=True)
    await house.run_out(resting[0], Clock.CROWDED)

    table = await house.table(resting[0])
    assert (table.status, table.paused_at is None) == (Status.RUNNING, False)
    clocks = {row.kind for row in (await house.everything())["deadlines"] if row.table_id == resting[0]}
    assert Clock.PAUSED in clocks
    assert Clock.CROWDED not in clocks


async def test_where_no_table_rests_nobody_is_asked(house: House) -> None:
    await house.settle(most_tables=1)
    await house.race(people=2)
    assert (await refused(house)).facts == {"most": 1}


async def test_a_rest_that_ends_sooner_anyway_is_left_to_its_end(house: House, resting: list[str]) -> None:
    house.time += 7 * DAY - (3 * 60 - 59) * 60_000
    assert (await refused(house)).facts["room"].at < house.time + HOUR * 60_000
    assert Notice.CROWDED not in await house.notices(resting[0])


async def test_nobody_is_asked_for_who_has_tables_enough_of_their_own(
    house: House, resting: list[str]
) -> None:
    with suppress(Refused):
        await opened(house, ANA)
    assert Notice.CROWDED not in await house.notices(resting[0])


async def test_for_a_day_only_the_host_ends_a_rest_and_then_everybody_who_sits_there(
    house: House,
) -> None:
    table_id = await house.race(people=2)
    await house.tables.pause(table_id, ANA.user_id)
    house.time += DAY - 1
    with pytest.raises(Refused) as guest:
        await house.tables.resume(table_id, BEN.user_id)
    assert guest.value.reason is Refusal.NOT_HOST
    house.time += 1
    await house.tables.resume(table_id, BEN.user_id)
    assert (await house.table(table_id)).paused_at is None
