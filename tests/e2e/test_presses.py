"""Presses that come twice, late, forged or filled in wrongly: each is answered, and nothing is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextvars import Context
from itertools import count

import discord
import pytest

from bot.client import Paddock
from sandbox import UserClient
from tests.databases import writing
from tests.e2e.players import (
    asked,
    board_of,
    desk_of,
    find_desk,
    hurry,
    length,
    open_desk,
    open_slip,
    press,
    public,
    start_table,
    told,
)
from tests.tables.playing import draft_of

pytestmark = pytest.mark.e2e

PLAYED_ALREADY = "That was already played: your desk has the newest buttons."
UNKNOWN = "This button is out of date: use those under the newest board or on your desk."
NO_SEAT = "You have no seat at this table, but you may watch."
NOT_YOUR_TURN = "It is not your turn: your desk wakes up when it is."


async def race(bot: Paddock, people: Sequence[UserClient]) -> tuple[str, UserClient, UserClient]:
    """Open a table and hurry to its first card; return the table, who is to play, and who waits."""
    table = await start_table(*people)
    await hurry(bot, table, lambda view: view.phase == "racing")
    view = await public(bot, table)
    first = people[view.to_act[0]]
    await desk_of(first, table, "Your turn: play a card")
    return table, first, people[1 - view.to_act[0]]


# --------------------------------------------------------------------------------------------------- in time


async def test_a_press_is_acknowledged_before_anything_else_has_a_turn(
    bot: Paddock, ana: UserClient, ben: UserClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await start_table(ana, ben)
    desk = await open_slip(ana, table)
    loop, turns = asyncio.get_running_loop(), count()
    began: list[int] = []
    acknowledged: list[int] = []
    turn = 0

    def take_turn() -> None:
        nonlocal turn
        turn = next(turns)
        if not acknowledged:
            loop.call_soon(take_turn)

    take, defer = bot.on_interaction, discord.InteractionResponse.defer

    async def taken(interaction: discord.Interaction) -> None:
        began.append(turn)
        await take(interaction)

    async def deferred(response: discord.InteractionResponse[Paddock], **how: bool) -> object:
        acknowledged.append(turn)
        return await defer(response, **how)

    monkeypatch.setattr(bot, "on_interaction", taken)
    monkeypatch.setattr(discord.InteractionResponse, "defer", deferred)
    take_turn()
    assert not (await ana.select(desk, "Which horse?", "red")).failed
    assert acknowledged == began


async def test_a_press_is_acknowledged_before_the_database_is_waited_for(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await desk_of(ana, table, "Your bet, please")
    with writing(bot.database):  # nobody else can write
        assert not (await ana.click(desk, "Change")).failed
        looking = draft_of(bot.database, table, int(ana.id), int(asked(desk).rpartition(":")[2]))
        assert not await asyncio.get_running_loop().create_task(looking, context=Context())
    await open_slip(ana, table)


# ------------------------------------------------------------------------------------------ twice and late


async def test_of_two_clicks_on_one_decision_exactly_one_counts(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table, first, _ = await race(bot, (ana, ben))
    desk = await desk_of(first, table)
    before = await length(bot, table)
    card = desk.buttons[0]["custom_id"]
    attempts = await asyncio.gather(press(first, desk, card), press(first, desk, card))
    assert await told(*attempts) == PLAYED_ALREADY
    assert await length(bot, table) == before + 1


async def test_a_stale_button_changes_nothing_and_brings_the_desk_up_to_date(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table, first, second = await race(bot, (ana, ben))
    old = await open_desk(first, await board_of(first, "plays a card"))
    await press(first, await desk_of(first, table), old.buttons[0]["custom_id"], force=True)
    await desk_of(second, table, "Your turn: play a card")
    before = await length(bot, table)
    await first.wait_message(lambda m: m.id == old.id and m.labels == ["My desk"])
    assert await told(await press(first, old, old.buttons[0]["custom_id"], force=True)) == PLAYED_ALREADY
    assert await length(bot, table) == before
    now = first.seen(old.id)
    assert now
    assert "The others play now" in now.text
    assert not now.buttons


# --------------------------------------------------------------------------------------------------- forged


async def test_somebody_elses_button_is_refused_and_never_shows_a_hand_in_public(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table, first, second = await race(bot, (ana, ben))
    card = (await desk_of(first, table)).buttons[0]["custom_id"]
    board = await board_of(cleo, "plays a card")
    before = await length(bot, table)
    stranger = await press(cleo, board, card, force=True)
    assert await told(stranger) == NO_SEAT
    neighbour = await press(second, await desk_of(second, table), card, force=True)
    assert await told(neighbour) == NOT_YOUR_TURN
    assert await told(await press(cleo, board, "My desk")) == NO_SEAT
    assert await length(bot, table) == before
    await press(first, board, card, force=True)
    await desk_of(second, table, "Your turn: play a card")
    assert await length(bot, table) == before + 1
    assert not any(word in str(event) for event in cleo.received for word in ("Your hand:", "Your desk ·"))


async def test_a_button_of_another_table_acts_only_there_and_only_for_who_sits_there(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    here = await start_table(ana, ben)
    there = await start_table(ben, cleo)
    desk = await desk_of(ana, here)
    foreign = asked(await desk_of(ben, there)) + ":bet.horse"
    attempt = await ana.select(desk, foreign, "red", force=True)
    assert await told(attempt) == NO_SEAT
    missing = await ana.select(desk, "p:ZZZZZZ:1:bet.horse", "red", force=True)
    assert await told(missing) == "No table is called that: `/race tables` lists the open ones."
    now = find_desk(ana, here)
    assert now
    assert now.raw["components"] == desk.raw["components"]


async def test_ids_that_nobody_made_are_answered_and_change_nothing(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table, first, _ = await race(bot, (ana, ben))
    board = await board_of(first, "plays a card")
    before = await length(bot, table)
    desk = await desk_of(first, table)
    n = asked(desk).rpartition(":")[2]
    strange = [
        "x",
        "p:" + "A" * 98,
        f"p:{table}:{n}",
        f"p:{table}:-1:play.red+7",
        f"p:{table}:9999999999:play.red+7",
        f"p:{table.lower()}:{n}:play.red+7",
        f"p:{table}:{n}:play.🐎",
        f"p:{table}:٣:play.red+7",
    ]
    for custom_id in strange:
        assert await told(await press(first, board, custom_id, force=True)) == UNKNOWN, custom_id
    not_now = {
        f"p:{table}:{n}:nonsense": UNKNOWN,
        f"p:{table}:{n}:bet.horse": UNKNOWN,
        f"p:{table}:{n}:keep.go": UNKNOWN,
        f"p:{table}:0:play.red+7": NOT_YOUR_TURN,
        f"p:{table}:999999999:play.red+7": NOT_YOUR_TURN,
        f"p:{table}:1:play.red+7": PLAYED_ALREADY,
        f"p:{table}:{n}:play.red+8": "That card is not in your hand",
    }
    for custom_id, sentence in not_now.items():
        said = await told(await press(first, desk, custom_id, force=True))
        assert said.startswith(sentence), custom_id
    for what, sentence in (("join", "That race has started"), ("rematch", "is not over yet")):
        assert sentence in await told(await press(first, board, f"p:{table}:0:{what}", force=True))
    assert await length(bot, table) == before


# ----------------------------------------------------------------------------------------------- the slip
