"""What a newcomer loses at a table goes to the house, and the result of the game says so."""

from __future__ import annotations

from random import Random

import pytest

from tests.tables.playing import BEN, SHORT_EDITIONS, TableRig
from tests.ui.wall import Painted, Wall, painted, render_pool, wall

__all__ = ["painted", "render_pool", "wall"]


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_newcomer_loses_a_purse_to_the_house_and_the_result_says_so(
    rig: TableRig, painted: Painted, wall: Wall, seed: int
) -> None:
    await rig.played(BEN)
    table_id = await rig.race(
        people=2, game="sulkydrom", options={"goal": "first"}, edition=SHORT_EDITIONS["sulkydrom"]
    )
    await rig.play_out(table_id, Random(seed))
    await painted.paint(table_id)

    winners = (await rig.standing(table_id)).match.outcome.winners
    ana, ben = [wallet for wallet, _, _ in await rig.worth(2)]
    said = any("The house keeps 100 coins of the wins" in layout.text for layout in wall.public())
    expected = (4900, 5000, True) if winners == (1,) else (5100, 4900, False)
    assert (ana, ben, said) == expected
    assert await rig.audit() == []
