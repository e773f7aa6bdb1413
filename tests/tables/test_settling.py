"""A server settles on something else while tables are open."""

from __future__ import annotations

import asyncio

from bot.outbox import LOBBY
from bot.servers import ServerSettings
from bot.tables.settling import Settled, settle
from tests.tables.playing import GUILD, TableRig


async def change(rig: TableRig, **facts: object) -> Settled:
    async with rig.store.writing() as db:
        return await settle(db, GUILD, lambda held: ServerSettings.model_validate(held.model_dump() | facts))


async def test_lobbies_show_it_at_once_and_races_keep_what_they_began_with(rig: TableRig) -> None:
    race, lobby = await rig.race(), await rig.lobby()
    before = await rig.table(race)
    shown = (await rig.requested(lobby))[LOBBY]

    settled = await change(rig, money=False, clock=60, buy_ins={"jockey": 50})

    assert settled.lobbies == [lobby]
    assert (await rig.requested(lobby))[LOBBY] > shown
    assert await rig.table(race) == before
    await rig.start(lobby)
    started = await rig.table(lobby)
    assert (started.stakes, started.clock) == (False, 60)
    assert (await change(rig, money=False)).lobbies == (), "nothing changed: nothing to draw"


async def test_of_two_changes_at_once_neither_undoes_the_other(rig: TableRig) -> None:
    await asyncio.gather(change(rig, pictures=False), change(rig, most_tables=3))
    assert (await change(rig)).settings == ServerSettings(pictures=False, most_tables=3)
