"""A board whose picture a process draws: from the press to the bytes that are sent."""

from __future__ import annotations

from random import Random

import pytest

from bot.pictures.pool import Pictures
from tests.tables.playing import ANA, TableRig
from tests.ui.wall import Painted, Wall, wall

__all__ = ["wall"]

pytestmark = pytest.mark.drawn


async def test_boards_and_desks_are_drawn_by_processes(rig: TableRig, wall: Wall) -> None:
    pictures = Pictures(workers=1)
    painted = Painted(rig, wall, pictures)
    table_id = await rig.race()
    await rig.play_until(table_id, "racing", Random(1))
    await painted.paint(table_id)
    assert pictures.pids
    await pictures.close()

    shown = [*wall.boards(), *wall.desks(ANA.user_id)]
    drawn = [picture.data for layout in shown for picture in layout.drawings]
    assert [data[:4] for data in drawn] == [b"\x89PNG"] * 3
    assert drawn[0] == drawn[1]  # the board, in the thread and on the desk
