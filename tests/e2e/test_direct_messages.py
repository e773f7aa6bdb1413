"""Desks in direct messages: closed, opened again, gone, and the Desk button that always works."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.client import Paddock
from bot.outbox import Posted
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.e2e.eavesdropping import all_heard
from tests.e2e.players import (
    DAY,
    PATIENCE,
    act,
    all_posted,
    board_of,
    desk_of,
    final_of,
    find_desk,
    hurry,
    is_asking,
    lobby_of,
    lobby_shows,
    open_desk,
    open_table,
    place_bet,
    posts_at,
    press,
    press_at_random,
    public,
    start,
    start_table,
    told,
)
from tests.waiting import until as in_time

pytestmark = pytest.mark.e2e

CLOSED = "not take direct messages from this server: press **My desk** for your hand"


async def closed_words(watcher: UserClient, closed: UserClient) -> list[SeenMessage]:
    """Wait for the public word that somebody takes no direct messages; return all such words."""
    await watcher.wait_message(lambda m: CLOSED in m.text and f"<@{closed.id}>" in m.text, PATIENCE)
    return [m for m in watcher.messages() if CLOSED in m.text]


async def play_on_boards(person: UserClient, luck: Random) -> None:
    """Press at random on a desk opened from the newest board, whenever a board asks."""
    seen: tuple[str, int] | None = None

    def asking() -> SeenMessage | None:
        boards = [m for m in person.messages() if "My desk" in m.labels and f"<@{person.id}>" in m.text]
        return boards[-1] if boards and (boards[-1].id, boards[-1].revision) != seen else None

    while True:
        board = await person.wait_for(asking, DAY, "a board that asks")
        seen = (board.id, board.revision)
        desk = await open_desk(person, board)
        assert desk.ephemeral
        while is_asking(desk):
            await press_at_random(person, desk, luck)
            desk = await newer(person, desk)


async def newer(person: UserClient, before: SeenMessage) -> SeenMessage:
    """Wait for the next state of a message."""

    def find() -> SeenMessage | None:
        now = person.seen(before.id)
        return now if now and now.revision > before.revision else None

    return await person.wait_for(find, PATIENCE, "the desk to change")


async def say_below(bot: Paddock, person: UserClient, desk: SeenMessage, text: str) -> None:
    """Say something below a desk, and wait until the bot has heard of it."""
    await person.say(desk, text)
    posted = Posted(int(desk.channel_id), int(desk.id))
    await in_time(lambda: not bot.poster.is_on_top(posted))


@pytest.mark.refused
async def test_who_closed_direct_messages_is_told_once_in_public_and_plays_a_race_on_the_desk_button(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    await ben.change(dms_open=False)
    table = await open_table(ben)
    await press(ben, await lobby_of(ben, table), "Computer player")
    await lobby_shows(ben, table, "2. 🤖")
    await start(ben, table)
    (word,) = await closed_words(ana, ben)
    assert [user["id"] for user in word.raw["mentions"]] == [ben.id]
    assert "My desk" in word.labels
    player = asyncio.create_task(play_on_boards(ben, Random(5)))
    async with asyncio.timeout(DAY):
        await ana.wait_message(lambda m: "🥇" in m.text and "Race 1 of 3" in m.text, DAY)
    player.cancel()
    await asyncio.wait([player])
    assert len(await closed_words(ana, ben)) == 1
    assert not ben.direct_messages
    assert not any("Your hand:" in str(event) for event in ana.received)


@pytest.mark.refused
async def test_direct_messages_that_close_and_open_in_mid_race_lose_nothing(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await place_bet(ben, table)
    await say_below(bot, ben, desk, "Now the desk is not on top any more, and has to be sent anew.")
    await ben.change(dms_open=False)
    await act(bot, table, ana, type="bet", kind="win", horse="red", stake=100)
    view = await public(bot, table)
    if view.to_act == (0,):
        await hurry(bot, table, lambda view: view.to_act == (1,))
    await closed_words(ana, ben)
    desk = await open_desk(ben, await board_of(ben, f"<@{ben.id}> plays a card"))
    await ben.change(dms_open=True)
    await press(ben, desk, desk.buttons[0]["custom_id"])
    opened = await newer(ben, desk)
    assert "This desk wakes up when it is your turn." in opened.text
    await all_posted()  # a desk that is painted while others play shows a turn that is over
    await hurry(bot, table, lambda view: len(view.pile) > 2 and view.to_act == (1,))
    assert is_asking(await newer(ben, opened))
    await all_posted()
    await press(ben, await desk_of(ben, table, "Your desk is open in"), "My desk")
    again = await desk_of(ben, table, "Your turn: play a card")
    await press(ben, again, again.buttons[0]["custom_id"])
    await desk_of(ben, table, "This desk wakes up when it is your turn.")
    assert len(await closed_words(ana, ben)) == 1


@pytest.mark.refused
async def test_a_desk_whose_message_is_gone_is_sent_anew_when_its_owner_is_asked(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await all_posted()
    first = find_desk(ana, table)
    assert first
    sandbox.world.delete_message(sandbox.world.channels[first.channel_id].messages[first.id])
    await hurry(bot, table, lambda view: view.to_act == (0,))
    again = await desk_of(ana, table, "Your turn: play a card")
    assert again.id != first.id
    await all_posted()
    await all_heard(sandbox, ana)
    assert len([m for m in ana.direct_messages if "Your desk" in m.text]) == 1


async def test_a_desk_below_other_messages_is_sent_anew_when_its_owner_is_asked(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    first = await place_bet(ana, table)
    await say_below(bot, ana, first, "Good luck to me!")
    await all_posted()
    await hurry(bot, table, lambda view: view.to_act == (0,))
    again = await desk_of(ana, table, "Your turn: play a card")
    assert again.id == ana.direct_messages[-1].id
    await all_posted()
    await all_heard(sandbox, ana)
    assert len([m for m in ana.direct_messages if "Your desk" in m.text]) == 1


async def test_direct_messages_that_are_closed_when_a_race_day_ends_keep_nobody_from_its_result(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await hurry(bot, table, lambda view: view.race == 3 and view.phase == "racing")
    await desk_of(ben, table, "Race 3 of 3")
    await all_posted()
    await ben.change(dms_open=False)
    await hurry(bot, table)
    final = await final_of(ben, table)
    await desk_of(ana, table, "This race day is over.")
    await all_posted()
    await all_heard(sandbox, ben)
    desk = find_desk(ben, table)
    assert desk
    assert "This race day is over." in desk.text
    assert not [post for post in await posts_at(bot, table) if post.problem]
    assert "You have a seat at the rematch" in await told(await press(ben, final, "Rematch"))
