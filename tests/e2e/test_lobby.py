"""The lobby: sitting down, standing up, the host's decisions, and how it ends without a race."""

from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.tables import Person, lobby_commands
from bot.tables.loading import load
from sandbox import Sandbox, UserClient
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
    assert (await bot.tables.database.read(load, table)).secret.hex() not in str(ana.received)
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
    await bot.tables.step(lobby_commands.add_computer, table, int(ana.id), "Clockwork")
    form = await press(ana, lobby, "Options")
    refused = await ana.submit(form, {"seats": ["2"], "rounds": ["1"]})
    assert await told(refused) == "Choose at least 3 seats: so many are taken."
    form = await press(ana, lobby, "Options")
    await start(ana, table)
    late = await ana.submit(form, {"seats": ["5"], "rounds": ["5"]})
    assert (await told(late)).startswith("That race has started")
    assert (await bot.tables.database.read(load, table)).options == {"rounds": 2}


async def test_the_luck_grows_in_the_open_and_words_are_added_by_a_form_or_a_command(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await open_table(ana, ben)
    lobby = await lobby_shows(cleo, table, f"<@{ben.id}> joined <t:")
    assert f"<@{ana.id}> opened the table <t:" in lobby.text

    listed = await (await press(cleo, lobby, "Luck")).answer(PATIENCE)
    assert listed.ephemeral
    assert listed.labels == []
    assert all(
        f"`{press_id}`" in listed.text for press_id in (await bot.tables.database.read(load, table)).salt
    )
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
    *_, bens, anas = (await bot.tables.database.read(load, table)).salt
    assert [entry.partition(" ")[2] for entry in (bens, anas)] == ["three *lucky* words", "and mine"]

    await start(ana, table)
    started = await lobby_shows(cleo, table, "the last: ")
    assert f"5 presses; the last: <@{ana.id}> started the race <t:" in started.text
    late = await (await ben.command("race luck", CHANNEL, words="too late", table=table)).answer(PATIENCE)
    assert late.text == "The race has started, so its luck is closed."


@pytest.mark.refused
async def test_a_lobby_whose_message_was_deleted_is_posted_anew_with_the_next_change(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana)
    lobby = await lobby_of(ana, table)
    sandbox.world.delete_message(sandbox.world.channels[lobby.channel_id].messages[lobby.id])
    await bot.tables.step(lobby_commands.join, table, Person(int(ben.id), "Ben"), 1)
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
