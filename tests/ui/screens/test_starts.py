"""A start posts nothing anew at tables at which nothing happens, however old what stands there is."""

from __future__ import annotations

from typing import Any

from bot.tables import day_commands
from bot.tables.deadlines import MINUTE
from tests.tables.playing import ANA, TableRig
from tests.tables.test_hours import EVENINGS, at
from tests.ui.screens.test_calls import begun
from tests.ui.wall import Painted, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]

HOUR = 60 * MINUTE


async def started_again(before: Painted, table_id: str, wall: Any, render_pool: Any) -> Painted:
    """Have the bot be away for two hours, and begin another run."""
    before.rig.time += 2 * HOUR
    run = Painted(before.rig.restarted(), wall, render_pool)
    await run.screens.doubt_desks(None)
    works = run.rig.clockwork()
    works._away = 2 * HOUR
    await run.rig.resume(works)
    await works.close()
    await run.paint(table_id)
    return run


async def test_a_table_that_rests_is_left_as_it_stands(painted: Painted, wall: Any, render_pool: Any) -> None:
    table_id = await begun(painted, people=3)
    await painted.rig.tables.step(day_commands.pause, table_id, ANA.user_id)
    await painted.paint(table_id)
    stood = {*wall.messages}
    for _ in range(3):
        painted = await started_again(painted, table_id, wall, render_pool)
    assert {*wall.messages} == stood


async def test_a_table_outside_its_hours_is_left_as_it_stands(
    rig: TableRig, painted: Painted, wall: Any, render_pool: Any
) -> None:
    at(rig, 19)
    table_id = await rig.race_in(EVENINGS, people=3)
    await painted.paint(table_id)
    at(rig, 23, 30)
    await painted.paint(table_id)
    painted = await started_again(painted, table_id, wall, render_pool)  # it was played until ten
    stood = {*wall.messages}
    for _ in range(3):
        painted = await started_again(painted, table_id, wall, render_pool)
    assert {*wall.messages} == stood


async def test_a_table_that_is_played_says_until_when_it_has_time_now(
    painted: Painted, wall: Any, render_pool: Any
) -> None:
    table_id = await begun(painted, people=3)
    stood = {*wall.messages}
    await started_again(painted, table_id, wall, render_pool)
    assert {*wall.messages} != stood
