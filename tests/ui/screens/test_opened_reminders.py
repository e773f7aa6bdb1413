"""Reminders and calls reach people whose desk is open where they play, and none of either is lost in the night."""

from __future__ import annotations

from random import Random

import pytest

from bot.outbox import DirectMessagesClosed, Posted, Retryable
from bot.tables import day_commands, seat_commands
from bot.tables.deadlines import MINUTE, Clock
from bot.tables.loading import load
from bot.texts import DEFAULT
from bot.ui.clicks.dispatch import Clicks
from tests.tables.playing import ANA, BEN, TableRig
from tests.tables.test_hours import EVENINGS, at, clocks
from tests.ui.clicks.test_clicks import Pressed, desk_place
from tests.ui.screens.test_calls import asked, follow, heard, off
from tests.ui.screens.test_opened_desks import (
    ELSEWHERE,
    clicks,
    is_due,
    opened,
    played,
    post_of,
    pressed,
    steady,
    token_of,
)
from tests.ui.wall import Painted, Wall, controls, painted, render_pool, wall

__all__ = ["clicks", "painted", "render_pool", "steady", "wall"]

STILL = "Clocks stand still until"


@pytest.mark.parametrize("is_open", [False, True])
async def test_the_reminder_at_half_time_is_heard_wherever_the_desk_is_and_says_how_long_is_left(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, is_open: bool
) -> None:
    table_id, luck = await off(painted, people=2)
    if is_open:
        await opened(clicks, wall, table_id, ANA.user_id)
    await played(painted, table_id, luck, ANA.user_id)
    due_at = await half_gone(rig, wall, table_id, ANA.user_id)
    await painted.paint(table_id)

    (place,) = [place for user, place in wall.heard if user == ANA.user_id]
    assert heard(wall) == [ANA.user_id]
    word = wall.messages[place]
    assert DEFAULT.table.desk_half_time in word.text
    assert DEFAULT.table.desk_clock(due_at) in word.text
    assert (ELSEWHERE in word.text) == is_open
    assert len(wall.desks(ANA.user_id)) == 1, "the one before is gone"
    assert (await token_of(rig, table_id, ANA.user_id) is not None) == is_open
    await painted.paint(table_id)
    assert heard(wall) == []


async def half_gone(rig: TableRig, wall: Wall, table_id: str, user_id: int) -> int:
    """Have half of somebody's time be over; return when the whole of it is."""
    heard(wall)
    table = await rig.tables.database.read(load, table_id)
    seat = table.require_seat(user_id).number
    rig.time += table.clock * 500
    await rig.run_out(table_id, Clock.HALF.seat(seat))
    return clocks(rig, table_id)[Clock.TURN.seat(seat)]


async def test_a_reminder_that_could_not_be_sent_is_still_due_and_comes_once(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, luck = await off(painted, people=2)
    await opened(clicks, wall, table_id, ANA.user_id)
    await played(painted, table_id, luck, ANA.user_id)
    await half_gone(rig, wall, table_id, ANA.user_id)
    wall.trouble[str(ANA.user_id)] = Retryable("the connection broke")
    await painted.paint(table_id)
    assert heard(wall) == []
    assert await is_due(rig, table_id, ANA.user_id)

    wall.trouble.clear()
    rig.time += 2000
    await painted.paint(table_id)
    assert heard(wall) == [ANA.user_id]
    assert not await is_due(rig, table_id, ANA.user_id)


async def test_who_takes_no_direct_messages_is_reminded_on_the_opened_desk_alone(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    wall.trouble[str(ANA.user_id)] = DirectMessagesClosed("403 50007")
    table_id, luck = await off(painted, people=2)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await played(painted, table_id, luck, ANA.user_id)
    await half_gone(rig, wall, table_id, ANA.user_id)
    await painted.paint(table_id)

    assert DEFAULT.table.desk_half_time in wall.messages[place].text
    assert not await is_due(rig, table_id, ANA.user_id)
    assert not (await post_of(rig, table_id, ANA.user_id)).needs_new_message


async def test_who_is_away_hears_that_the_others_would_stop_though_their_desk_is_opened(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, _ = await off(painted, people=2)
    await rig.play_races(table_id, 1, Random(1))
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await follow(rig, table_id)
    await painted.paint(table_id)
    place = await opened(clicks, wall, table_id, BEN.user_id)
    heard(wall)
    await rig.tables.step(day_commands.vote_to_stop, table_id, ANA.user_id)
    await painted.paint(table_id)

    words = [wall.messages[where] for user, where in wall.heard if where.channel_id == BEN.user_id]
    assert len(words) == 1
    for desk in (*words, wall.messages[place]):
        assert "would stop here" in desk.text
    assert ELSEWHERE in words[0].text


@pytest.mark.parametrize("is_opened", [False, True])
async def test_whoever_looked_at_their_desk_in_the_night_is_called_all_the_same_when_hours_begin(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks, is_opened: bool
) -> None:
    at(rig, 2)
    table_id, luck = await rig.race_in(EVENINGS, people=3), Random(2)
    await painted.paint(table_id)
    for _ in range(12):
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
    called = await asked(rig, table_id)
    assert called
    for user_id in called:  # sixteen hours before their clock runs
        if is_opened:
            await opened(clicks, wall, table_id, user_id)
        else:
            await clicks.take(Pressed(user_id, f"p:{table_id}:0:desk", desk_place(wall, user_id)))
        await painted.paint(table_id)
    assert heard(wall) == []

    await hours_begin(rig, painted, table_id)
    assert heard(wall) == sorted(called)
    await painted.paint(table_id)
    assert heard(wall) == []


async def test_whoever_decides_in_the_night_and_is_asked_again_is_called_when_hours_begin(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    at(rig, 2)
    table_id, luck = await rig.race_in(EVENINGS), Random(2)
    await rig.play_until(table_id, "racing", luck)
    await painted.paint(table_id)
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await played(painted, table_id, luck, ANA.user_id)
    await pressed(painted, clicks, table_id, ANA.user_id, place)
    await played(painted, table_id, luck, ANA.user_id)
    await opened(clicks, wall, table_id, ANA.user_id)
    assert heard(wall) == []

    await hours_begin(rig, painted, table_id)
    assert heard(wall) == sorted(await asked(rig, table_id))


async def hours_begin(rig: TableRig, painted: Painted, table_id: str) -> None:
    at(rig, 18)
    await rig.run_out(table_id, Clock.OPEN)
    await painted.paint(table_id)


async def reminded_as_hours_end(rig: TableRig, painted: Painted, clicks: Clicks) -> tuple[str, Posted]:
    """Ask for a reminder of whose desk is opened, and have the hours end before it is sent."""
    wall = painted.wall
    at(rig, 22, 55)
    table_id = await rig.race_in(EVENINGS)
    await painted.paint(table_id)
    rig.time += 3 * MINUTE
    place = await opened(clicks, wall, table_id, ANA.user_id)
    await half_gone(rig, wall, table_id, ANA.user_id)
    at(rig, 23, 1)
    return table_id, place


async def test_a_reminder_of_an_opened_desk_waits_for_hours_and_the_desk_is_followed_meanwhile(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, place = await reminded_as_hours_end(rig, painted, clicks)
    await painted.paint(table_id)
    assert heard(wall) == []
    assert STILL in wall.messages[place].text

    await hours_begin(rig, painted, table_id)
    assert ANA.user_id in heard(wall)
    await painted.paint(table_id)
    assert heard(wall) == []


async def test_a_desk_that_was_dismissed_as_hours_ended_is_in_the_direct_messages_with_a_reminder_to_come(
    rig: TableRig, painted: Painted, wall: Wall, clicks: Clicks
) -> None:
    table_id, place = await reminded_as_hours_end(rig, painted, clicks)
    kept = desk_place(wall, ANA.user_id)
    assert ELSEWHERE in wall.messages[kept].text
    await wall.delete(place)
    await painted.paint(table_id)

    desk = wall.messages[desk_place(wall, ANA.user_id)]
    assert ELSEWHERE not in desk.text
    assert controls(desk)
    assert await token_of(rig, table_id, ANA.user_id) is None
    assert heard(wall) == []
    await hours_begin(rig, painted, table_id)
    assert ANA.user_id in heard(wall)
