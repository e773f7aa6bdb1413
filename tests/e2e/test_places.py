"""Where a race is run: what the bot may not do there, and places that disappear while it runs."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from bot import bank
from bot.client import Paddock
from bot.tables import Status, deadlines
from bot.tables.loading import load
from bot.tables.reading import open_in
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.model import Channel
from sandbox.permissions import Permission
from tests.databases import reading, writing
from tests.e2e.conftest import connected
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    board_of,
    desk_of,
    find_desk,
    homeless_since,
    hurry,
    is_over,
    lobby_shows,
    offers_rematch,
    place_bet,
    posts_at,
    press,
    public,
    start_table,
    until,
)

pytestmark = pytest.mark.e2e

NO_PLACE = "I cannot post the board"


def deny(sandbox: Sandbox, denied: Permission, channel: Channel | None = None) -> None:
    """Take something from the bot in a channel, in race-night if none is named."""
    role = sandbox.world.bot_role(sandbox.guild)
    sandbox.world.deny(role, denied, channel or sandbox.guild.channel(CHANNEL))


def place_of(sandbox: Sandbox, message: SeenMessage) -> Channel:
    """Return the channel or thread a message stands in."""
    return sandbox.world.channels[message.channel_id]


async def board_in(person: UserClient, place: str, text: str = "") -> SeenMessage:
    """Wait for a board in a certain channel or thread."""
    return await person.wait_message(
        lambda m: "My desk" in m.labels and not m.ephemeral and text in m.text, PATIENCE, place
    )


async def to_the_first_card(bot: Paddock, table: str) -> None:
    """Place everybody's bets."""
    await hurry(bot, table, lambda view: view.phase == "racing")


# ---------------------------------------------------------------------------------------------- permissions


async def test_where_the_bot_may_not_open_threads_the_race_is_run_in_the_channel(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    deny(sandbox, Permission.CREATE_PUBLIC_THREADS)
    table = await start_table(ana, ben)
    board = await board_in(ana, CHANNEL, "Secret bets")
    await lobby_shows(ana, table, f"The race is on: <#{board.channel_id}>")
    await to_the_first_card(bot, table)
    await board_in(ana, CHANNEL, "plays a card")
    assert not sandbox.guild.threads


async def test_where_the_bot_may_not_attach_pictures_every_board_is_told_in_words(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    deny(sandbox, Permission.ATTACH_FILES)
    table = await start_table(ana, ben)
    board = await board_of(ana, "Secret bets")
    assert "on a track of 80 squares:" in board.text
    assert "Brown at the start" in board.text
    assert place_of(sandbox, board).thread
    await hurry(bot, table)
    final = await ana.wait_message(offers_rematch, PATIENCE)
    assert "Race 3 of 3\n🥇" in final.text  # what a result says above its picture is not told again
    await all_posted()
    assert not any(m.attachments for m in ana.messages(final))
    assert (await desk_of(ana, table)).text
    assert not [post for post in await posts_at(bot, table) if post.problem]


@pytest.mark.refused
async def test_one_person_who_cannot_be_added_to_the_thread_keeps_nobody_else_out(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    sandbox.faults.fail("PUT", rf"/thread-members/{ana.id}$", 403)
    await start_table(ana, ben, cleo)
    thread = place_of(sandbox, await board_of(ben, "Secret bets")).thread
    assert thread
    assert {ben.id, cleo.id} <= set(thread.members)
    assert ana.id not in thread.members


async def test_a_thread_of_which_discord_has_not_told_yet_is_known_to_the_bot_that_opened_it(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    deny(sandbox, Permission.ATTACH_FILES)
    sandbox.faults.lose("THREAD_CREATE")
    await start_table(ana, ben)
    board = await board_of(ana, "Secret bets")
    assert place_of(sandbox, board).thread
    assert not board.attachments


async def test_where_the_bot_may_not_write_no_table_opens_and_the_sentence_says_who_can_help(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    deny(sandbox, Permission.SEND_MESSAGES)
    refused = await (await ana.command("race new jockey", CHANNEL)).answer(PATIENCE)
    assert refused.ephemeral
    assert refused.text == (
        "I may not send messages here: ask a server manager to allow it, or use another channel."
    )
    assert not await bot.tables.database.read(open_in, int(sandbox.guild.id))


async def test_a_board_is_not_brought_to_a_channel_where_the_bot_may_not_write(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    board = await board_of(ana)
    deny(sandbox, Permission.SEND_MESSAGES, sandbox.guild.channel("paddock-talk"))
    refused = await (await ana.command("race board", "paddock-talk")).answer(PATIENCE)
    assert "I may not send messages here" in refused.text
    assert (await bot.tables.database.read(load, table)).thread_id == int(board.channel_id)


async def test_a_race_goes_on_where_the_bot_may_still_write_if_it_loses_permissions_in_mid_race(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    people = (ana, ben)
    table = await start_table(*people)
    thread = await board_of(ana, "0 of 2 placed")
    await all_posted()
    deny(sandbox, Permission.ATTACH_FILES)
    await place_bet(ana, table)
    plain = await board_in(ben, thread.channel_id, "1 of 2 placed")
    assert not plain.attachments
    assert "on a track of 80 squares" in plain.text
    assert (await desk_of(ana, table)).attachments

    deny(sandbox, Permission.SEND_MESSAGES_IN_THREADS)
    await place_bet(ben, table)
    board = await board_in(ben, CHANNEL, "plays a card")
    assert f"<#{board.channel_id}>" in (await desk_of(ana, table, f"<#{board.channel_id}>")).text

    await all_posted()
    deny(sandbox, Permission.SEND_MESSAGES)
    await play_a_card(bot, table, people)
    for person in people:
        await desk_of(person, table, NO_PLACE)
    await play_a_card(bot, table, people)
    await ana.command("race board", "paddock-talk")
    await board_in(ben, "paddock-talk", "plays a card")
    await play_a_card(bot, table, people)
    await ben.wait_for(lambda: _has_a_place(ben, table) or None, PATIENCE, "the word to go")


@pytest.mark.parametrize("is_away", [False, True], ids=["while the bot runs", "while the bot is away"])
async def test_a_channel_that_was_locked_and_is_opened_again_gets_its_board_by_itself(
    sandbox: Sandbox, database: Path, is_away: bool
) -> None:
    role, channel = sandbox.world.bot_role(sandbox.guild), sandbox.guild.channel(CHANNEL)
    writing = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with connected(sandbox, database):
            table = await start_table(ana, ben)
            thread = (await board_of(ana, "0 of 2 placed")).channel_id
            await all_posted()
            sandbox.world.deny(role, writing, channel)
            for person in (ana, ben):
                await place_bet(person, table)
            await desk_of(ana, table, NO_PLACE)
            await all_posted()
            if not is_away:
                sandbox.world.permit(role, writing, channel)
                await board_in(ben, thread, "plays a card")
        sandbox.world.permit(role, writing, channel)
        async with connected(sandbox, database):
            await board_in(ben, thread, "plays a card")
            await ana.wait_for(lambda: _has_a_place(ana, table) or None, PATIENCE, "the word to go")


def _has_a_place(person: UserClient, table: str) -> bool:
    desk = find_desk(person, table)
    return desk is not None and NO_PLACE not in desk.text


async def play_a_card(bot: Paddock, table: str, people: tuple[UserClient, ...]) -> None:
    """Let whose turn it is press a card on their desk."""
    (seat,) = (await public(bot, table)).to_act
    desk = await desk_of(people[seat], table, "Your turn: play a card")
    await press(people[seat], desk, desk.buttons[0]["custom_id"])
    await desk_of(people[seat], table, "The others play now")


# ------------------------------------------------------------------------------------------- in a thread


async def test_a_race_that_is_opened_inside_a_thread_is_run_right_there(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    channel, owner = sandbox.guild.channel(CHANNEL), sandbox.world.person("Ana")
    assert owner
    talk = sandbox.world.add_thread("side talk", channel, owner)
    attempt = await ana.command("race new jockey", talk.id)
    table = (await attempt.answer(PATIENCE)).text.split("table ")[1][:6]
    lobby = await ben.wait_message(lambda m: "Join" in m.labels, PATIENCE, talk.id)
    await press(ben, lobby, "Join")
    await ana.wait_message(lambda m: f"<@{ben.id}>" in m.text, PATIENCE, talk.id)
    await press(ana, lobby, "Start")
    await board_in(ana, talk.id, "Secret bets")
    for person in (ana, ben):
        assert f"<#{talk.id}>" in (await desk_of(person, table)).text
    await to_the_first_card(bot, table)
    await board_in(ben, talk.id, "plays a card")
    await all_posted()
    assert list(sandbox.guild.threads) == [talk.id]


# ------------------------------------------------------------------------------------- what is deleted


async def test_a_race_whose_thread_is_deleted_goes_on_in_the_channel(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    sandbox.world.delete_channel(place_of(sandbox, await board_of(ana, "Secret bets")))
    await board_in(ana, CHANNEL, "Secret bets")
    await to_the_first_card(bot, table)
    await board_in(ana, CHANNEL, "plays a card")
    assert (await bot.tables.database.read(load, table)).status is Status.RUNNING


async def test_a_race_whose_channel_is_deleted_says_so_on_the_desks_and_goes_on_where_it_is_called(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await board_of(ana, "Secret bets")
    await all_posted()
    sandbox.world.delete_channel(sandbox.guild.channel(CHANNEL))
    for person in (ana, ben):
        desk = await desk_of(person, table, NO_PLACE)
        assert f"Type `/race board` in another channel, and Jockey {table} goes on there" in desk.text
    await place_bet(ana, table)
    await ana.command("race board", "paddock-talk")
    board = await board_in(ben, "paddock-talk", "1 of 2 placed")
    await place_bet(ben, table)
    await board_in(ben, "paddock-talk", "plays a card")
    await desk_of(ana, table, f"<#{board.channel_id}>")
    desk = find_desk(ben, table)
    assert desk
    assert NO_PLACE not in desk.text


@pytest.mark.refused
async def test_a_board_that_is_deleted_comes_back_with_the_next_turn(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    board = await board_of(ana, "0 of 2 placed")
    await all_posted()
    sandbox.world.delete_message(place_of(sandbox, board).messages[board.id])
    await place_bet(ana, table)
    again = await board_of(ben, "1 of 2 placed")
    assert again.channel_id == board.channel_id
    await all_posted()
    sandbox.world.delete_message(place_of(sandbox, board).messages[again.id])
    await place_bet(ben, table)
    await board_of(ben, "plays a card")


async def test_an_archived_thread_wakes_up_and_a_locked_one_is_left_for_the_channel(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    board = await board_of(ana, "0 of 2 placed")
    await all_posted()
    thread = place_of(sandbox, board)
    sandbox.world.archive_thread(thread)
    await place_bet(ana, table)
    await board_in(ben, thread.id, "1 of 2 placed")
    assert thread.thread
    assert not thread.thread.archived
    await all_posted()
    sandbox.world.lock_thread(thread)
    await place_bet(ben, table)
    await board_in(ben, CHANNEL, "plays a card")
    desk = find_desk(ben, table)
    assert desk
    assert NO_PLACE not in desk.text


# ------------------------------------------------------------------------------------------- the server


@pytest.mark.refused
async def test_a_race_survives_that_the_bot_is_removed_and_asked_back(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    board = await board_of(ana, "0 of 2 placed")
    await all_posted()
    sandbox.world.remove_bot(sandbox.guild)
    await until(bot, lambda: homeless_since(bot, table))
    await to_the_first_card(bot, table)
    await all_posted()
    sandbox.world.add_bot(sandbox.guild)
    again = await board_in(ana, board.channel_id, "plays a card")
    assert not await homeless_since(bot, table)
    player = ana if f"<@{ana.id}> plays" in again.text else ben
    desk = await desk_of(player, table, "Your turn: play a card")
    await press(player, desk, desk.buttons[0]["custom_id"])
    await desk_of(player, table, "The others play now")


async def test_where_nobody_asks_the_bot_back_the_table_closes_after_a_week_and_every_coin_returns(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await all_posted()
    sandbox.world.remove_bot(sandbox.guild)
    closes_at = await until(bot, lambda: homeless_since(bot, table))
    assert closes_at
    assert abs(closes_at / 1000 - 7 * 24 * 3600 - time.time()) < 600
    with writing(bot.database) as db:
        deadlines.put(db, table, deadlines.Clock.HOMELESS, 1, now=0)
    bot.tables.tell(table)
    assert (await is_over(bot, table)).status is Status.CANCELLED
    with reading(bot.database) as db:
        for person in (ana, ben):
            held = bank.balance(db, int(sandbox.guild.id), int(person.id))
            assert (held.wallet, held.in_play) == (5000, 0)
        assert bank.audit(db) == []


async def test_a_removal_while_the_bot_was_down_is_noticed_at_the_next_start(
    sandbox: Sandbox, database: Path
) -> None:
    async with connected(sandbox, database) as bot, sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        table = await start_table(ana, ben)
        await all_posted()
    sandbox.world.remove_bot(sandbox.guild)
    async with connected(sandbox, database) as bot:
        assert await homeless_since(bot, table)
    sandbox.world.add_bot(sandbox.guild)
    async with connected(sandbox, database) as bot:
        assert not await homeless_since(bot, table)
