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
from sandbox.client.attempt import Attempt
from tests.databases import writing
from tests.e2e.players import (
    asked,
    board_of,
    chosen,
    deciding,
    desk_of,
    find_desk,
    hurry,
    length,
    open_desk,
    open_slip,
    place_bet,
    press,
    public,
    start_table,
    told,
)
from tests.tables.playing import draft_of

pytestmark = pytest.mark.e2e

PLAYED_ALREADY = "That was already played: your desk has the newest buttons."
UNKNOWN = "This button is out of date: use those under the newest board or on your desk."
OVERTAKEN = "Something has changed since. Look at your desk again."
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


async def test_two_devices_that_press_different_cards_play_one(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table, first, _ = await race(bot, (ana, ben))
    desk = await desk_of(first, table)
    other = await open_desk(first, await board_of(first, "plays a card"))
    assert other.ephemeral
    assert [b["custom_id"] for b in other.buttons] == [b["custom_id"] for b in desk.buttons]
    before = await length(bot, table)
    attempts = await asyncio.gather(
        press(first, desk, deciding(desk)[0], force=True),
        press(first, other, deciding(other)[-1], force=True),
    )
    assert await told(*attempts) == PLAYED_ALREADY
    assert await length(bot, table) == before + 1
    await first.wait_message(lambda m: m.id in {desk.id, other.id} and "The others play now" in m.text)


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


async def test_a_card_that_is_not_in_the_hand_cannot_be_played_or_kept(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table, first, _ = await race(bot, (ana, ben))
    found, standing = await bot.tables.read.with_standing(table)
    assert standing
    hand = standing.view(found.require_seat(int(first.id)).number).own.hand
    missing = next(c for c in standing.match.game.setup.pack if c not in hand and not c.startswith("no"))
    desk = await desk_of(first, table)
    attempt = await press(first, desk, f"{asked(desk)}:play.{missing}", force=True)
    assert (await told(attempt)).startswith("That card is not in your hand")
    assert await length(bot, table) == standing.length


# ----------------------------------------------------------------------------------------------- the slip


async def test_a_bet_out_of_range_is_refused_with_the_range_and_the_slip_stays_as_it_was(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await desk_of(ana, table, "Your bet, please")
    n = asked(desk)
    for stake in ("50", "-100", "150", "1100", "1000000000", "a lot", "١٠٠", ""):
        assert await told(await ana.select(desk, f"{n}:bet.stake", stake, force=True)) == (
            "Enter a number from 100 to 1,000 in steps of 100."
        )
    for field, value in (("horse", "green"), ("kind", "trifecta"), ("nothing", "red"), ("horse", "RED")):
        assert await told(await ana.select(desk, f"{n}:bet.{field}", value, force=True)) == UNKNOWN
    for folded in ("bet.place", "bet.ready.00000000"):
        assert await told(await press(ana, desk, f"{n}:{folded}", force=True)) == OVERTAKEN
    assert not await draft_of(bot.database, table, int(ana.id), int(n.rpartition(":")[2]))
    placed = await place_bet(ana, table, "blue", "300")
    assert "**Your bet:** 300 on Blue to place." in placed.text


async def test_a_typed_stake_is_read_kindly_and_refused_with_the_range(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)

    async def typed(text: str) -> Attempt:
        form = await ana.select(await open_slip(ana, table), "How much?", "other")
        assert form.modal
        assert form.modal.title == "Your stake"
        return await ana.submit(form, {"amount": text})

    for text in ("150", "-100", "1000000000", "a lot", "other", "1e3", "①00", "100 coins"):
        assert await told(await typed(text)) == "Enter a number from 100 to 1,000 in steps of 100."
    await typed(" 1,000 ")
    desk = await chosen(ana, table, "1000")
    await ana.select(desk, "Which horse?", "Yellow")
    complete = await desk_of(ana, table, "+1,000 if Yellow comes in first or second, otherwise −1,000.")
    assert "Bet 1,000 on Yellow to place" in complete.labels


async def test_fields_of_a_slip_chosen_at_the_same_moment_are_all_kept(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await open_slip(ana, table)
    n = asked(desk)
    fields = {"kind": "win", "horse": "brown", "stake": "200"}
    await asyncio.gather(*(ana.select(desk, f"{n}:bet.{field}", value) for field, value in fields.items()))
    complete = await desk_of(ana, table, "+600 if Brown comes in first, otherwise −200.")
    assert "Bet 200 on Brown to win" in complete.labels


async def test_a_double_needs_two_horses_and_both_stakes_fit_the_limit(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk = await open_slip(ana, table)
    n = asked(desk)
    for field, value in (("kind", "double"), ("first", "red")):
        await ana.select(await desk_of(ana, table), f"{n}:bet.{field}", value, force=True)
        await chosen(ana, table, value)
    same = await ana.select(await desk_of(ana, table), f"{n}:bet.second", "red", force=True)
    assert (await told(same)).startswith("This button is out of date")
    for field, value in (("first", "blue"), ("second", "red")):
        await ana.select(await desk_of(ana, table), f"{n}:bet.{field}", value, force=True)
        await chosen(ana, table, value)
    await ana.select(desk, f"{n}:bet.stake_first", "900", force=True)
    await chosen(ana, table, "900")
    too_much = await ana.select(desk, f"{n}:bet.stake_second", "200", force=True)
    assert await told(too_much) == "Enter a number from 100 to 100 in steps of 100."
    await ana.select(desk, f"{n}:bet.stake_second", "100", force=True)
    complete = await desk_of(ana, table, "Both right +4,000;")
    assert "Bet 900 on Blue first and 100 on Red second" in complete.labels
