"""Playing from the thread: a desk that is opened there is followed, and nobody is left without one that works."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from bot.client import Paddock
from bot.texts import DEFAULT
from engines.verify import logs
from sandbox import Sandbox, UserClient
from sandbox.client import RefusedByDiscord
from sandbox.client.message import SeenMessage
from sandbox.exchanges import Exchange
from tests.e2e.eavesdropping import all_heard, assert_nothing_leaked
from tests.e2e.players import (
    DAY,
    PATIENCE,
    all_noted,
    all_posted,
    answered,
    asked,
    board_of,
    desk_of,
    final_of,
    find_desk,
    is_asking,
    open_desk,
    open_table,
    play,
    press_at_random,
    start,
    start_table,
)
from tests.e2e.processes import bot as process
from tests.waiting import until as in_time

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(600)]

OPEN = "Your desk is open in"


async def play_in_thread(person: UserClient, desk: SeenMessage, luck: Random) -> int:
    """Press at random on an opened desk whenever it asks, until the race day is over; return how often it asked."""
    turns, decision = 0, ""

    def waits() -> SeenMessage | None:
        now = person.seen(desk.id)
        return now if now and (is_asking(now) or "This race day is over" in now.text) else None

    while is_asking(now := await person.wait_for(waits, DAY, "a question in the thread")):
        turns += asked(now) != decision
        decision = asked(now)
        with suppress(RefusedByDiscord):  # it changed under the finger: somebody else was faster
            await press_at_random(person, now, luck)
        await answered(person, now)
    return turns


async def opened_desk(person: UserClient) -> SeenMessage:
    """Press My desk under the newest board; return the desk that only this person sees."""
    desk = await open_desk(person, await board_of(person))
    assert desk.ephemeral
    return desk


async def shows(person: UserClient, desk: SeenMessage, text: str) -> SeenMessage:
    """Wait until a message says something."""

    def find() -> SeenMessage | None:
        now = person.seen(desk.id)
        return now if now and text in now.text else None

    return await person.wait_for(find, PATIENCE, text)


def tokens(database: Path) -> list[str]:
    """Read, past the bot, what opened desks are edited with."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        found = db.execute("SELECT opened_token FROM outbox WHERE opened_token IS NOT NULL").fetchall()
    return [str(token) for (token,) in found]


async def test_a_race_day_is_played_from_the_thread_alone_with_one_press_of_my_desk(
    sandbox: Sandbox,
    bot: Paddock,
    ana: UserClient,
    ben: UserClient,
    caplog: pytest.LogCaptureFixture,
    database: Path,
) -> None:
    caplog.set_level("DEBUG", "bot")
    table = await start_table(ana, ben)
    people = (ana, ben)
    desks = [await opened_desk(person) for person in people]
    for person in people:
        await desk_of(person, table, OPEN)
    used = {*tokens(database)}
    whose: list[tuple[str, str]] = []
    sandbox.exchanges.hooks.append(lambda exchange: _note_owners(sandbox, exchange, whose))
    async with asyncio.timeout(DAY):
        turns = await asyncio.gather(
            *(play_in_thread(each, desk, Random(7)) for each, desk in zip(people, desks, strict=True))
        )
    final = await final_of(ana, table)
    for person in people:
        await desk_of(person, table, "This race day is over.")
    await all_noted(bot, table)
    await all_heard(sandbox, ana, ben)

    assert min(turns) > 8
    assert len(used) == 2
    assert tokens(database) == []
    assert not any(token in caplog.text for token in used)
    files = await ana.attachments(final)
    (log,) = logs(next(file for name, file in files.items() if name.endswith(".jsonl")).decode())
    assert_nothing_leaked(people, log)
    assert whose
    assert all(owner == user for owner, user in whose), "a token edits its owner's answer alone"


def _note_owners(sandbox: Sandbox, exchange: Exchange, whose: list[tuple[str, str]]) -> None:
    """Note whose answer was edited by whose token."""
    if exchange.method != "PATCH" or not exchange.route.startswith("/webhooks"):
        return
    token = exchange.path.split("/webhooks/")[1].split("/")[1]
    owner = sandbox.services.interactions._by_token[token].user.id
    seen = exchange.answer["interaction_metadata"]["user"]["id"] if exchange.status == 200 else owner
    whose.append((owner, seen))


@pytest.mark.refused
async def test_who_takes_no_direct_messages_plays_a_whole_day_from_one_opened_desk(
    bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    await ben.change(dms_open=False)
    table = await open_table(ana, ben)
    await start(ana, table)
    desk = await opened_desk(ben)
    async with asyncio.timeout(DAY):
        playing = asyncio.create_task(play(ana, table, Random(3)))
        assert await play_in_thread(ben, desk, Random(4)) > 8
        await playing
    await all_posted()
    assert not ben.direct_messages


async def test_a_bot_that_is_killed_goes_on_following_opened_desks_or_leaves_them(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with process(sandbox, database) as run:
            await run.says("ready:")
            table = await start_table(ana, ben)
            desk = await opened_desk(ana)
            await desk_of(ana, table, OPEN)
            await in_time(lambda: bool(tokens(database)))
            run.kill()
            await run.exit_code()
        async with process(sandbox, database) as run:
            await run.says("ready:")
            before = await shows(ana, desk, "Your bet, please")
            await press_at_random(ana, before, Random(1))
            await answered(ana, before)
            assert find_desk(ana, table)
            run.kill()
            await run.exit_code()
        with closing(sqlite3.connect(database)) as db:
            db.execute(
                "UPDATE outbox SET opened_until = opened_until - 840000 WHERE opened_until IS NOT NULL"
            )
            db.commit()
        async with process(sandbox, database) as run:
            await run.says("ready:")
            await shows(ana, desk, DEFAULT.table.desk_ran_out)
            await desk_of(ana, table, "You have ")
