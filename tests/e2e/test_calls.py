"""Newmarket where players call, over the sandbox: a window looks the same to the public whoever holds the card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from bot.client import Paddock
from bot.games.newmarket import spoken as newmarket_words
from bot.tables import Status, race_commands
from bot.tables.deadlines import Clock
from bot.tables.loading import load
from bot.tables.table import Attendance
from bot.texts import DEFAULT
from engines.verify import verify
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.e2e.full_tables import PEOPLE
from tests.e2e.players import (
    all_noted,
    all_posted,
    board_of,
    deciding,
    desk_of,
    hurry,
    length,
    play_out,
    start_table,
    until,
)
from tests.e2e.shortcuts import asked_always, ring, running, standing_of
from tests.e2e.test_five_games import race_log

pytestmark = pytest.mark.e2e

CALLING: dict[str, Any] = {"deals": 1, "calling": "manual"}

seated = pytest.mark.parametrize("seats", [3, 8])


async def at_window(bot: Paddock, table: str, *, is_held: bool) -> None:
    """Play on without a click to a window for a card that some seat holds, or that none does."""

    def fits(view: Any) -> bool:
        return view.phase == "calling"

    await hurry(bot, table, fits)
    while bool((await standing_of(bot, table)).match.able()) is not is_held:
        rows = await length(bot, table)
        standing = await standing_of(bot, table)
        if holders := standing.match.able():
            action = {"type": "follow", "card": standing.view(None).wanted}
            await bot.tables.step(
                race_commands.act_for, table, holders[0], standing.asked[holders[0]], action
            )
        else:
            await ring(bot, table, Clock.WINDOW)
            await until(bot, lambda rows=rows: _has_grown(bot, table, rows))
        await hurry(bot, table, fits)


async def _has_grown(bot: Paddock, table: str, rows: int) -> bool:
    return await length(bot, table) > rows


async def desks_in_window(bot: Paddock, table: str, people: Sequence[UserClient]) -> list[SeenMessage]:
    """Wait until everybody's desk shows the open window."""
    wanted = newmarket_words(DEFAULT).card((await standing_of(bot, table)).view(None).wanted)
    return [await desk_of(person, table, f"{wanted} is next: press it") for person in people]


@seated
@pytest.mark.parametrize("is_held", [True, False], ids=["held", "not held"])
async def test_in_a_window_every_desk_offers_its_hand_and_nobody_is_pinged(
    sandbox: Sandbox, bot: Paddock, seats: int, is_held: bool
) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:seats]]
        table = await running(sandbox, bot, "newmarket", people, window=120, **CALLING)
        await asked_always(bot, *people)
        await at_window(bot, table, is_held=is_held)
        await all_noted(bot, table)
        standing = await standing_of(bot, table)
        desks = await desks_in_window(bot, table, people)

        for seat, desk in enumerate(desks):
            own = standing.view(seat).own
            assert own is not None
            assert [each.rpartition(":")[2] for each in deciding(desk)] == [
                f"follow.{card}" for card in own.hand
            ]
            assert {b["style"] for b in desk.buttons if ":follow." in b["custom_id"]} == {1}
        asking = {line for desk in desks for line in desk.text.splitlines() if "is next: press it" in line}
        assert len(asking) == 1, "the same words on every desk"
        board = await board_of(people[0], "anyone?")
        assert not deciding(board)
        assert not board.raw["mentions"]
        assert not any(f"<@{person.id}>" in board.text.splitlines()[-2] for person in people)


async def test_a_window_that_passes_is_told_alike_whether_somebody_held_the_card_or_not(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    people = (ana, ben, cleo)
    told_so = []
    for is_held in (True, False):
        table = await running(sandbox, bot, "newmarket", people, window=120, **CALLING)
        await asked_always(bot, *people)
        await at_window(bot, table, is_held=is_held)
        await desks_in_window(bot, table, people)
        rows = await length(bot, table)
        await ring(bot, table, Clock.WINDOW)
        await until(bot, lambda table=table, rows=rows: _has_grown(bot, table, rows))
        await all_noted(bot, table)
        board = await ana.wait_message(lambda m: "went unanswered" in m.text, 90.0)
        (line,) = [line for line in board.text.splitlines() if "went unanswered" in line]
        told_so.append(re.sub(r"\S+ \w+ \d+", "a card", line))
        found = await bot.tables.database.read(load, table)
        assert {(seat.missed, seat.attendance) for seat in found.seats} == {(0, Attendance.PRESENT)}
        await hurry(bot, table)
    assert told_so[0] == told_so[1]


@pytest.mark.long
@pytest.mark.timeout(900)
@seated
async def test_people_play_a_deal_to_its_end_by_calling(sandbox: Sandbox, bot: Paddock, seats: int) -> None:
    async with AsyncExitStack() as stack:
        people = [await stack.enter_async_context(sandbox.user(name)) for name in PEOPLE[:seats]]
        table = await start_table(*people, game="newmarket", window=5, **CALLING)
        final = await play_out(people, table, Random(seats))
        await all_posted()
        assert (await bot.tables.database.read(load, table)).status is Status.FINISHED
        log = await race_log(people[0], final)
    assert verify(log).problems == ()
    kinds = [(row.action["type"], row.seat is None) for row in log.rows() if row.action]
    assert {("lead", False), ("follow", False), ("missed", True)} <= set(kinds)
    assert ("missed", False) not in kinds
