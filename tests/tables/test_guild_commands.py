"""A server changes its settings while tables are open."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.outbox import LOBBY
from bot.servers import ServerSettings
from bot.tables import deadlines, guild_commands, lobby_commands
from bot.tables.deadlines import Clock
from bot.tables.reading import read_whole
from bot.tables.refusals import Refusal, Refused
from tests.counting import counting
from tests.databases import reading
from tests.tables.playing import ANA, BEN, GUILD, HERE, TableRig


async def change(rig: TableRig, by: int = ANA.user_id, **facts: object) -> ServerSettings:
    def changed(held: ServerSettings) -> ServerSettings:
        return ServerSettings.model_validate(held.model_dump() | facts)

    return await guild_commands.change_settings(rig.tables, GUILD, changed, by=by)


async def test_lobbies_show_it_at_once_and_races_keep_what_they_began_with(rig: TableRig) -> None:
    race, lobby = await rig.race(), await rig.lobby()
    before = await rig.table(race)
    shown = (await rig.requested(lobby))[LOBBY]

    rig.told.clear()
    await change(rig, by=BEN.user_id, money=False, clock=60, buy_ins={"jockey": 50})
    await rig.tables.step(lobby_commands.say_ready, lobby, ANA.user_id, await rig.terms(lobby))

    assert set(rig.told) == {lobby}
    assert (await rig.requested(lobby))[LOBBY] > shown
    assert replace(await rig.table(race), version=before.version) == before
    await rig.start(lobby)
    started = await rig.table(lobby)
    assert (started.stakes, started.clock) == (False, 60)
    rig.told.clear()
    await change(rig, money=False)
    assert rig.told == [], "nothing changed: nothing to draw"


MANAGER = 99
"""Somebody who sits at no table."""


async def ready(rig: TableRig, table_id: str) -> list[bool]:
    return [seat.ready for seat in (await rig.table(table_id)).seats]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {"buy_ins": {"jockey": 50}}),
        ({"money": False}, {"money": True}),
        ({}, {"money": False}),
        ({"tote": False}, {"tote": True}),
    ],
)
async def test_everybody_in_a_lobby_is_asked_anew_where_a_server_changes_what_is_played_for(
    rig: TableRig, before: dict[str, object], after: dict[str, object]
) -> None:
    await change(rig, **before)
    table_id = await rig.lobby(2)
    terms = await rig.terms(table_id)
    await change(rig, by=MANAGER, **after)

    assert await ready(rig, table_id) == [False, False]
    with pytest.raises(Refused) as refused:
        await rig.start(table_id)
    assert refused.value.reason is Refusal.NOT_READY
    with pytest.raises(Refused) as refused:
        await rig.tables.step(lobby_commands.say_ready, table_id, BEN.user_id, terms)
    assert refused.value.reason is Refusal.TERMS_CHANGED
    for person in (ANA, BEN):
        await rig.tables.step(lobby_commands.say_ready, table_id, person.user_id, await rig.terms(table_id))
    await rig.start(table_id)
    assert (await rig.table(table_id)).stakes is (await change(rig)).money


@pytest.mark.parametrize(
    "facts",
    [{"buy_ins": {"turfe": 50}}, {"clock": 60}, {"pictures": False}, {"takeout": 5}, {"most_tables": 3}],
)
async def test_nobody_is_asked_anew_for_what_a_lobby_does_not_say(
    rig: TableRig, facts: dict[str, object]
) -> None:
    table_id = await rig.lobby(2)
    await change(rig, by=MANAGER, **facts)
    assert await ready(rig, table_id) == [True, True]


async def test_who_changes_the_price_agrees_to_it(rig: TableRig) -> None:
    table_id = await rig.lobby(2)
    await change(rig, by=BEN.user_id, buy_ins={"jockey": 50})
    assert await ready(rig, table_id) == [False, True]


async def test_a_price_that_does_not_count_asks_nobody(rig: TableRig) -> None:
    await change(rig, money=False)
    table_id = await rig.lobby(2)
    await change(rig, by=MANAGER, buy_ins={"jockey": 50}, tote=False)
    assert await ready(rig, table_id) == [True, True]


async def test_a_board_that_is_brought_into_a_channel_is_among_everything_else_there(rig: TableRig) -> None:
    race = await rig.race()
    places = []
    for where in (HERE._replace(channel_id=77), HERE._replace(channel_id=88, parent_id=77)):
        await rig.tables.step(guild_commands.bring_board, race, ANA.user_id, where)
        table = await rig.table(race)
        places.append((table.channel_id, table.stands_in, table.is_in_a_channel))
    assert places == [(77, 77, True), (77, 88, False)]


async def test_of_two_changes_at_once_neither_undoes_the_other(rig: TableRig) -> None:
    await asyncio.gather(change(rig, pictures=False), change(rig, most_tables=3))
    assert await change(rig) == ServerSettings(pictures=False, most_tables=3)


async def test_at_a_start_nothing_is_written_for_tables_whose_server_is_as_it_was(rig: TableRig) -> None:
    await rig.race()
    await rig.lobby()
    with counting(rig.database) as counted:
        await guild_commands.follow_guilds(rig.tables, {GUILD})
        await guild_commands.bot_joined(rig.tables, GUILD)
    assert counted.writing == 0
    await guild_commands.follow_guilds(rig.tables, set())
    with counting(rig.database) as counted:
        await guild_commands.follow_guilds(rig.tables, set())
    assert counted.writing == 0, "they wait already"
    with counting(rig.database) as counted:
        await guild_commands.follow_guilds(rig.tables, {GUILD})
    assert counted.writing == 2


async def test_of_many_servers_that_are_there_again_one_reading_tells_where_tables_wait(
    rig: TableRig,
) -> None:
    table_id = await rig.race()
    with counting(rig.database) as counted:
        await guild_commands.bot_is_in(rig.tables, range(GUILD - 500, GUILD + 500))
    assert (counted.reading, counted.writing) == (1, 0)

    await guild_commands.bot_left(rig.tables, GUILD)
    await guild_commands.bot_is_in(rig.tables, {GUILD + 1})
    assert Clock.HOMELESS in await clocks_of(rig, table_id)
    await guild_commands.bot_is_in(rig.tables, {GUILD, GUILD + 1})
    assert Clock.HOMELESS not in await clocks_of(rig, table_id)


async def test_the_language_that_discord_has_is_noted_for_who_does_not_hear_the_server(rig: TableRig) -> None:
    race, lobby = await rig.race(), await rig.lobby()
    other = rig.restarted()
    assert (await settings_known(other, race)).spoken == "en-US"
    shown = (await rig.requested(lobby))[LOBBY]
    rig.told.clear()

    await guild_commands.follow_locales(rig.tables, {GUILD: "de", GUILD + 1: "en-US"})

    assert (await settings_known(other, race)).spoken == "de", "what it remembers holds no more"
    assert (await settings_known(other, lobby)).spoken == "de"
    assert (rig.told, rig.announced[-1]) == ([lobby], lobby)
    assert (await rig.requested(lobby))[LOBBY] > shown
    await change(rig, language="fr")
    assert (await settings_known(other, race)).spoken == "fr", "the server's own choice comes first"
    await change(rig, language="")
    assert (await settings_known(other, race)).spoken == "de"
    await guild_commands.follow_locales(rig.tables, {GUILD: "en-US"})
    assert (await settings_known(other, race)).spoken == "en-US"


async def test_languages_that_are_noted_already_are_read_at_once_and_not_written(rig: TableRig) -> None:
    await guild_commands.follow_locales(rig.tables, {GUILD: "de"})
    with counting(rig.database) as counted:
        await guild_commands.follow_locales(
            rig.tables, {GUILD: "de"} | {GUILD + number: "en-US" for number in range(1, 500)}
        )
    assert (counted.reading, counted.writing, len(counted.statements)) == (1, 0, 1)


async def settings_known(rig: TableRig, table_id: str) -> ServerSettings:
    with reading(rig.database) as db:
        found = read_whole(db, rig.tables.games, table_id)
    return found.settings


async def clocks_of(rig: TableRig, table_id: str) -> dict[str, int]:
    with reading(rig.database) as db:
        return deadlines.of_table(db, table_id)
