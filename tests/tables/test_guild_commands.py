"""A server changes its settings while tables are open."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.outbox import LOBBY
from bot.servers import ServerSettings, read_settings
from bot.tables import deadlines
from bot.tables.deadlines import Clock
from tests.counting import counting
from tests.tables.playing import ANA, GUILD, HERE, TableRig


async def change(rig: TableRig, **facts: object) -> ServerSettings:
    def changed(held: ServerSettings) -> ServerSettings:
        return ServerSettings.model_validate(held.model_dump() | facts)

    return await rig.tables.guilds.change_settings(GUILD, changed)


async def test_lobbies_show_it_at_once_and_races_keep_what_they_began_with(rig: TableRig) -> None:
    race, lobby = await rig.race(), await rig.lobby()
    before = await rig.table(race)
    shown = (await rig.requested(lobby))[LOBBY]

    rig.told.clear()
    await change(rig, money=False, clock=60, buy_ins={"jockey": 50})

    assert rig.told == [lobby]
    assert (await rig.requested(lobby))[LOBBY] > shown
    assert replace(await rig.table(race), version=before.version) == before
    await rig.start(lobby)
    started = await rig.table(lobby)
    assert (started.stakes, started.clock) == (False, 60)
    rig.told.clear()
    await change(rig, money=False)
    assert rig.told == [], "nothing changed: nothing to draw"


async def test_a_board_that_is_brought_into_a_channel_is_among_everything_else_there(rig: TableRig) -> None:
    race = await rig.race()
    places = []
    for where in (HERE._replace(channel_id=77), HERE._replace(channel_id=88, parent_id=77)):
        await rig.tables.guilds.bring_board(race, ANA.user_id, where)
        table = await rig.table(race)
        places.append((table.channel_id, table.stands_in, table.is_in_a_channel))
    assert places == [(77, 77, True), (77, 88, False)]


async def test_of_two_changes_at_once_neither_undoes_the_other(rig: TableRig) -> None:
    await asyncio.gather(change(rig, pictures=False), change(rig, most_tables=3))
    assert await change(rig) == ServerSettings(pictures=False, most_tables=3)


async def test_at_a_start_nothing_is_written_for_tables_whose_server_is_as_it_was(rig: TableRig) -> None:
    await rig.race()
    await rig.lobby()
    with counting(rig.store) as counted:
        await rig.tables.guilds.follow_guilds({GUILD})
        await rig.tables.guilds.bot_joined(GUILD)
    assert counted.writing == 0
    await rig.tables.guilds.follow_guilds(set())
    with counting(rig.store) as counted:
        await rig.tables.guilds.follow_guilds(set())
    assert counted.writing == 0, "they wait already"
    with counting(rig.store) as counted:
        await rig.tables.guilds.follow_guilds({GUILD})
    assert counted.writing == 2


async def test_of_many_servers_that_are_there_again_one_reading_tells_where_tables_wait(
    rig: TableRig,
) -> None:
    table_id = await rig.race()
    with counting(rig.store) as counted:
        await rig.tables.guilds.bot_is_in(range(GUILD - 500, GUILD + 500))
    assert (counted.reading, counted.writing) == (1, 0)

    await rig.tables.guilds.bot_left(GUILD)
    await rig.tables.guilds.bot_is_in({GUILD + 1})
    assert Clock.HOMELESS in await clocks_of(rig, table_id)
    await rig.tables.guilds.bot_is_in({GUILD, GUILD + 1})
    assert Clock.HOMELESS not in await clocks_of(rig, table_id)


async def test_the_language_that_discord_has_is_noted_for_who_does_not_hear_the_server(rig: TableRig) -> None:
    race, lobby = await rig.race(), await rig.lobby()
    other = rig.restarted()
    assert (await settings_known(other, race)).spoken == "en-US"
    shown = (await rig.requested(lobby))[LOBBY]
    rig.told.clear()

    await rig.tables.guilds.follow_locales({GUILD: "de", GUILD + 1: "en-US"})

    assert (await settings_known(other, race)).spoken == "de", "what it remembers holds no more"
    assert (await settings_known(other, lobby)).spoken == "de"
    assert (rig.told, rig.announced[-1]) == ([lobby], lobby)
    assert (await rig.requested(lobby))[LOBBY] > shown
    await change(rig, language="fr")
    assert (await settings_known(other, race)).spoken == "fr", "the server's own choice comes first"
    await change(rig, language="")
    assert (await settings_known(other, race)).spoken == "de"
    await rig.tables.guilds.follow_locales({GUILD: "en-US"})
    assert (await settings_known(other, race)).spoken == "en-US"


async def test_languages_that_are_noted_already_are_read_at_once_and_not_written(rig: TableRig) -> None:
    await rig.tables.guilds.follow_locales({GUILD: "de"})
    with counting(rig.store) as counted:
        await rig.tables.guilds.follow_locales(
            {GUILD: "de"} | {GUILD + number: "en-US" for number in range(1, 500)}
        )
    assert (counted.reading, counted.writing, len(counted.statements)) == (1, 0, 1)


async def settings_known(rig: TableRig, table_id: str) -> ServerSettings:
    async with rig.store.reading() as db:
        known, _ = await rig.tables.read.known_in(db, table_id)
        assert known.settings == await read_settings(db, GUILD)
    return known.settings


async def clocks_of(rig: TableRig, table_id: str) -> dict[str, int]:
    async with rig.store.reading() as db:
        return await deadlines.of_table(db, table_id)
