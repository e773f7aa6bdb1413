"""A table keeps the edition it was opened with, whatever the operator puts into the folder afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engines import catalog
from tests.tables.playing import SHORT, TableRig


@pytest.fixture
def short() -> Iterator[catalog.AnyGame]:
    own = catalog.game("jockey", SHORT)
    catalog.adopt({"jockey": own})
    yield own
    catalog.adopt({})


async def test_a_new_table_is_opened_with_the_operators_edition(rig: TableRig, short: catalog.AnyGame):
    table = await rig.table(await rig.lobby())

    assert table.edition == SHORT


async def test_a_running_table_goes_on_with_its_edition_when_the_bot_starts_again_with_another(
    rig: TableRig, short: catalog.AnyGame
):
    early, running = await rig.lobby(), await rig.lobby()
    await rig.start(running)

    catalog.adopt({})
    rig = rig.restarted()
    await rig.start(early)
    later = await rig.table(await rig.lobby())

    assert later.edition["squares"] == 80
    for table_id in (early, running):
        assert (await rig.standing(table_id)).match.game.edition == short.edition
        await rig.play_out(table_id, Random(1))
        assert (await rig.table(table_id)).edition == SHORT
