"""Clocks that run out, people who are away and come back, and tables that rest or end early."""

from __future__ import annotations

from random import Random

import pytest

from bot.client import Paddock
from bot.tables import seat_commands
from bot.tables.deadlines import Clock
from bot.tables.loading import load
from bot.tables.table import Attendance
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.model import Flag
from tests.e2e.eavesdropping import all_heard
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    answered,
    asked,
    board_of,
    bring_back,
    deciding,
    desk_of,
    find_desk,
    hurry,
    length,
    place_bet,
    press,
    press_at_random,
    public,
    start_table,
    told,
    until,
)
from tests.e2e.shortcuts import desk_at, ring, running, turn_of
from tests.tables.playing import draft_of

pytestmark = pytest.mark.e2e

RESTS = "This table rests"
QUIET = Flag.EPHEMERAL | Flag.SUPPRESS_NOTIFICATIONS


async def answer(person: UserClient, line: str, **options: str) -> str:
    """Use a command of `/race` and read what only this person is told."""
    said = await (await person.command(f"race {line}", CHANNEL, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said.text


async def is_away(bot: Paddock, table: str, seat: int) -> bool:
    """Whether a seat is played for because its time ran out twice."""
    return (await bot.tables.database.read(load, table)).seats[seat].attendance is Attendance.AWAY


async def grown(bot: Paddock, table: str, rows: int) -> bool:
    """Whether a table's log has more rows than these."""
    return await length(bot, table) > rows


async def overslept(bot: Paddock, table: str, seat: int) -> None:
    """Let the clock of a seat that is asked run out, and wait for what the table decides then."""
    before = await length(bot, table)
    await ring(bot, table, turn_of(seat))
    await until(bot, lambda: grown(bot, table, before))


async def sent_away(bot: Paddock, table: str, seat: int) -> None:
    """Let a seat of a race for two miss two decisions in a row, whatever the other decides."""
    while not await is_away(bot, table, seat):
        await (
            all_posted()
        )  # the other may be away: whoever moves in their place, but a computer player, has them back
        await hurry(bot, table, lambda view: view.to_act == (seat,))
        await overslept(bot, table, seat)


# --------------------------------------------------------------------------------------------------- clocks


async def test_half_of_the_time_sends_a_new_direct_message_to_whose_time_it_is_and_to_nobody_else(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await place_bet(ben, table)
    await board_of(ana, "1 of 2 placed")
    await all_posted()
    await all_heard(sandbox, ana, ben)
    first = find_desk(ana, table)
    assert first
    assert "Half your time" not in first.text
    before = len(ben.received), len(ana.messages(await board_of(ana)))

    await ring(bot, table, Clock.HALF.seat(0))

    again = await desk_of(ana, table, "**Half your time is gone.**")
    assert int(again.id) > int(first.id)
    await ana.wait_for(lambda: ana.seen(first.id) is None or None, PATIENCE, "the old desk to go")
    await all_posted()
    await all_heard(sandbox, ana, ben)
    assert (len(ben.received), len(ana.messages(await board_of(ana)))) == before
    await place_bet(ana, table)
    await board_of(ben, "plays a card")


async def test_what_the_clock_decides_is_said_and_after_two_in_a_row_a_computer_plays_until_i_am_back(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await place_bet(ana, table)
    await board_of(ana, "1 of 2 placed")
    await overslept(bot, table, 1)
    await board_of(ana, f"⏳ Time was up for <@{ben.id}>: the table decided.")
    assert not await is_away(bot, table, 1)

    await sent_away(bot, table, 1)
    word = await ana.wait_message(
        lambda m: f"💤 <@{ben.id}> missed two decisions in a row" in m.text, PATIENCE
    )
    assert not word.raw["mentions"]
    desk = await desk_of(ben, table, "**A computer player decides for you**")
    assert desk.labels == ["I am back"]
    assert "This desk wakes up" not in desk.text
    await board_of(ana, f"<@{ana.id}> plays a card")
    card = (await desk_of(ana, table, "Your turn: play a card")).buttons[0]["custom_id"]
    await press(ana, await desk_of(ana, table), card)
    await board_of(ana, f"🤖 A computer player decides for <@{ben.id}>.")

    await press(ben, desk, "I am back")
    await ana.wait_message(lambda m: f"👋 <@{ben.id}> is back." in m.text, PATIENCE)
    assert "I am back" not in (await desk_of(ben, table, "This desk wakes up")).labels
    await hurry(bot, table, lambda view: view.to_act == (1,))
    desk = await desk_of(ben, table, "Your turn: play a card")
    assert "⏳ Until <t:" in desk.text
    assert "You are there already, and nobody plays for you." in await answer(ben, "back")


async def test_a_table_that_everybody_has_left_sleeps_and_a_press_under_its_board_wakes_it(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    table = await start_table(ana, computers=2)
    await board_of(ana, "placed")

    left = await answer(ana, "leave")
    assert left == f"You have left table {table}. It sleeps, for nobody is there; `/race back` wakes it."
    board = await board_of(ana, "-# 💤 Nobody is here, so this table sleeps")
    assert board.labels[:2] == ["I am back", "My desk"]
    desk = await desk_of(ana, table, "**This table sleeps**")
    assert desk.labels == ["I am back"]
    gone = f"🚪 <@{ana.id}> has left the race. The table sleeps until somebody is back."
    await ana.wait_message(lambda m: gone in m.text, PATIENCE, board.channel_id)
    assert "asleep" in await answer(ana, "tables")
    before = await length(bot, table)

    attempt = await press(ana, board, "I am back")

    assert "Your desk" in (await attempt.answer(PATIENCE)).text
    await ana.wait_message(lambda m: f"👋 <@{ana.id}> is back." in m.text, PATIENCE, board.channel_id)
    await bring_back(ana, table)
    await place_bet(ana, table)
    await until(bot, lambda: grown(bot, table, before))
    assert (await bot.tables.database.read(load, table)).paused_at is None


# ------------------------------------------------------------------------------------------ whose turn it is


def notified(person: UserClient) -> list[str]:
    """Return the channels of the messages that ever notified somebody: an edit or a silent message never does."""
    created = [SeenMessage(event["d"]) for event in person.received if event["t"] == "MESSAGE_CREATE"]
    heard = [m for m in created if m.author_id == person.bot_id and not m.raw["flags"] & QUIET]
    is_meant = [
        m for m in heard if "guild_id" not in m.raw or person.id in [user["id"] for user in m.raw["mentions"]]
    ]
    return [m.channel_id for m in is_meant]


@pytest.mark.parametrize("game", ["jockey", "sulkydrom"])
async def test_whose_turn_it_is_is_notified_once_and_nobody_else_is(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, game: str
) -> None:
    table = await running(sandbox, bot, game, (ana, ben))
    people = (ana, ben)
    for person in people:
        await desk_at(person, table)
        await bot.tables.database.write(
            seat_commands.ask_always, int(person.id), is_wanted=True
        )  # else a turn may begin and end at once
    await hurry(bot, table, lambda view: view.phase in {"racing", "driving"})
    await all_posted()
    await all_heard(sandbox, *people)
    for _ in range(6):
        asked_before = (await public(bot, table)).to_act
        before = [len(notified(person)) for person in people]
        desk = await desk_at(people[asked_before[0]], table, deciding)
        await press_at_random(people[asked_before[0]], desk, Random(1))
        await answered(people[asked_before[0]], desk)
        await all_posted()
        await all_heard(sandbox, *people)
        begins = set((await public(bot, table)).to_act) - {*asked_before}
        after = [len(notified(person)) for person in people]
        assert [late - early for late, early in zip(after, before, strict=True)] == [
            int(seat in begins) for seat in (0, 1)
        ]
        if len(begins) != 1 and len((await public(bot, table)).to_act) != 1:
            break  # the next race is bet on, or ordered, by both


# ------------------------------------------------------------------------------------------- rest, and end


async def test_only_the_host_lets_a_table_rest_and_go_on_and_meanwhile_nothing_moves(
    bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await start_table(ana, ben)
    desk, board = await desk_of(ben, table), await board_of(ben)
    assert f"Only the host, <@{ana.id}>, can do that." in await answer(ben, "pause")
    assert "You have no seat" in await answer(cleo, "stop", table=table)
    assert "not resting" in await answer(ana, "resume", table=table)

    assert "Your table rests, and all clocks with it." in await answer(ana, "pause")
    await ben.wait_message(lambda m: "⏸️ The host lets this table rest." in m.text, PATIENCE)
    assert (await board_of(ben, "-# ⏸️ This table rests until")).id == board.id
    for person in (ana, ben):
        resting = await desk_of(person, table, RESTS)
        assert not resting.buttons
        assert not resting.selects
    assert "This table rests already" in await answer(ana, "pause")
    before = await length(bot, table)
    late = await ben.select(desk, f"{asked(desk)}:bet.horse", "red", force=True)
    assert f"This table rests: <@{ana.id}> lets it go on" in await told(late)
    assert not await draft_of(bot.database, table, int(ben.id), 1)
    await ring(bot, table, turn_of(0), turn_of(1))
    await all_posted()
    assert await length(bot, table) == before
    await ring(bot, table, turn_of(0), turn_of(1), in_ms=180_000)
    assert "· resting ·" in await answer(cleo, "tables")

    assert "Only the host" in await answer(ben, "resume", table=table)
    assert "Your table goes on" in await answer(ana, "resume")
    await ben.wait_message(lambda m: "▶️ The race goes on." in m.text, PATIENCE)
    again = await board_of(ben, "-# ⏳ Deadline: <t:")
    assert (again.id, again.attachments) == (board.id, board.attachments)
    await desk_at(ben, table, lambda desk: "Change" in desk.labels)
    await place_bet(ben, table)
