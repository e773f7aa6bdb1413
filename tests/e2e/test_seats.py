"""Who holds a seat: joining by command, leaving, handing over, taking back, and what is left to the table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from bot import bank
from bot.client import Paddock
from bot.tables import Refused, Status, Table, race_commands
from bot.tables.deadlines import Clock
from bot.tables.loading import load
from bot.tables.standing import read_told, takers_of
from bot.tables.table import Taken
from engines.core import Chance
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.databases import reading
from tests.e2e.conftest import connected
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    asked,
    board_of,
    bring_back,
    desk_of,
    find_desk,
    hurry,
    is_over,
    length,
    lobby_of,
    lobby_shows,
    offers_rematch,
    open_slip,
    open_table,
    place_bet,
    press,
    public,
    start_table,
    told,
    until,
)
from tests.e2e.shortcuts import asked_always, desk_at, ring, running, standing_of, turn_of

pytestmark = pytest.mark.e2e

NO_SEAT = "You have no seat at this table, but you may watch."


async def answer(person: UserClient, line: str, **options: str) -> str:
    """Use a command of `/race` and read what only this person is told."""
    said = await (await person.command(f"race {line}", CHANNEL, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said.text


def hand_of(desk: SeenMessage) -> str:
    """Read the hand on a desk."""
    return next(line for line in desk.text.splitlines() if line.startswith("Your hand:"))


async def wallet(sandbox: Sandbox, bot: Paddock, person: UserClient) -> int:
    """Count somebody's coins, those on tables left out."""
    with reading(bot.database) as db:
        return bank.balance(db, int(sandbox.guild.id), int(person.id)).wallet


# ------------------------------------------------------------------------------------------------ the lobby


async def test_who_joins_by_command_sits_down_and_who_cannot_is_told_why(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await open_table(ana, seats=2)
    assert f"You sit at table {table}. Look at its settings in <#" in await answer(ben, "join")
    await lobby_shows(ana, table, f"2. <@{ben.id}>")
    assert "No table here has a free seat for you" in await answer(ben, "join")
    assert "All 2 seats are taken" in await answer(cleo, "join", table=table)
    assert f"You have left table {table}." in await answer(ben, "leave")
    assert f"You sit at table {table}." in await answer(cleo, "join", table=table.lower())
    lobby = await lobby_shows(ana, table, f"2. <@{cleo.id}> · not ready")
    assert lobby.button("Start")["disabled"], "coins are at stake that the command did not show"
    await press(cleo, lobby, "Ready")
    await press(ana, await ana.wait_message(lambda m: "Start" in m.labels, PATIENCE), "Start")
    await desk_of(cleo, table)
    assert "That race has started" in await answer(ben, "join", table=table)


@pytest.mark.parametrize(("has_cleo", "leaves_first"), [(False, False), (False, True), (True, True)])
async def test_start_in_the_moment_in_which_somebody_leaves_starts_with_them_or_without(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient, has_cleo: bool, leaves_first: bool
) -> None:
    table = await open_table(ana, ben, *[cleo] * has_cleo)
    lobbies = [await lobby_of(person, table) for person in (ana, ben)]
    presses = [press(ana, lobbies[0], "Start"), press(ben, lobbies[1], "Leave")]
    done = await asyncio.gather(*(reversed(presses) if leaves_first else presses))
    started, left = reversed(done) if leaves_first else done
    found = await until(bot, lambda: _is_decided(bot, table))
    if "Ben" in found.names:
        assert (await told(left)).startswith("That race has started")
        assert f"<@{ben.id}>" in (await board_of(ana, "Secret bets")).text
    elif has_cleo:
        await desk_of(cleo, table)
        assert (await bot.tables.database.read(load, table)).names == ("Ana", "Cleo")
        assert not find_desk(ben, table)
    else:
        assert "at least 2 players" in await told(started)
        assert found.status is Status.LOBBY


async def _is_decided(bot: Paddock, table: str) -> Table | None:
    """Return a table that has started, or that Ben has left."""
    found = await bot.tables.database.read(load, table)
    return found if found.status is Status.RUNNING or "Ben" not in found.names else None


async def test_options_changed_in_the_moment_in_which_somebody_presses_ready_are_not_agreed_to(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await open_table(ana, ben)
    for rounds in ("2", "3"):
        form = await press(ana, await lobby_of(ana, table), "Options")
        await ana.submit(form, {"seats": ["6"], "rounds": [rounds]})
        await lobby_shows(ana, table, f"in {rounds} rounds")
    old = await lobby_shows(ben, table, "in 3 rounds")
    form = await press(ana, await lobby_of(ana, table), "Options")
    _, ready = await asyncio.gather(
        ana.submit(form, {"seats": ["6"], "rounds": ["4"]}), press(ben, old, "Ready")
    )
    await lobby_shows(ana, table, "in 4 rounds")
    assert not (await bot.tables.database.read(load, table)).require_seat(int(ben.id)).ready
    stale = await press(ben, old, old.button("Ready")["custom_id"], force=True)
    assert "This table changed just now" in await told(stale)
    assert not ready.failed
    await press(ben, await lobby_shows(ben, table, "in 4 rounds"), "Ready")
    await press(ana, await ana.wait_message(lambda m: "Start" in m.labels, PATIENCE), "Start")
    await desk_of(ben, table)


# ------------------------------------------------------------------------------------------- in mid-race


async def test_for_who_leaves_a_computer_player_finishes_and_what_it_brings_is_theirs(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await place_bet(ben, table)
    said = await answer(ben, "leave")
    assert "A computer player finishes for you, and what it wins is yours" in said
    word = await ana.wait_message(lambda m: f"🚪 <@{ben.id}> has left the race" in m.text, PATIENCE)
    assert not word.raw["mentions"]
    desk = await desk_of(ben, table, "**You have left**")
    assert desk.labels == ["I am back"]
    assert "You have left this seat" in await answer(ben, "leave")
    await place_bet(ana, table)
    desk = await desk_of(ana, table, "Your turn: play a card")
    await press(ana, desk, desk.buttons[0]["custom_id"])
    await board_of(ana, f"🤖 A computer player decides for <@{ben.id}>")

    assert (await answer(ben, "back")).startswith("### Your desk · Jockey")
    await bring_back(ben, table)
    await ana.wait_message(lambda m: f"👋 <@{ben.id}> is back." in m.text, PATIENCE)
    await hurry(bot, table, lambda view: view.to_act == (1,))
    await desk_of(ben, table, "Your turn: play a card")
    await hurry(bot, table, lambda view: view.race == 3 and view.phase == "racing")
    await answer(ben, "leave")
    assert "It sleeps" in await answer(ana, "leave")
    await all_posted()
    await ring(bot, table, Clock.PAUSED)  # a week later
    assert (await is_over(bot, table)).status is Status.FINISHED
    scores = (await public(bot, table)).scores
    assert [await wallet(sandbox, bot, person) for person in (ana, ben)] == [4000 + s for s in scores]


async def test_a_seat_in_somebody_elses_hands_shows_them_the_hand_and_pays_its_owner(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await start_table(ana, ben)
    old = await open_slip(ben, table)
    await ben.select(old, "Which horse?", "red")
    said = await answer(ben, "hand-over", player=cleo.id)
    assert f"I've asked <@{cleo.id}>." in said
    offer = await cleo.wait_message(lambda m: "will you take over" in m.text, PATIENCE)
    assert [*offer.raw["mentions"]] or f"<@{cleo.id}>" in offer.text
    assert await told(await press(ana, offer, "Play on")) == f"This offer is for <@{cleo.id}>."
    assert not find_desk(cleo, table)
    await press(cleo, offer, "Play on")
    await ana.wait_message(lambda m: f"🤝 <@{cleo.id}> plays for Ben from now on." in m.text, PATIENCE)
    closed = await desk_of(ben, table, f"<@{cleo.id}> plays your seat now. `/race back` takes it back.")
    assert "Your hand" not in closed.text
    assert not closed.buttons
    assert not closed.selects
    assert not closed.attachments
    desk = await desk_of(cleo, table, "Your bet, please")
    assert f"<@{ben.id}>" not in (await board_of(ana, f"<@{cleo.id}>")).text
    assert hand_of(desk) == hand_of(old)
    assert "Change" in desk.labels, "nothing is filled in but what is suggested to everybody"
    late = await ben.select(closed, f"{asked(old)}:bet.horse", "red", force=True)
    plays_now = f"<@{cleo.id}> plays your seat: `/race back` takes it back."
    assert await told(late) == plays_now
    for line in ("desk", "leave", "stop"):
        assert await answer(ben, line, table=table) == plays_now
    assert await told(await press(ben, await board_of(ben), "My desk")) == plays_now
    await place_bet(cleo, table)
    await place_bet(ana, table)
    again = await answer(ben, "hand-over", player=ana.id, table=table)
    assert again == plays_now

    await hurry(bot, table)
    await is_over(bot, table)
    scores = (await public(bot, table)).scores
    assert await wallet(sandbox, bot, ben) == 4000 + scores[1]
    with reading(bot.database) as db:
        assert bank.audit(db) == []
        assert [receipt.user for receipt in bank.receipts(db, int(sandbox.guild.id), table)] == [
            int(ana.id),
            int(ben.id),
        ]


async def hand_over(owner: UserClient, other: UserClient) -> None:
    """Have somebody accept a seat that is offered to them."""
    before = {message.id for message in other.messages()}
    await answer(owner, "hand-over", player=other.id)
    offer = await other.wait_message(
        lambda m: m.id not in before and "will you take over" in m.text, PATIENCE
    )
    await press(other, offer, "Play on")


async def test_an_offered_seat_can_be_declined_and_the_offer_outlives_a_restart(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben, sandbox.user("Cleo") as cleo:
        async with connected(sandbox, database):
            table = await start_table(ana, ben)
            await answer(ben, "hand-over", player=cleo.id)
            offer = await cleo.wait_message(lambda m: "will you take over" in m.text, PATIENCE)
        async with connected(sandbox, database):
            assert "The offer has ended." in await told(await press(cleo, offer, "Never mind"))
            ended = await cleo.wait_message(
                lambda m: m.id == offer.id and "The offer has ended." in m.text, PATIENCE
            )
            assert not ended.buttons
            await hand_over(ben, cleo)
            await desk_of(cleo, table, "Your bet, please")


async def test_a_race_goes_on_without_a_player_who_leaves_the_server(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    sandbox.world.remove_member(sandbox.world.users[ben.id], sandbox.guild)
    await place_bet(ana, table)
    await ring(bot, table, turn_of(1))
    await board_of(ana, f"Time was up for <@{ben.id}>")
    while (await bot.tables.database.read(load, table)).seats[1].missed < 2:
        await hurry(bot, table, lambda view: view.to_act == (1,))
        before = await length(bot, table)
        await ring(bot, table, turn_of(1))
        await until(bot, lambda before=before: _grown(bot, table, before))
    await ana.wait_message(lambda m: "a computer player takes over until they are back" in m.text, PATIENCE)
    await hurry(bot, table)
    assert (await is_over(bot, table)).status is Status.FINISHED
    await ana.wait_message(offers_rematch, PATIENCE)


async def _grown(bot: Paddock, table: str, rows: int) -> bool:
    return await length(bot, table) > rows


# ------------------------------------------------------------------------------- what is left to the table


async def test_a_standing_order_drives_until_it_is_taken_back_and_is_told(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    await asked_always(bot, ana, ben)
    table = await running(sandbox, bot, "sulkydrom", (ana, ben))
    await hurry(bot, table, lambda view: view.phase == "driving" and view.to_act == (0,))
    order = "Drive on for me"
    desk = await desk_at(ana, table, lambda desk: order in desk.labels)
    await press(ana, desk, order)
    await board_of(ben, f"↪️ As <@{ana.id}> ordered.")
    on = await desk_at(
        ana, table, lambda desk: any("order.drive.off" in b["custom_id"] for b in desk.buttons)
    )
    off = next(b["custom_id"] for b in on.buttons if "order.drive.off" in b["custom_id"])
    await press(ana, on, off)
    await desk_at(ana, table, lambda desk: not any("order.drive.off" in b["custom_id"] for b in desk.buttons))
    assert not (await bot.tables.database.read(load, table)).seats[0].orders
    stranger = await press(ben, await board_of(ben), f"p:{table}:0:order.nonsense.on", force=True)
    assert "This button is out of date" in await told(stranger)


async def test_a_move_that_is_the_only_one_is_made_at_once_and_told(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table, luck = await running(sandbox, bot, "jockey", (ana, ben), rounds=5), Chance(bytes(32))
    while not await _was_only_move(bot, table):
        standing = await standing_of(bot, table)
        assert standing.asked, "in fifteen races nobody was down to a last card"
        seat, since = next(iter(standing.asked.items()))
        action = standing.match.game.dump_action(standing.choices(seat).sample(luck))
        with suppress(Refused):  # the table was faster
            await bot.tables.step(race_commands.act_for, table, seat, since, action)
    await ana.wait_message(lambda m: "The table made the only move of" in m.text, PATIENCE)


async def _was_only_move(bot: Paddock, table: str) -> bool:
    with reading(bot.database) as db:
        told = read_told(db, load(db, table))
    return Taken.ONLY in takers_of(told).values()


async def test_moves_of_jumpy_jack_are_pressed_under_the_board_by_whose_turn_it_is_alone(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    people = (ana, ben)
    await asked_always(bot, *people)
    table = await running(sandbox, bot, "jumpyjack", people)
    await hurry(bot, table, lambda view: view.phase == "racing")
    for _ in range(2):
        ((seat, n),) = (await standing_of(bot, table)).asked.items()
        mover, other = people[seat], people[1 - seat]
        board = await mover.wait_message(
            lambda m, n=n: any(f":{n}:move." in b["custom_id"] for b in m.buttons) and "My desk" in m.labels,
            PATIENCE,
        )
        move = next(
            b["custom_id"] for b in board.buttons if ":move." in b["custom_id"] and not b.get("disabled")
        )
        assert await told(await press(other, board, move)) == (
            "It is not your turn: your desk wakes up when it is."
        )
        assert await told(await press(cleo, board, move)) == NO_SEAT
        before = await length(bot, table)
        await press(mover, board, move)
        await until(bot, lambda before=before: _grown(bot, table, before))
        assert await told(await press(mover, board, move, force=True)) == (
            "That was already played: your desk has the newest buttons."
        )
