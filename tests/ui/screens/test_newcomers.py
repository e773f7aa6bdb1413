"""What a newcomer loses at a table goes to the house, and the result of the game says so."""

from __future__ import annotations

from random import Random

import pytest

from bot import bank
from bot.bank.refusals import BankRefusal, BankRefused
from bot.tables import erasure
from tests.databases import writing
from tests.tables.playing import BEN, GUILD, PEOPLE, SHORT_EDITIONS, TableRig
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


async def test_what_the_house_gave_newcomers_reaches_nobody_by_way_of_a_newcomer_who_wins(
    rig: TableRig,
) -> None:
    old = PEOPLE[5].user_id
    await rig.played(PEOPLE[5])
    table_id = await rig.race(people=4, game="newmarket", options={"deals": 1}, edition=None)
    await rig.play_out(table_id, Random(0))

    for number, person in enumerate(PEOPLE[:4]):
        with writing(rig.database) as db:
            with pytest.raises(BankRefused) as refused:
                bank.give(db, GUILD, person.user_id, old, 1, key=number, now=rig.time)
            assert refused.value.reason is BankRefusal.NEWCOMER
        with writing(rig.database) as db:
            erasure.erase(
                db, rig.tables.games, person.user_id, rig.time, lambda _, number: f"Player {number}"
            )
    assert await rig.audit() == []
