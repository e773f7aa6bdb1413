"""Time in which the bot was away, held up, or cut off from Discord: it counts against nobody."""

from __future__ import annotations

from collections.abc import AsyncIterator
from random import Random

import pytest
from sqlalchemy import update

from bot.store.schema import screens as posts
from bot.tables import beats, clockwork, deadlines, screens
from bot.tables.clockwork import Clockwork
from tests.tables.playing import House
from tests.tables.test_clockwork import at_once, until


@pytest.fixture
async def works(house: House) -> AsyncIterator[Clockwork]:
    """A clockwork that hears of every change."""
    made = Clockwork(house.store, house.tables, at_once, lambda: house.time)
    house.tables.watch(made.stir)
    await made.resume()
    yield made
    await made.close()


async def length(house: House, table_id: str) -> int:
    return (await house.table(table_id)).length


@pytest.mark.parametrize("minutes", [1, 2, 600])
async def test_after_an_outage_whoever_is_asked_is_reminded_first_and_has_half_of_the_time_then(
    house: House, minutes: int
) -> None:
    await _restart(house)
    table_id = await house.race(people=2)
    house.pass_minutes(1.4)
    await _beat(house)
    house.pass_minutes(minutes)
    made = await _restarted(house)

    left = {row.kind: row.due_at - house.time for row in (await house.everything())["deadlines"]}
    assert left["turn:0"] == clockwork.AWAY_GRACE
    assert left["half:0"] == clockwork.AWAY_GRACE - 90_000
    house.pass_minutes(left["half:0"] / deadlines.MINUTE)
    made.stir(table_id)
    await until(lambda: _reminded(house))
    await made.close()
    assert await length(house, table_id) == 1
    left = {row.kind: row.due_at - house.time for row in (await house.everything())["deadlines"]}
    assert left == {"turn:0": 90_000, "turn:1": 90_000}


async def test_whose_reminder_and_end_have_both_passed_is_reminded_and_has_half_of_the_time_again(
    house: House, works: Clockwork
) -> None:
    table_id = await house.race(people=2)
    house.pass_minutes(3)
    works.stir(table_id)
    await until(lambda: _reminded(house))
    await until(lambda: _has_clocks(house, {"turn:0", "turn:1"}))

    assert await length(house, table_id) == 1
    left = {row.due_at - house.time for row in (await house.everything())["deadlines"]}
    assert left == {90_000}
    house.pass_minutes(1.5)
    works.stir(table_id)
    await until(lambda: _is_racing(house, table_id))


async def test_whoever_was_reminded_before_an_outage_has_the_grace_that_all_have(house: House) -> None:
    made = await _restarted(house)
    table_id = await house.race(people=2)
    house.pass_minutes(1.5)
    made.stir(table_id)
    await until(lambda: _has_clocks(house, {"turn:0", "turn:1"}))
    await made.close()
    house.pass_minutes(60)
    await _restart(house)

    left = {row.due_at - house.time for row in (await house.everything())["deadlines"]}
    assert left == {clockwork.AWAY_GRACE}
    assert await length(house, table_id) == 1


async def test_what_is_set_while_the_bot_gets_ready_is_not_set_later_by_the_time_before(house: House) -> None:
    await _restart(house)
    house.pass_minutes(600)
    made = Clockwork(house.store, house.tables, at_once, lambda: house.time)
    await made.wake()
    await house.race(people=2)
    house.pass_minutes(0.1)
    await made.resume()
    await made.close()

    left = {row.due_at - house.time for row in (await house.everything())["deadlines"]}
    assert max(left) == clockwork.AWAY_GRACE


async def test_clocks_that_stood_still_are_shown_anew_on_boards_and_desks_of_who_is_asked(
    house: House, works: Clockwork
) -> None:
    table_id, luck = await house.race(people=2), Random(1)
    await house.play_until(table_id, "racing", luck)
    ((asked, _),) = (await house.standing(table_id)).asked.items()
    await _all_shown(house)
    works.hold()
    house.pass_minutes(0.5)
    await works.go_on()
    assert await _due_screens(house, table_id) == set()

    works.hold()
    house.pass_minutes(60)
    house.told.clear()
    await works.go_on()
    assert await _due_screens(house, table_id) == {("words", 0), ("desk", 100 + asked)}
    assert table_id in house.told


async def _reminded(house: House) -> bool:
    return not any(row.kind.startswith("half") for row in (await house.everything())["deadlines"])


async def _is_racing(house: House, table_id: str) -> bool:
    return (await house.standing(table_id)).view(None).phase == "racing"


async def _restart(house: House) -> None:
    """Let a process take up what the one before it left, and end."""
    await (await _restarted(house)).close()


async def _has_clocks(house: House, kinds: set[str]) -> bool:
    return {row.kind for row in (await house.everything())["deadlines"]} == kinds


async def _beat(house: House) -> None:
    async with house.store.writing() as db:
        await beats.beat(db, house.time)


async def _restarted(house: House) -> Clockwork:
    made = Clockwork(house.store, house.tables, at_once, lambda: house.time)
    await made.resume()
    return made


async def _all_shown(house: House) -> None:
    async with house.store.writing() as db:
        await db.execute(update(posts).values(shown=posts.c.wanted))


async def _due_screens(house: House, table_id: str) -> set[tuple[str, int]]:
    async with house.store.reading() as db:
        return {(each.kind, each.user_id) for each in await screens.of_table(db, table_id) if each.is_due}
