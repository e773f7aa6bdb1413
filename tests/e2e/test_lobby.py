"""The lobby: sitting down, standing up, the host's decisions, and how it ends without a race."""

from __future__ import annotations

import asyncio

import pytest

from bot.client import Paddock
from bot.tables import Person, Status, deadlines
from sandbox import Sandbox, UserClient
from tests.databases import writing
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    act,
    desk_of,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    start,
    told,
)

pytestmark = pytest.mark.e2e

RACE_NOW = "Race now against 3 computers"


async def test_a_new_table_seats_its_host_and_shows_the_sealed_luck(bot: Paddock, ana: UserClient) -> None:
    table = await open_table(ana, seats=4, rounds=2)
    lobby = await lobby_of(ana, table)
    assert f"1. <@{ana.id}> · host" in lobby.text
    assert "3 seats free" in lobby.text
    assert "6 races in 2 rounds · usual length: about " in lobby.text
    assert "**Practice:** no coins move until two people sit here; then 2,000 coins a seat." in lobby.text
    assert "needed" not in lobby.text
    assert "Sealed luck `" in lobby.text
    assert (await bot.tables.read.table(table)).secret.hex() not in str(ana.received)
    assert lobby.labels == [
        "Join",
        RACE_NOW,
        "Leave",
        "Computer player",
        "Options",
        "Pace",
        "Rules",
        "Money",
        "Luck",
        "Tote",
    ]


async def test_who_joins_sits_once_is_told_the_stakes_and_may_leave_again(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    lobby = await lobby_of(ben, table)
    assert "1,000 coins a seat" in lobby.text
    assert (await told(await press(ben, lobby, "Join"))).startswith("You sit here already")
    await press(ben, lobby, "Leave")
    await lobby_shows(ben, table, "5 seats free")
    assert "You have no seat at this table" in await told(await press(ben, lobby, "Leave"))
    assert (await bot.tables.read.table(table)).names == ("Ana",)


async def test_a_full_table_takes_nobody_even_if_two_press_for_the_last_seat_at_once(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await open_table(ana, seats=2)
    late = [await lobby_of(person, table) for person in (ben, cleo)]
    attempts = await asyncio.gather(press(ben, late[0], "Join"), press(cleo, late[1], "Join"))
    full = await lobby_shows(ana, table, "Every seat is taken.")
    assert "Join" not in full.labels
    seated = (await bot.tables.read.table(table)).names
    loser = attempts[0] if "Cleo" in seated else attempts[1]
    assert "All 2 seats are taken: `/race new` opens another table." in await told(loser)
    assert len(seated) == 2
    assert "All 2 seats" in await told(await press(ana, full, f"p:{table}:0:computer", force=True))


async def test_the_hosts_place_passes_on_and_the_lobby_closes_with_the_last_person(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    await press(ana, await lobby_of(ana, table), "Computer player")
    await lobby_shows(ana, table, "3. 🤖 Clockwork")
    await press(ana, await lobby_of(ana, table), "Leave")
    lobby = await lobby_shows(ben, table, f"1. <@{ben.id}> · host")
    await press(ben, lobby, "Remove computer")
    await lobby_shows(ben, table, "5 seats free")
    await press(ben, lobby, "Leave")
    closed = await lobby_shows(ana, table, "This table was cancelled.")
    assert closed.labels == []
    assert "That table is closed" in await told(await press(ana, closed, f"p:{table}:0:join", force=True))


async def test_only_the_host_starts_seats_computers_and_opens_the_options(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    lobby = await lobby_of(ben, table)
    for control in ("Start", "Computer player", "Options", "Pace"):
        attempt = await press(ben, lobby, control)
        assert attempt.modal is None
        assert await told(attempt) == f"Only the host, <@{ana.id}>, can do that."
    refused = await press(ana, lobby, f"p:{table}:0:fewer", force=True)
    assert (await told(refused)).startswith("There is no computer player here to remove")
    assert (await bot.tables.read.table(table)).status is Status.LOBBY


async def test_a_race_needs_two_seats_and_a_second_start_changes_nothing(
    bot: Paddock, ana: UserClient
) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ana, table)
    assert "Start" not in lobby.labels
    alone = await press(ana, lobby, f"p:{table}:0:start", force=True)
    assert "at least 2 players: invite somebody, or add a computer player." in await told(alone)
    await press(ana, lobby, "Computer player")
    await lobby_shows(ana, table, "2. 🤖")
    first, second = await asyncio.gather(press(ana, lobby, "Start"), press(ana, lobby, "Start"))
    started = await lobby_shows(ana, table, "The race is on: <#")
    assert (await told(first, second)).startswith("That race has started")
    for control in ("join", "leave", "computer", "fewer", "options", "pace"):
        late = await press(ana, started, f"p:{table}:0:{control}", force=True)
        assert (await told(late)).startswith("That race has started")


async def test_the_host_changes_seats_and_rounds_in_a_form(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    form = await press(ana, await lobby_of(ana, table), "Options")
    assert form.modal
    assert form.modal.title == "Options of this table"
    await ana.submit(form, {"seats": ["3"], "rounds": ["2"]})
    lobby = await lobby_shows(ana, table, "6 races in 2 rounds · usual length")
    assert "2,000 coins a seat" in lobby.text
    assert f"<@{ben.id}> · not ready" in lobby.text
    assert "Start" not in [b["label"] for b in lobby.buttons if not b.get("disabled")]
    early = await press(ana, lobby, f"p:{table}:0:start", force=True)
    assert f"wait for <@{ben.id}> to press **Ready**." in await told(early)
    await press(ben, await lobby_of(ben, table), "Ready")
    lobby = await lobby_shows(ana, table, "presses **Start**")
    await bot.tables.lobby.add_computer(table, int(ana.id), "Clockwork")
    form = await press(ana, lobby, "Options")
    refused = await ana.submit(form, {"seats": ["2"], "rounds": ["1"]})
    assert await told(refused) == "Choose at least 3 seats: so many are taken."
    form = await press(ana, lobby, "Options")
    await start(ana, table)
    late = await ana.submit(form, {"seats": ["5"], "rounds": ["5"]})
    assert (await told(late)).startswith("That race has started")
    assert (await bot.tables.read.table(table)).options == {"rounds": 2}


async def test_a_table_that_can_never_start_is_neither_opened_nor_made_of_one_that_is(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    attempt = await ana.command("race new jumpyjack", CHANNEL, teams=4, seats=6)
    assert await told(attempt) == (
        "These options take 8 players or more: choose so many seats, or other options."
    )
    assert not await bot.tables.read.open_in(int(sandbox.guild.id))
    table = await open_table(ana, game="jumpyjack", seats=8)
    form = await press(ana, await lobby_of(ana, table), "Options")
    as_it_was = {"target": ["16"], "guessing": ["False"], "double": ["leaving"]}
    refused = await ana.submit(form, as_it_was | {"seats": ["6"], "teams": ["4"]})
    assert (await told(refused)).startswith("These options take 8 players")
    found = await bot.tables.read.table(table)
    assert (found.options["teams"], found.capacity) == (0, 8)


async def test_in_teams_everybody_sees_who_plays_with_whom_and_how_many_are_missing(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben, game="jumpyjack", teams=2, seats=4)
    lobby = await lobby_shows(
        ana, table, f"Team 1 (<@{ana.id}>) · Team 2 (<@{ben.id}>). Whoever sits down next joins Team 1."
    )
    assert "**2 more players** are needed." in lobby.text
    early = await press(ana, lobby, f"p:{table}:0:start", force=True)
    assert "seat 2 more, or change the options." in await told(early)
    for name, team in (("Clockwork", ana), ("Tin Lizzie", ben)):
        assert "Start" not in lobby.labels
        await press(ana, lobby, "Computer player")
        lobby = await lobby_shows(ana, table, f"(<@{team.id}> and 🤖 {name})")
    money = await told(await press(ana, lobby, "Money"))
    assert "first three win 240, 120 and 40; teammates share what their places bring." in money
    await start(ana, table)


async def test_the_luck_grows_in_the_open_and_words_are_added_by_a_form_or_a_command(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await open_table(ana, ben)
    lobby = await lobby_shows(cleo, table, f"<@{ben.id}> joined <t:")
    assert f"<@{ana.id}> opened the table <t:" in lobby.text

    listed = await (await press(cleo, lobby, "Luck")).answer(PATIENCE)
    assert listed.ephemeral
    assert listed.labels == []
    assert all(f"`{press_id}`" in listed.text for press_id in (await bot.tables.read.table(table)).salt)
    own = await (await press(ben, lobby, "Luck")).answer(PATIENCE)
    assert f"**You** · <@{ben.id}> joined" in own.text
    written = await ben.submit(
        await press(ben, own, "Add words of your own"), {"words": " three\n*lucky*  words "}
    )
    assert "✅ In the luck: “three \\*lucky\\* words”" in await told(written)
    await lobby_shows(ana, table, f"<@{ben.id}>: “three \\*lucky\\* words” <t:")

    said = await (await ana.command("race luck", CHANNEL, words="and mine")).answer(PATIENCE)
    assert "✅ In the luck: “and mine”" in said.text
    refused = await (await cleo.command("race luck", CHANNEL, words="and mine")).answer(PATIENCE)
    assert refused.text.startswith("You sit at no table that has yet to start")
    outside = await (await cleo.command("race luck", CHANNEL, words="and mine", table=table)).answer(PATIENCE)
    assert outside.text == "Only players add words: press **Join** first."
    *_, bens, anas = (await bot.tables.read.table(table)).salt
    assert [entry.partition(" ")[2] for entry in (bens, anas)] == ["three *lucky* words", "and mine"]

    await start(ana, table)
    started = await lobby_shows(cleo, table, "the last: ")
    assert f"5 presses; the last: <@{ana.id}> started the race <t:" in started.text
    late = await (await ben.command("race luck", CHANNEL, words="too late", table=table)).answer(PATIENCE)
    assert late.text == "The race has started, so its luck is closed."


async def test_a_start_that_comes_too_early_is_told_its_id_and_stays_in_sight(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana)
    early = await told(await press(ana, await lobby_of(ana, table), f"p:{table}:0:start", force=True))
    assert early.startswith("This takes at least 2 players")
    noted = (await bot.tables.read.table(table)).salt[-1]
    assert f"Your press is in the luck as `{noted}`" in early
    await lobby_shows(ben, table, f"<@{ana.id}> tried to start: too few players <t:")


async def test_the_rules_are_read_in_private(bot: Paddock, ana: UserClient, ben: UserClient) -> None:
    table = await open_table(ana)
    attempt = await press(ben, await lobby_of(ben, table), "Rules")
    first = await attempt.answer(PATIENCE)
    assert first.ephemeral
    assert "Jockey" in first.text
    assert await told(attempt)
    assert all(
        not message.ephemeral for message in ana.messages(CHANNEL) if message.id != ana.messages()[0].id
    )


async def test_a_lobby_that_nobody_starts_for_half_an_hour_closes_and_says_so(
    bot: Paddock, ana: UserClient
) -> None:
    table = await open_table(ana)
    assert "This lobby closes <t:" in (await lobby_of(ana, table)).text
    with writing(bot.database) as db:
        deadlines.put(db, table, deadlines.Clock.LOBBY, 1, now=0)
    bot.tables.watchers.tell(table)
    closed = await lobby_shows(ana, table, "Nobody started this table for 30 minutes, so it closed.")
    assert closed.labels == []
    assert "That table is closed" in await told(await press(ana, closed, f"p:{table}:0:start", force=True))


@pytest.mark.refused
async def test_a_lobby_whose_message_was_deleted_is_posted_anew_with_the_next_change(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ana, table)
    sandbox.world.delete_message(sandbox.world.channels[lobby.channel_id].messages[lobby.id])
    await bot.tables.lobby.join(table, Person(int(ben.id), "Ben"), 1)
    again = await lobby_shows(ana, table, f"2. <@{ben.id}>")
    assert again.id != lobby.id
    assert "Start" in again.labels


async def test_race_board_shows_a_lobby_again_in_another_channel_only_to_its_host(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    lobby = await lobby_of(ana, table)
    here = f"<#{lobby.channel_id}>"
    refused = await (await ben.command("race board", "paddock-talk")).answer(PATIENCE)
    assert refused.text.endswith(f"Only the host, <@{ana.id}>, can move this lobby from {here}.")
    attempt = await ana.command("race board", "paddock-talk")
    said = f"The lobby comes here in a moment, no longer in {here}."
    assert (await attempt.answer(PATIENCE)).text == said
    again = await ana.wait_message(lambda m: "Start" in m.labels, PATIENCE, "paddock-talk")
    await ana.wait_for(lambda: ana.seen(lobby.id) is None or None, PATIENCE, "the old lobby to go")
    await press(ana, again, "Start")
    desk = await desk_of(ana, table)
    thread = next(c for c in ana.channels if c.get("parent_id") == again.channel_id)
    assert f"<#{thread['id']}>" in desk.text


async def test_a_lobby_whose_channel_was_deleted_goes_on_where_race_board_is_used(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    sandbox.world.delete_channel(sandbox.guild.channel(CHANNEL))
    await ana.command("race board", "paddock-talk")
    lobby = await ana.wait_message(lambda m: "Start" in m.labels, PATIENCE, "paddock-talk")
    await press(ana, lobby, "Start")
    await desk_of(ben, table)
    await act(bot, table, ana, type="bet", kind="win", horse="red", stake=100)
