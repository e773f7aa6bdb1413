"""Where a lobby stands: in its channel, or in the thread of the race of which it is the rematch."""

from __future__ import annotations

from random import Random

from bot.outbox import LOBBY
from bot.tables.deadlines import Clock
from tests.tables.playing import ANA, BEN, CHANNEL, CLEO, HERE, TableRig
from tests.ui.wall import THREAD, Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


async def stands_in(rig: TableRig, table_id: str) -> int | None:
    (lobby,) = [post for post in await rig.posts(table_id) if post.key == LOBBY]
    return lobby.posted.channel_id if lobby.posted else None


async def rematch(rig: TableRig) -> str:
    """Open the rematch of a race that was run in the thread, with both who were there."""
    before = await rig.race()
    await rig.tables.guilds.note_channel(before, THREAD, instead_of=None)
    await rig.play_out(before, Random(1))
    fresh = await rig.tables.opening.rematch(before, ANA, HERE, 77, thread_id=THREAD)
    await rig.tables.lobby.join(fresh.table_id, BEN, 78)
    return fresh.table_id


async def test_a_lobby_of_which_a_kill_left_no_note_is_looked_for_in_its_channel_though_the_race_runs(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rig.race()
    await rig.tables.guilds.note_channel(table_id, THREAD, instead_of=None)

    await painted.paint(table_id)

    assert await stands_in(rig, table_id) == CHANNEL


async def test_a_rematch_stands_in_the_thread_before_and_after_its_start(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rematch(rig)
    await rig.tables.race.start(table_id, ANA.user_id, 79)

    await painted.paint(table_id)

    assert await stands_in(rig, table_id) == THREAD


async def test_a_rematch_that_nobody_starts_closes_where_it_stands(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    table_id = await rematch(rig)
    await painted.paint(table_id)
    await rig.run_out(table_id, Clock.LOBBY)
    await painted.paint(table_id)
    assert await stands_in(rig, table_id) == THREAD
    assert sum("Nobody started this table" in layout.text for layout in wall.messages.values()) == 1


async def test_whoever_played_before_is_called_to_a_rematch_once(
    rig: TableRig, painted: Painted, wall: Wall
) -> None:
    before = await rig.race(people=3)
    await rig.tables.guilds.note_channel(before, THREAD, instead_of=None)
    await rig.play_out(before, Random(1))
    fresh = await rig.tables.opening.rematch(before, ANA, HERE, 77, thread_id=THREAD)
    await painted.paint(fresh.table_id)
    (lobby,) = [layout for layout in wall.messages.values() if "to play again" in layout.text]
    assert f"<@{BEN.user_id}> and <@{CLEO.user_id}>: press **Join**" in lobby.text
    assert [user for user, _ in wall.heard if user != ANA.user_id] == [BEN.user_id, CLEO.user_id]

    await rig.tables.lobby.join(fresh.table_id, BEN, 78)
    await painted.paint(fresh.table_id)
    (lobby,) = [layout for layout in wall.messages.values() if "to play again" in layout.text]
    assert f"<@{CLEO.user_id}>: press **Join**" in lobby.text
    assert not lobby.pings
