"""What one person can do again and again at a table is bounded, and costs later presses nothing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.outbox import PostKind, note_shown
from bot.tables import Refusal, Refused, day_commands, lobby_commands, seat_commands
from bot.tables.step import MOST_NOTICES
from tests.databases import writing
from tests.tables.playing import ANA, BEN, CLEO, TableRig

Round = Callable[[TableRig, str], Awaitable[object]]


async def leave_and_return(rig: TableRig, table_id: str) -> None:
    await rig.tables.step(seat_commands.stand_up, table_id, BEN.user_id)
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)


async def hand_over_and_take_back(rig: TableRig, table_id: str) -> None:
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)


async def hand_over_and_be_given_back(rig: TableRig, table_id: str) -> None:
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await rig.tables.step(seat_commands.stand_up, table_id, CLEO.user_id)
    await rig.tables.step(seat_commands.come_back, table_id, BEN.user_id)


async def offer_and_never_mind(rig: TableRig, table_id: str) -> None:
    await rig.tables.step(seat_commands.offer, table_id, BEN.user_id, CLEO.user_id)
    await rig.tables.step(seat_commands.end_offer, table_id, BEN.user_id, 1)


async def pause_and_resume(rig: TableRig, table_id: str) -> None:
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)


async def want_to_stop_and_not(rig: TableRig, table_id: str) -> None:
    for would in (True, False):
        await rig.tables.step(day_commands.vote_to_stop, table_id, BEN.user_id, would=would)


async def allow_hints_and_not(rig: TableRig, table_id: str) -> None:
    for is_allowed in (False, True):
        await rig.tables.step(lobby_commands.allow_hints, table_id, ANA.user_id, is_allowed=is_allowed)


async def until_refused(rig: TableRig, again: Round, table_id: str) -> int:
    """Do something again and again; return how often, once it is refused."""
    times = 0

    async def on_and_on() -> None:
        nonlocal times
        while times <= MOST_NOTICES:
            await again(rig, table_id)
            rig.pass_minutes(1)
            times += 1

    with pytest.raises(Refused) as refused:
        await on_and_on()
    assert (refused.value.reason, refused.value.facts["most"]) == (Refusal.OFTEN_ENOUGH, MOST_NOTICES)
    return times


@pytest.mark.parametrize(
    "again",
    [
        leave_and_return,
        hand_over_and_take_back,
        hand_over_and_be_given_back,
        offer_and_never_mind,
        pause_and_resume,
        want_to_stop_and_not,
        allow_hints_and_not,
    ],
)
async def test_what_everybody_is_told_of_is_done_a_bounded_number_of_times(
    rig: TableRig, again: Round
) -> None:
    table_id = await rig.race(people=2)
    assert await until_refused(rig, again, table_id) == MOST_NOTICES


async def all_told(rig: TableRig, table_id: str) -> None:
    """Note every public line as posted."""
    for post in await rig.posts(table_id):
        if post.kind is PostKind.NOTICE:
            with writing(rig.database) as db:
                note_shown(db, post)


async def test_lines_that_were_posted_cost_a_later_press_nothing(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await leave_and_return(rig, table_id)
    await all_told(rig, table_id)
    before = len(await rig.posts(table_id))
    for _ in range(9):
        await leave_and_return(rig, table_id)
        rig.pass_minutes(1)
    await all_told(rig, table_id)
    assert len(await rig.posts(table_id)) == before
