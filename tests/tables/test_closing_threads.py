"""When the thread of a race that is over is closed: the clock that says so, and what it asks for."""

from __future__ import annotations

from random import Random

from bot import outbox
from bot.outbox import PostKind
from bot.tables import Status, clock_commands, day_commands, guild_commands
from bot.tables.deadlines import THREAD_CLOSES_AFTER, Clock
from tests.tables.playing import ANA, BEN, CHANNEL, HERE, TableRig

THREAD = 55


async def clocks(rig: TableRig) -> dict[str, int]:
    """In how many milliseconds each clock runs out."""
    return {row.kind: row.due_at - rig.time for row in (await rig.everything())["deadlines"]}


async def is_asked_for(rig: TableRig, table_id: str) -> bool:
    return outbox.THREAD in await rig.requested(table_id)


async def finished(rig: TableRig, thread_id: int = THREAD) -> str:
    """Play a race to its end in a thread."""
    table_id = await rig.race()
    await rig.tables.step(guild_commands.note_channel, table_id, thread_id, instead_of=None)
    await rig.play_out(table_id, Random(1))
    return table_id


async def test_ten_minutes_after_a_race_is_over_its_thread_is_to_be_closed_once(rig: TableRig) -> None:
    table_id = await finished(rig)
    assert await clocks(rig) == {Clock.THREAD: THREAD_CLOSES_AFTER}
    assert not await is_asked_for(rig, table_id)

    await rig.run_out(table_id, Clock.THREAD)

    assert await is_asked_for(rig, table_id)
    assert await clocks(rig) == {}


async def test_the_thread_of_a_race_that_was_cancelled_is_to_be_closed_as_well(rig: TableRig) -> None:
    table_id = await rig.race()
    await rig.tables.step(day_commands.cancel, table_id, ANA.user_id, may_manage=True)
    await rig.tables.step(
        guild_commands.note_channel, table_id, THREAD, instead_of=None
    )  # with what says so, if it is the first
    await rig.run_out(table_id, Clock.THREAD)
    assert await is_asked_for(rig, table_id)


async def test_a_channel_in_which_a_race_was_run_is_never_closed(rig: TableRig) -> None:
    await finished(rig, thread_id=CHANNEL)
    assert await clocks(rig) == {}


async def test_where_a_rematch_goes_on_in_it_the_thread_stays_open_until_that_is_over(rig: TableRig) -> None:
    before = await finished(rig)
    fresh = (await rig.tables.rematch(before, BEN, HERE, 77, thread_id=THREAD)).table_id
    await rig.run_out(before, Clock.THREAD)
    assert not await is_asked_for(rig, before)

    await rig.run_out(fresh, Clock.LOBBY)

    assert (await rig.table(fresh)).status is Status.EXPIRED
    assert await clocks(rig) == {Clock.THREAD: THREAD_CLOSES_AFTER}
    await rig.run_out(fresh, Clock.THREAD)
    assert await is_asked_for(rig, fresh)


async def test_a_last_word_that_came_late_is_let_stand_for_as_long(rig: TableRig) -> None:
    table_id = await finished(rig)
    await rig.run_out(table_id, Clock.THREAD)

    await rig.tables.step(clock_commands.let_thread_stand, table_id, rig.time + 1000)

    assert await clocks(rig) == {Clock.THREAD: 1000}
    await rig.run_out(table_id, Clock.THREAD)
    (post,) = [each for each in await rig.posts(table_id) if each.kind is PostKind.THREAD]
    assert post.requested == 2


async def test_a_lobby_in_a_channel_has_no_thread_to_close(rig: TableRig) -> None:
    await rig.run_out(await rig.lobby(), Clock.LOBBY)
    assert await clocks(rig) == {}
