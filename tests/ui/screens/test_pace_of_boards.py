"""Boards while computer players take their time: each move is shown, in one post, which tells them in their order."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.outbox.errors import DirectMessagesClosed
from bot.pictures.pool import Pictures
from bot.servers import Pace
from tests.tables.playing import ANA, TableRig
from tests.ui.wall import Painted, Wall, controls, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

boards = pytest.mark.parametrize("boards", ["posted", "edited"])


async def racing(painted: Painted, boards: str) -> str:
    """Bring a table of one person and three computer players to a moment at which the person is asked."""
    rig, luck = painted.rig, Random(5)
    await rig.set_up_server(boards=boards, pace=Pace.STEADY)
    table_id = await rig.race(1, 3, edition=None)
    await painted.paint(table_id)
    await rig.play_until(table_id, "racing", luck)
    while (await rig.standing(table_id)).asked.keys() != {0}:
        await rig.decide(table_id, luck)
    await painted.paint(table_id)
    return table_id


def moves(text: str) -> list[str]:
    """Return who played, in the order in which it is told."""
    return re.findall(r"^(.+?) played", text, re.MULTILINE)


@boards
async def test_one_post_tells_a_run_of_moves_and_grows_with_each(
    painted: Painted, wall: Wall, boards: str
) -> None:
    table_id, rig, luck = await racing(painted, boards), painted.rig, Random(6)
    stood = len(wall.public())
    counts = []
    for _ in range(4):
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
        counts.append(len(moves(wall.boards()[-1].text)))

    assert counts == [1, 2, 3, 4]
    computers = [f"🤖 {seat.name}" for seat in (await rig.table(table_id)).seats[1:]]
    assert moves(wall.boards()[-1].text) == [f"<@{ANA.user_id}>", *computers]
    assert len(wall.public()) == stood + (boards == "posted")
    assert len(wall.boards()) == 1


@boards
async def test_moves_that_came_while_a_board_was_made_are_told_with_the_next(
    painted: Painted, wall: Wall, boards: str
) -> None:
    table_id, rig, luck = await racing(painted, boards), painted.rig, Random(6)
    await rig.decide(table_id, luck)
    await painted.paint(table_id)
    for _ in range(3):
        await rig.decide(table_id, luck)
    await painted.paint(table_id)

    assert len(moves(wall.boards()[-1].text)) == 4
    assert len(wall.boards()) == 1


@boards
async def test_whose_turn_it_is_after_a_run_hears_of_it_by_their_desk(
    painted: Painted, wall: Wall, boards: str
) -> None:
    table_id, rig, luck = await racing(painted, boards), painted.rig, Random(6)
    await rig.decide(table_id, luck)
    await painted.paint(table_id)
    wall.heard.clear()
    for _ in range(3):
        await rig.decide(table_id, luck)
        await painted.paint(table_id)

    assert [place.channel_id for _, place in wall.heard] == [ANA.user_id]


async def test_who_takes_no_direct_messages_is_called_by_a_board_below_the_run(
    painted: Painted, wall: Wall
) -> None:
    wall.trouble[str(ANA.user_id)] = DirectMessagesClosed("403 50007")
    table_id, rig, luck = await racing(painted, "posted"), painted.rig, Random(6)
    await rig.decide(table_id, luck)
    await painted.paint(table_id)
    wall.heard.clear()
    for _ in range(3):
        await rig.decide(table_id, luck)
        await painted.paint(table_id)

    assert wall.heard == [(ANA.user_id, list(wall.messages)[-1])]
    assert moves(wall.boards()[-1].text)


async def test_the_next_move_of_a_person_is_told_in_a_post_of_its_own(painted: Painted, wall: Wall) -> None:
    table_id, rig, luck = await racing(painted, "posted"), painted.rig, Random(6)
    for _ in range(4):
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
    stood = len(wall.public())
    await rig.decide(table_id, luck)
    await painted.paint(table_id)

    assert len(wall.public()) == stood + 1
    assert moves(wall.boards()[-1].text) == [f"<@{ANA.user_id}>"]


async def test_a_process_that_comes_next_goes_on_in_the_post_that_stands(
    painted: Painted, wall: Wall, render_pool: Pictures, rig: TableRig
) -> None:
    table_id, luck = await racing(painted, "posted"), Random(6)
    await rig.decide(table_id, luck)
    await painted.paint(table_id)
    stood = len(wall.public())
    later = Painted(rig.restarted(), wall, render_pool)
    await rig.decide(table_id, luck)
    await later.paint(table_id)

    assert len(wall.public()) == stood
    assert len(moves(wall.public()[-1].text)) == 2
    assert ":0:desk" in str(controls(wall.public()[-1]))


async def test_at_once_the_board_waits_for_the_run_and_tells_it_in_one_post(
    painted: Painted, wall: Wall
) -> None:
    table_id, rig, luck = await racing(painted, "posted"), painted.rig, Random(6)
    await rig.set_up_server(pace=Pace.AT_ONCE)
    stood = len(wall.public())
    for _ in range(3):
        await rig.decide(table_id, luck)
        await painted.paint(table_id)
    assert len(wall.public()) == stood
    await rig.decide(table_id, luck)
    await painted.paint(table_id)

    assert len(wall.public()) == stood + 1
    assert len(moves(wall.boards()[-1].text)) == 4
