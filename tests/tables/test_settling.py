"""A server settles on something else while tables are open."""

from __future__ import annotations

import asyncio

from bot.outbox import LOBBY
from bot.servers import ServerSettings
from bot.tables.settling import Settled, settle
from tests.tables.playing import GUILD, House


async def change(house: House, **facts: object) -> Settled:
    async with house.store.writing() as db:
        return await settle(db, GUILD, lambda held: ServerSettings.model_validate(held.model_dump() | facts))


async def test_lobbies_show_it_at_once_and_races_keep_what_they_began_with(house: House) -> None:
    race, lobby = await house.race(), await house.lobby()
    before = await house.table(race)
    shown = (await house.requested(lobby))[LOBBY]

    settled = await change(house, money=False, clock=60, buy_ins={"jockey": 50})

    assert settled.lobbies == [lobby]
    assert (await house.requested(lobby))[LOBBY] > shown
    assert await house.table(race) == before
    await house.start(lobby)
    started = await house.table(lobby)
    assert (started.stakes, started.clock) == (False, 60)
    assert (await change(house, money=False)).lobbies == (), "nothing changed: nothing to draw"


async def test_of_two_changes_at_once_neither_undoes_the_other(house: House) -> None:
    await asyncio.gather(change(house, pictures=False), change(house, most_tables=3))
    assert (await change(house)).settings == ServerSettings(pictures=False, most_tables=3)
