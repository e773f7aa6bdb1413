"""A table at which nobody is any more sleeps at once, and whoever comes back first wakes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import update

from bot.db.schema import seats
from bot.outbox import Notice
from bot.tables import Status, crowding, day_commands, race_commands, seat_commands
from bot.tables.autoplay import following
from bot.tables.clockwork import Clockwork
from bot.tables.deadlines import DAY, MINUTE, PAUSED_CLOSES_AFTER, Clock, Deadline
from bot.tables.table import Attendance
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CLEO, GUILD, TableRig, act_late, sampled, with_standing
from tests.tables.test_ending import absent
from tests.waiting import until


async def clocks(rig: TableRig) -> dict[str, int]:
    """In how many milliseconds each clock runs out."""
    return {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}


async def left(rig: TableRig, **of_race: Any) -> str:
    """Start a race that everybody then leaves."""
    table_id = await rig.race(**of_race)
    for person in (ANA, BEN)[: of_race.get("people", 2)]:
        await rig.tables.step(seat_commands.stand_up, table_id, person.user_id)
    return table_id


async def status(rig: TableRig, table_id: str) -> Status:
    return (await rig.table(table_id)).status


async def test_a_table_that_everybody_has_left_sleeps_at_once_and_no_computer_plays_on(
    rig: TableRig, works: Clockwork
) -> None:
    table_id = await left(rig, people=1, computers=2)
    table, standing = await with_standing(rig.tables, table_id)
    assert table.is_asleep
    assert following(table, standing) is None
    assert await clocks(rig) == {Clock.PAUSED: PAUSED_CLOSES_AFTER}
    works.notify(table_id)
    await asyncio.sleep(0.05)
    assert (await rig.table(table_id)).length == table.length
    assert await rig.notices(table_id) == [Notice.LEFT]


async def test_so_does_one_at_which_the_last_is_found_to_be_away(rig: TableRig, works: Clockwork) -> None:
    table_id = await rig.race(people=1, computers=2, rounds=3, edition=None)

    async def nothing_is_due() -> bool:
        return all(left > 0 for left in (await clocks(rig)).values())

    while not (await rig.table(table_id)).is_asleep:
        rig.pass_minutes(3)
        works.notify(table_id)
        await until(nothing_is_due)  # no time goes by in the middle of a step
        await asyncio.sleep(0.05)
    assert [seat.attendance for seat in (await rig.table(table_id)).people] == [Attendance.AWAY]
    assert await clocks(rig) == {Clock.PAUSED: PAUSED_CLOSES_AFTER}
    assert (await rig.notices(table_id))[-1] is Notice.AWAY


async def test_as_long_as_somebody_is_there_computers_play_for_who_left(
    rig: TableRig, works: Clockwork
) -> None:
    table_id = await rig.race(people=2)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    assert not (await rig.table(table_id)).is_asleep

    async def has_bet() -> bool:
        return 1 not in (await rig.standing(table_id)).asked

    await until(has_bet)


async def _back(rig: TableRig, table_id: str) -> None:
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)


async def _resumed(rig: TableRig, table_id: str) -> None:
    await rig.tables.step(day_commands.resume, table_id, BEN.user_id)


async def _played(rig: TableRig, table_id: str) -> None:
    standing = await rig.standing(table_id)
    action = sampled(standing, 1, Random(1))
    await rig.tables.step(race_commands.act, table_id, BEN.user_id, standing.asked[1], action)


async def _filled_in(rig: TableRig, table_id: str) -> None:
    asked = (await rig.standing(table_id)).asked[1]
    await rig.tables.step(race_commands.answer, table_id, BEN.user_id, asked, lambda *_: {"stake": 1})


@pytest.mark.parametrize("wake", [_back, _resumed, _played, _filled_in])
async def test_any_press_of_somebody_with_a_seat_wakes_it_and_they_have_all_their_time(
    rig: TableRig, wake: Callable[[TableRig, str], Awaitable[None]]
) -> None:
    table_id = await left(rig)
    rig.pass_minutes(500)

    await wake(rig, table_id)

    table = await rig.table(table_id)
    assert table.paused_at is None
    assert [seat.attendance for seat in table.seats] == [Attendance.LEFT, Attendance.PRESENT]
    turns = {kind: left for kind, left in (await clocks(rig)).items() if kind.startswith("turn")}
    assert turns == ({} if wake is _played else {"turn:1": 3 * MINUTE})
    assert Clock.PAUSED not in await clocks(rig)
    assert (await rig.notices(table_id)).count(Notice.BACK) == 1
    assert Notice.RESUMED not in await rig.notices(table_id)


async def test_a_seat_that_is_handed_to_somebody_wakes_it_too(rig: TableRig) -> None:
    table_id = await left(rig)
    await rig.hand_over(table_id, ANA.user_id, CLEO.user_id)
    assert (await rig.table(table_id)).paused_at is None


async def test_the_time_of_a_game_stands_still_while_it_sleeps(rig: TableRig) -> None:
    options = {"minutes": 20}
    table_id = await rig.race(people=2, computers=1, game="newmarket", options=options, edition=None)
    rig.pass_minutes(5)
    for person in (ANA, BEN):
        await rig.tables.step(seat_commands.stand_up, table_id, person.user_id)
    rig.pass_minutes(500)
    await rig.tables.step(seat_commands.come_back, table_id, ANA.user_id)
    assert (await clocks(rig))[Clock.GAME] == 15 * MINUTE


async def test_after_a_week_one_that_nobody_could_lose_at_closes_and_every_stake_returns(
    rig: TableRig,
) -> None:
    before = await rig.worth(2)
    table_id = await left(rig)
    await rig.run_out(table_id, Clock.PAUSED)
    assert await status(rig, table_id) is Status.CANCELLED
    assert await rig.worth(2) == before
    assert await rig.audit() == []


async def test_after_a_week_computers_finish_a_race_that_is_settled_in_part_and_everybody_is_paid(
    rig: TableRig, works: Clockwork
) -> None:
    """Else whoever is about to lose could get out of the day by leaving last."""
    table_id = await rig.race(people=2, rounds=2)
    await rig.play_races(table_id, 1, Random(1))
    for person in (ANA, BEN):
        await rig.tables.step(seat_commands.stand_up, table_id, person.user_id)
    assert (await rig.table(table_id)).is_asleep

    await rig.run_out(table_id, Clock.PAUSED)

    async def is_over() -> bool:
        return await status(rig, table_id) is Status.FINISHED

    await until(is_over)
    assert [row.user_id for row in (await rig.everything())["results"]] == [ANA.user_id, BEN.user_id]
    assert await rig.audit() == []


async def test_where_those_who_are_away_were_asked_to_stop_it_sleeps_no_longer_than_they_may_think(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2, rounds=2)
    await rig.play_races(table_id, 1, Random(1))
    absent(rig, table_id, BEN)
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    rig.pass_minutes(60)
    await rig.tables.step(seat_commands.stand_up, table_id, ANA.user_id)
    assert (await clocks(rig))[Clock.PAUSED] == DAY - 60 * MINUTE

    await rig.run_out(table_id, Clock.PAUSED)

    table = await rig.table(table_id)
    assert (table.status, table.counted) == (Status.CANCELLED, 1)


async def test_a_full_server_asks_one_that_sleeps_to_make_room(rig: TableRig) -> None:
    table_id = await left(rig)
    with writing(rig.database) as db:
        room = crowding.ask_for_room(db, rig.tables.games, GUILD, rig.time)
    assert room is not None
    assert room.table_id == table_id
    await rig.tables.step(day_commands.resume, table_id, BEN.user_id)
    assert not {Clock.CROWDED, Clock.PAUSED} & (await clocks(rig)).keys()


async def test_a_rest_that_its_host_began_ends_with_the_first_who_is_back_once_everybody_had_left(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2)
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await rig.tables.step(seat_commands.stand_up, table_id, ANA.user_id)
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)
    assert (await rig.table(table_id)).paused_at is None


async def test_a_race_that_ends_with_the_card_by_which_the_last_is_found_away_does_not_rest(
    rig: TableRig, works: Clockwork
) -> None:
    table_id, luck = await rig.race(people=1, computers=1), Random(1)
    await works.close()
    while True:
        standing = await rig.standing(table_id)
        seat, asked = next(iter(standing.asked.items()))
        action = sampled(standing, seat, luck)
        after, _ = standing.after(seat, standing.match.game.read_action(action))
        if seat == 0 and after.match.outcome:
            break
        assert not after.match.outcome, "the last card is Ana's"
        await (
            rig.tables.step(race_commands.act, table_id, ANA.user_id, asked, action)
            if seat == 0
            else rig.tables.step(race_commands.act_for, table_id, seat, asked, action)
        )
    with writing(rig.database) as db:
        db.execute(update(seats).where(seats.c.user_id == ANA.user_id).values(missed=1))
    (due_at,) = [left + rig.time for kind, left in (await clocks(rig)).items() if kind == Clock.TURN.seat(0)]
    await act_late(rig.tables, Deadline(table_id, Clock.TURN.seat(0), due_at), asked, action)
    table = await rig.table(table_id)
    assert (table.status, table.paused_at) == (Status.FINISHED, None)
    assert table.seats[0].attendance is Attendance.AWAY
