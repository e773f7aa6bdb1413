"""Windows in which every seat may answer, as Newmarket has where players call: alike for all, whoever has the card."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.outbox import PostKind, desk_of
from bot.tables import Refusal, Refused, day_commands, deadlines, race_commands, seat_commands
from bot.tables.autoplay import following
from bot.tables.clockwork import Clockwork
from bot.tables.deadlines import Clock
from bot.tables.standing import Standing
from bot.tables.table import Attendance
from engines import catalog
from engines.core import IllegalAction
from tests.databases import writing
from tests.tables.playing import ANA, PEOPLE, TableRig
from tests.waiting import until

WINDOW = 5_000
"""Milliseconds of every window."""

both = pytest.mark.parametrize("is_held", [True, False], ids=["held", "not held"])


async def race(rig: TableRig, people: int = 3, computers: int = 0, **options: Any) -> str:
    """Start a game in which players call, and in which no forced lead is made for them."""
    chosen = catalog.game("newmarket").options({"calling": "manual", "window": 5, **options}).model_dump()
    table_id = await rig.race(people, computers, game="newmarket", options=chosen, edition=None)
    for person in PEOPLE[:people]:
        await rig.tables.database.write(seat_commands.ask_always, person.user_id, is_wanted=True)
    return table_id


async def at_window(rig: TableRig, table_id: str, *, is_held: bool, luck: Random) -> Standing:
    """Play on to a window for a card that some seat holds, or that none does."""
    while True:
        standing = await rig.standing(table_id)
        if standing.window and bool(standing.match.able()) == is_held:
            return standing
        assert await rig.decide(table_id, luck) is not None, "the game ended before"


async def clocks(rig: TableRig) -> dict[str, int]:
    """Return in how many milliseconds each clock runs out."""
    return {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}


async def last_row(rig: TableRig) -> Any:
    return max((await rig.everything())["log"], key=lambda row: row.n)


def card_of(standing: Standing, seat: int, *, is_right: bool) -> str:
    """Return a card in the hand of a seat that is the next one, or that is not."""
    view = standing.view(seat)
    return next(card for card in view.own.hand if (card == view.wanted) == is_right)


async def call(rig: TableRig, table_id: str, standing: Standing, seat: int, card: str) -> None:
    """Press a card of one's hand, on the desk as it was at a moment."""
    action = {"type": "follow", "card": card}
    await rig.tables.step(race_commands.act, table_id, PEOPLE[seat].user_id, standing.asked[seat], action)


async def run_out(rig: TableRig, works: Clockwork, table_id: str) -> None:
    """Let the time of the open window pass."""
    length = (await rig.table(table_id)).length
    rig.time += WINDOW
    works.notify(table_id)

    async def has_grown() -> bool:
        return (await rig.table(table_id)).length > length

    await until(has_grown)


# ----------------------------------------------------------------------------------------------- alike for all


@both
async def test_a_window_asks_every_seat_and_has_one_clock_for_all(rig: TableRig, is_held: bool) -> None:
    table_id = await race(rig)
    standing = await at_window(rig, table_id, is_held=is_held, luck=Random(5))

    assert set(standing.asked) == {0, 1, 2} == set(standing.view(None).to_act)
    assert await clocks(rig) == {Clock.WINDOW: WINDOW}


@both
async def test_the_step_that_opens_a_window_shows_all_desks_anew_and_calls_nobody(
    rig: TableRig, is_held: bool
) -> None:
    table_id, luck = await race(rig), Random(5)
    while True:
        if (standing := await rig.standing(table_id)).window and not standing.match.able():
            await rig.let_pass(table_id)
        before = {post.key: post.requested for post in await rig.posts(table_id)}
        assert await rig.decide(table_id, luck) is not None
        standing = await rig.standing(table_id)
        if standing.window and bool(standing.match.able()) == is_held:
            break
    shown = {post.key for post in await rig.posts(table_id) if post.requested != before.get(post.key)}

    assert {desk_of(person.user_id) for person in PEOPLE[:3]} <= shown
    assert not [key for key in shown if key.kind is PostKind.CALL]


@both
async def test_a_window_that_passes_ends_the_sequence_and_counts_against_nobody(
    rig: TableRig, works: Clockwork, is_held: bool
) -> None:
    table_id = await race(rig)
    for _ in range(3):
        standing = await at_window(rig, table_id, is_held=is_held, luck=Random(5))
        await run_out(rig, works, table_id)
        row = await last_row(rig)
        assert (row.seat, row.action) == (None, '{"type":"missed"}')
        assert row.n == standing.length

    seats = (await rig.table(table_id)).seats
    assert {(seat.missed, seat.attendance) for seat in seats} == {(0, Attendance.PRESENT)}


async def test_after_a_window_the_leader_is_called_and_has_the_usual_time(
    rig: TableRig, works: Clockwork
) -> None:
    table_id = await race(rig)
    await at_window(rig, table_id, is_held=False, luck=Random(5))
    await run_out(rig, works, table_id)
    (leader,) = (await rig.standing(table_id)).asked

    assert set(await clocks(rig)) == {Clock.TURN.seat(leader), Clock.HALF.seat(leader)}
    due = [post.user_id for post in await rig.posts(table_id) if post.kind is PostKind.CALL and post.is_due]
    assert PEOPLE[leader].user_id in due


# ------------------------------------------------------------------------------------------------------ calling


async def test_a_call_closes_the_window_and_opens_the_next_with_its_whole_time(rig: TableRig) -> None:
    table_id, luck = await race(rig), Random(5)
    while True:
        standing = await at_window(rig, table_id, is_held=True, luck=luck)
        (holder,) = standing.match.able()
        rig.time += 2_000
        await call(rig, table_id, standing, holder, card_of(standing, holder, is_right=True))
        assert (await last_row(rig)).seat == holder
        if (await rig.standing(table_id)).window:
            break
    assert await clocks(rig) == {Clock.WINDOW: WINDOW}


@both
async def test_a_wrong_card_is_refused_and_changes_nothing(rig: TableRig, is_held: bool) -> None:
    table_id = await race(rig)
    standing = await at_window(rig, table_id, is_held=is_held, luck=Random(5))
    before = await rig.everything()
    for seat in range(3):
        with pytest.raises(IllegalAction) as refused:
            await call(rig, table_id, standing, seat, card_of(standing, seat, is_right=False))
        assert refused.value.reason == "not_the_next"

    assert await rig.everything() == before


async def test_the_right_card_counts_on_a_desk_that_is_one_card_behind(rig: TableRig) -> None:
    table_id, luck = await race(rig), Random(5)
    while True:
        earlier = await at_window(rig, table_id, is_held=True, luck=luck)
        (first,) = earlier.match.able()
        await call(rig, table_id, earlier, first, card_of(earlier, first, is_right=True))
        standing = await rig.standing(table_id)
        if standing.window and standing.match.able() not in {(), (first,)}:
            break
    (second,) = standing.match.able()
    await call(rig, table_id, earlier, second, card_of(standing, second, is_right=True))

    assert (await last_row(rig)).seat == second


async def test_a_card_that_comes_after_its_window_is_told_to_be_late(rig: TableRig) -> None:
    table_id, luck = await race(rig), Random(5)
    standing = await at_window(rig, table_id, is_held=True, luck=luck)
    (holder,) = standing.match.able()
    await rig.let_pass(table_id)
    with pytest.raises(Refused) as refused:
        await call(rig, table_id, standing, holder, card_of(standing, holder, is_right=True))

    assert refused.value.reason in {Refusal.STALE, Refusal.NOT_YOUR_TURN}


async def test_computer_players_call_all_their_cards_at_once_and_wait_like_everybody_for_others(
    rig: TableRig,
) -> None:
    table_id, luck = await race(rig, people=1, computers=2), Random(5)
    seen = set()
    for _ in range(20):
        is_held = bool(luck.getrandbits(1))
        standing = await at_window(rig, table_id, is_held=is_held, luck=luck)
        able, next_one = standing.match.able(), following(await rig.table(table_id), standing)
        assert (next_one and next_one.number) == (able[0] if able and able != (0,) else None)
        seen.add((bool(able), next_one is None))
        await rig.let_pass(table_id)
    assert seen == {(True, False), (True, True), (False, True)}


# --------------------------------------------------------------------------------------------------- its clock


async def test_the_minutes_of_a_game_run_out_in_a_window_without_setting_it_anew(
    rig: TableRig, works: Clockwork
) -> None:
    table_id = await race(rig, minutes=30)
    standing = await at_window(rig, table_id, is_held=False, luck=Random(5))
    rig.time += 1_000
    with writing(rig.database) as db:
        deadlines.put(db, table_id, Clock.GAME, rig.time, now=rig.time)
    works.notify(table_id)

    async def is_over() -> bool:
        return (await last_row(rig)).action == '{"type":"time"}'

    await until(is_over)
    assert await clocks(rig) == {Clock.WINDOW: WINDOW - 1_000}
    assert (await rig.standing(table_id)).asked == standing.asked
    await run_out(rig, works, table_id)
    assert (await last_row(rig)).action == '{"type":"missed"}'


async def test_a_window_stands_still_while_the_table_rests(rig: TableRig) -> None:
    table_id = await race(rig)
    await at_window(rig, table_id, is_held=False, luck=Random(5))
    rig.time += 1_000
    await rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    rig.pass_minutes(20)
    await rig.tables.step(day_commands.resume, table_id, ANA.user_id)

    assert await clocks(rig) == {Clock.WINDOW: WINDOW - 1_000}


async def test_who_leaves_or_comes_back_in_a_window_sets_no_clock_anew(rig: TableRig) -> None:
    table_id = await race(rig)
    await at_window(rig, table_id, is_held=False, luck=Random(5))
    rig.time += 1_000
    await rig.tables.step(seat_commands.stand_up, table_id, PEOPLE[1].user_id)
    await rig.tables.step(seat_commands.come_back, table_id, PEOPLE[1].user_id)

    assert await clocks(rig) == {Clock.WINDOW: WINDOW - 1_000}
