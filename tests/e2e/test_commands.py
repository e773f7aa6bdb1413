"""Slash commands: where they are offered, what they answer, and who may cancel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from sqlalchemy import update

from bot.client import Paddock
from bot.db.schema import tables
from bot.tables import Refusal, Status
from bot.tables.loading import EMPTIED_FROM, load
from bot.tables.reading import open_in
from bot.texts import DEFAULT
from sandbox import Sandbox, UserClient
from sandbox.client.user import RefusedByDiscord
from sandbox.model import ChannelKind
from sandbox.permissions import Permission
from tests.databases import writing
from tests.distributions import Bring
from tests.e2e.conftest import connected
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    board_of,
    desk_of,
    hurry,
    is_over,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    start_table,
    told,
)
from tests.games.test_new_command import FAR, HUES, program
from tests.games.test_titles import POINT
from tests.waiting import until

pytestmark = pytest.mark.e2e


async def answer(person: UserClient, line: str, place: str = CHANNEL, **options: Any) -> str:
    """Use a command and read what only this person is told."""
    attempt = await person.command(line, place, **options)
    assert not attempt.failed
    said = await attempt.answer(PATIENCE)
    assert said.ephemeral
    return said.text


async def offered(person: UserClient, line: str, typed: str = "", place: str = CHANNEL) -> dict[str, str]:
    """Type into the `table` option of a command of `/race`; return what is offered, ids with names, in order."""
    choices = (await person.autocomplete(f"race {line}", place, "table", typed)).choices
    assert choices
    return {choice["value"]: choice["name"] for choice in choices}


async def test_commands_are_offered_in_servers_and_nowhere_else(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    registered = sandbox.world.commands[None].values()
    in_servers = {command["name"] for command in registered if command.get("dm_permission") is False}
    assert in_servers == {"race", "bank", "leaderboard", "profile", "season", "settings"}
    assert {command["name"] for command in registered} - in_servers == {"help", "privacy", "preferences"}
    direct = await ana.open_direct()
    for line in ("race tables", "bank balance", "leaderboard"):
        with pytest.raises(RefusedByDiscord):
            await ana.command(line, direct)


async def test_commands_without_a_table_say_how_to_get_one(bot: Paddock, ana: UserClient) -> None:
    assert "No table is open in this server. `/race new` opens one." in await answer(ana, "race tables")
    for line in ("desk", "board", "cancel", "leave"):
        assert "You sit at no open table here" in await answer(ana, f"race {line}")
    for line in ("back", "pause", "stop"):
        assert "You sit in no race that runs here" in await answer(ana, f"race {line}")
    assert "No table here has a free seat for you" in await answer(ana, "race join")
    assert "None of your tables is resting" in await answer(ana, "race resume")
    for line in ("remove", "invite"):
        no_lobby = "You host no table that has yet to start"
        assert no_lobby in await answer(ana, f"race {line}", player=ana.id)
    for line in ("log", "verify", "replay"):
        assert "No game of yours is over here yet" in await answer(ana, f"race {line}")
    missing = await answer(ana, "race desk", table="nothere")
    assert "No table is called that: `/race tables` lists the open ones." in missing
    assert "Nobody has played for coins here yet" in await answer(ana, "leaderboard")
    assert "5,000 coins" in await answer(ana, "bank balance")


async def test_the_rules_are_told_in_pages_that_only_the_reader_sees(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    attempt = await ana.command("race rules", CHANNEL, game="jockey")
    first = await attempt.answer(PATIENCE)
    await attempt.followup(timeout=PATIENCE)
    assert len(attempt.responses) > 1
    assert all(page.ephemeral for page in attempt.responses)
    assert "Jockey" in first.text
    assert not ben.messages()


async def test_the_rules_are_those_of_the_lobby_or_race_where_they_are_asked_for(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    elsewhere = await (await ana.command("race rules", CHANNEL)).answer(PATIENCE)
    assert elsewhere.labels == ["Jockey", "Jumpy Jack", "Newmarket", "Sulkydrom", "Turfe"]
    for label in elsewhere.labels:
        assert label in await told(await press(ana, elsewhere, label))
    lobby = await open_table(ana, game="turfe")
    assert "Turfe" in await answer(ben, "race rules")
    assert "Turfe" in await told(await press(ben, await lobby_of(ben, lobby), "Rules"))
    assert "Sulkydrom" in await answer(ben, "race rules", game="sulkydrom")
    table = await start_table(ben, ana, game="newmarket", computers=1)
    board = await board_of(ana)
    assert "Newmarket" in await answer(ana, "race rules", board.channel_id)
    await hurry(bot, table)
    await all_posted()
    assert "Newmarket" in await answer(ana, "race rules", board.channel_id)


async def test_tables_are_listed_with_who_sits_there_and_offered_ones_own_first(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    lobby = await open_table(ben)
    race = await start_table(ana, computers=1)
    listed = await answer(ana, "race tables")
    assert f"**Jockey {lobby}** · waiting for players · <@{ben.id}>" in listed
    assert f"**Jockey {race}** · racing · <@{ana.id}> and 🤖 Clockwork" in listed
    assert await offered(ana, "cancel") == {
        race: f"Jockey {race} · Ana, Clockwork",
        lobby: f"Jockey {lobby} · Ben",
    }
    assert list(await offered(ana, "cancel")) == [race, lobby]
    assert list(await offered(ana, "cancel", "ben")) == [lobby]
    assert list(await offered(ana, "desk")) == list(await offered(ana, "board", "jockey")) == [race]
    assert list(await offered(ana, "join")) == [lobby]


async def test_a_list_of_tables_that_has_nothing_to_offer_says_so(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    nothing = {"-": "No table here fits just now"}
    for line in ("desk", "join", "resume", "log", "cancel"):
        assert await offered(ana, line) == nothing
    lobby = await open_table(ben)
    assert await offered(ana, "cancel", "zebra") == {"-": "No table fits “zebra”"}
    assert await offered(ben, "join") == nothing
    assert list(await offered(ana, "join", "z" * 90)) == ["-"]
    for line in ("desk", "log"):
        assert "No table is called that" in await answer(ana, f"race {line}", table="-")
    assert list(await offered(ana, "join")) == [lobby]


async def test_the_desk_and_the_board_are_shown_where_they_are_asked_for(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    lobby = await open_table(cleo)
    assert "That race has not started" in await answer(cleo, "race desk", table=lobby)
    table = await start_table(ana, ben)
    desk = await answer(ana, "race desk", "paddock-talk")
    assert f"Your desk · Jockey {table}" in desk
    assert "Your hand: " in desk
    assert "You have no seat at this table" in await answer(cleo, "race desk", table=table)
    assert "You have no seat at this table" in await answer(cleo, "race board", table=table)
    assert "comes here in a moment" in await answer(ben, "race board", "paddock-talk", table=table.lower())
    board = await cleo.wait_message(lambda m: "My desk" in m.labels, PATIENCE, "paddock-talk")
    assert "Secret bets" in board.text
    await desk_of(ana, table, f"<#{board.channel_id}>")


async def test_who_sits_at_several_tables_is_asked_which_is_meant(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    first, second = await open_table(ana, ben), await open_table(ben, ana)
    asked = await answer(ana, "race cancel")
    assert f"Which table? Name {first} or {second} in the `table` option." in asked
    assert f"Table {first} is cancelled." in await answer(ana, "race cancel", table=first)
    assert (await bot.tables.database.read(load, second)).status is Status.LOBBY


async def test_a_command_in_the_thread_of_a_race_is_about_that_race(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    older, newer = await start_table(ana, ben), await start_table(ana, ben)
    lobby = await open_table(cleo)
    found = [await bot.tables.database.read(load, table) for table in (older, newer)]
    threads = [str(table.thread_id) for table in found]
    for table, thread in zip((older, newer), threads, strict=True):
        assert f"Your desk · Jockey {table}" in await answer(ana, "race desk", thread)
        assert next(iter(await offered(ana, "desk", place=thread))) == table
    assert "Which table? Name " in await answer(ana, "race desk")
    assert "You have no seat at this table" in await answer(cleo, "race leave", threads[0])
    assert (await bot.tables.database.read(load, lobby)).status is Status.LOBBY
    assert f"Your desk · Jockey {older}" in await answer(ana, "race desk", threads[1], table=older)
    await hurry(bot, newer)
    assert "No game of yours is over" in await answer(cleo, "race log")
    assert f"Race log · Jockey {newer}" in await answer(ana, "race log")
    assert "A table's log is secret until it is over" in await answer(cleo, "race log", threads[0])
    await hurry(bot, older)
    assert f"Race log · Jockey {newer}" in await answer(cleo, "race log", threads[1])
    assert f"The last board · Jockey {newer}" in await answer(ana, "race board", threads[1])
    assert f"Table {lobby} is cancelled." in await answer(cleo, "race cancel", threads[0])


async def test_without_a_name_ones_own_last_game_is_meant_whatever_others_have_played_since(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    first, mine = await start_table(ana, computers=1), await start_table(ana, computers=1)
    assert "comes here in a moment" in await answer(ana, "race board")
    channel = (await bot.tables.database.read(load, mine)).channel_id
    assert (await bot.tables.database.read(load, mine)).thread_id == channel, (
        "of two that are open the newest is meant"
    )
    assert (await bot.tables.database.read(load, first)).thread_id != channel
    await hurry(bot, first)
    await hurry(bot, mine)
    others = await start_table(ben, computers=1)
    await hurry(bot, others)
    for line, said in (
        ("log", "Race log"),
        ("verify", "Check"),
        ("replay", "Once more"),
        ("board", "The last board"),
    ):
        assert f"{said} · Jockey {mine}" in await answer(ana, f"race {line}")
    assert list(await offered(ana, "log")) == [mine, first, others]


async def test_the_host_cancels_and_every_stake_returns_exactly(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await start_table(ana, ben)
    await board_of(ana)
    await hurry(bot, table, lambda view: len(view.pile) > 1)
    assert "4,000 coins** in the wallet" in await answer(ben, "bank balance")
    for person in (ben, cleo):
        refused = await answer(person, "race cancel", table=table)
        assert f"Only the host, <@{ana.id}>, can do that." in refused
    assert f"Table {table} is cancelled. Every stake went back to its owner." in await answer(
        ana, "race cancel"
    )
    for person in (ana, ben):
        closed = await desk_of(person, table, "This table was cancelled. Your stake is back in your wallet.")
        assert not closed.buttons
        assert "5,000 coins** in the wallet" in await answer(person, "bank balance")
    await lobby_shows(ben, table, "This table was cancelled. Every stake went back.")
    assert "That table is closed" in await answer(ana, "race cancel", table=table)


async def test_a_table_that_a_user_may_not_see_is_answered_as_one_that_never_was(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    lobby, gone = await open_table(ana), await open_table(ana)
    over = await start_table(ben, computers=1)
    await hurry(bot, over)
    with writing(bot.database) as db:
        db.execute(
            update(tables).where(tables.c.table_id == gone).values(status="finished", swept=EMPTIED_FROM)
        )
    other = sandbox.world.add_guild("Longchamp", sandbox.world.users[cleo.id])
    channel = sandbox.world.add_channel("tribune", other)
    await cleo.wait_for(lambda: channel.id in str(cleo.channels) or None, PATIENCE, "the other server")
    race = bot.tree.get_command("race")
    assert isinstance(race, app_commands.Group)
    of_tables = [
        (each.qualified_name, {option.name for option in each.parameters if option.required})
        for each in race.walk_commands()
        if isinstance(each, app_commands.Command)
        and any(option.name == "table" for option in each.parameters)
    ]
    assert len(of_tables) > 10
    for line, required in of_tables:
        values: dict[str, Any] = {"player": cleo.id, "allowed": True}
        about = {name: values[name] for name in required}
        said = {
            await answer(cleo, line, channel.id, table=each, **about)
            for each in (lobby, gone, over, "ZZZZZZ")
        }
        assert said == {DEFAULT.refusals.table(Refusal.NO_SUCH_TABLE, {})}, line


async def test_a_table_of_a_channel_is_listed_and_read_only_by_those_who_see_the_channel(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    stable = sandbox.world.add_channel("stable", sandbox.guild)
    sandbox.world.deny(sandbox.world.users[cleo.id], Permission.VIEW_CHANNEL, stable)
    await ana.wait_for(lambda: stable.id in str(ana.channels) or None, PATIENCE, "the channel")
    attempt = await ana.command("race new jockey", stable.id)
    await attempt.answer(PATIENCE)
    (table,) = [found.table_id for found in await bot.tables.database.read(open_in, int(sandbox.guild.id))]
    gone = "No table is called that"

    assert table in await answer(ben, "race tables")
    assert table in await offered(ben, "luck")
    assert "No table is open in this server." in await answer(cleo, "race tables")
    assert table not in await offered(cleo, "luck")
    for line in ("race join", "race luck", "race board", "race desk"):
        assert gone in await answer(cleo, line, table=table)
    assert table in await answer(ana, "race cancel", table=table)
    await is_over(bot, table)
    for line in ("race luck", "race log", "race verify", "race replay"):
        assert gone in await answer(cleo, line, table=table)
    assert gone not in await answer(ben, "race luck", table=table)


async def test_a_table_of_a_private_thread_is_told_of_to_nobody_outside_of_it(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    world = sandbox.world
    parent = next(each for each in sandbox.guild.channels.values() if each.name == CHANNEL)
    kind = ChannelKind.PRIVATE_THREAD
    world.permit(world.bot, Permission.SEND_MESSAGES_IN_THREADS, parent)
    snug = world.add_thread("snug", parent, world.users[ana.id], kind=kind)
    for user in (world.bot, world.users[ben.id]):
        world.join_thread(snug, user)
    attempt = await ana.command("race new jockey", snug.id)
    await attempt.answer(PATIENCE)
    (table,) = [found.table_id for found in await bot.tables.database.read(open_in, int(sandbox.guild.id))]

    assert table in await answer(ana, "race tables")
    assert table in await answer(ben, "race tables", snug.id)
    assert "No table is open in this server." in await answer(cleo, "race tables")
    assert table not in await offered(cleo, "luck")
    assert "No table is called that" in await answer(cleo, "race luck", table=table)


async def test_a_table_whose_channel_is_deleted_is_told_of_to_those_who_are_part_of_it(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    stable = sandbox.world.add_channel("stable", sandbox.guild)
    await ana.wait_for(lambda: stable.id in str(ana.channels) or None, PATIENCE, "the channel")
    attempt = await ana.command("race new jockey", stable.id)
    await attempt.answer(PATIENCE)
    (table,) = [found.table_id for found in await bot.tables.database.read(open_in, int(sandbox.guild.id))]
    assert table in await answer(cleo, "race tables")
    await all_posted()
    sandbox.world.delete_channel(stable)
    await until(lambda: _has_no_channel(bot, int(stable.id)))

    assert table in await answer(ana, "race tables")
    for other in (ben, cleo):
        assert "No table is open in this server." in await answer(other, "race tables")
        assert "No table is called that" in await answer(other, "race luck", table=table)


async def _has_no_channel(bot: Paddock, channel_id: int) -> bool:
    return bot.get_channel(channel_id) is None


async def test_the_options_of_a_game_of_another_distribution_are_offered_read_and_refused(
    sandbox: Sandbox, database: Path, bring: Bring
) -> None:
    bring(POINT, program(f"{FAR}\n{HUES}", "translations={}, typed={'far': TypedOption(read=int, most=5)}"))
    async with sandbox.user("Ana") as ana, connected(sandbox, database) as bot:
        offered = (await ana.autocomplete("race new quoits", CHANNEL, "hue", "hue 2")).choices
        assert [choice["value"] for choice in offered] == ["hue 2", *(f"hue {n}" for n in range(20, 30))]

        refused = await answer(ana, "race new quoits", far="ten")
        assert DEFAULT.answers.unfit_option("far") in refused
        await answer(ana, "race new quoits", hue="hue 28")
        (table,) = await bot.tables.database.read(open_in, sandbox.guild.id)
        assert table.options == {"rounds": 1, "far": 8, "hue": "hue 28"}
