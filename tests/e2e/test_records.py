"""What is published of a finished game: its log, the check of it, the races shown again; and nothing before."""

from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.tables import Status
from engines.verify import logs, verify
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.e2e.eavesdropping import all_heard
from tests.e2e.players import CHANNEL, PATIENCE, all_posted, hurry, is_over, start_table
from tests.e2e.shortcuts import running

pytestmark = pytest.mark.e2e

SECRET = (
    "The log of a table is secret until its game is over; nothing is published of one that was cancelled."
)


async def asked_for(person: UserClient, line: str, place: str = CHANNEL, **options: str) -> SeenMessage:
    """Use a command of `/race`; return what only this person is shown."""
    said = await (await person.command(f"race {line}", place, **options)).answer(PATIENCE)
    assert said.ephemeral
    return said


@pytest.mark.drawn
async def test_log_check_and_replay_of_a_finished_game_are_shown_to_whoever_asks(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, cleo: UserClient
) -> None:
    table = await start_table(ana, computers=1)
    await hurry(bot, table)
    await is_over(bot, table)
    await all_posted()
    await all_heard(sandbox, ana)
    before = len(ana.received)

    shown = await asked_for(cleo, "log")
    (text,) = (await cleo.attachments(shown)).values()
    (log,) = logs(text.decode())
    found = await bot.tables.table(table)
    assert verify(log)
    assert log.header.game == "jockey"
    assert f"### Race log · Jockey {table}" in shown.text
    assert f"{found.length} lines of what everybody decided" in shown.text
    assert found.secret.hex() in shown.text

    checked = await asked_for(cleo, "verify", table=table.lower())
    assert "✅ The secret is the one that was sealed before the start" in checked.text
    assert log.header.commitment in checked.text
    assert log.header.seed in checked.text

    again = await asked_for(cleo, "replay", "paddock-talk", table=table)
    assert f"### Once more · Jockey {table}" in again.text
    (picture,) = (await cleo.attachments(again)).values()
    assert picture[:4] in {b"RIFF", b"GIF8", b"\x89PNG"}
    offered = (await cleo.autocomplete("race log", CHANNEL, "table", "")).choices
    assert [choice["value"] for choice in offered or []] == [table]
    await all_heard(sandbox, ana)
    assert len(ana.received) == before


async def test_of_a_game_that_runs_or_was_cancelled_nothing_is_published(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await running(sandbox, bot, "jockey", (ana, ben))
    lines = ("log", "verify", "replay")
    for line in lines:
        assert (await asked_for(ben, line, table=table)).text == SECRET
    await bot.tables.cancel(table, int(ana.id), may_manage=False)
    assert (await bot.tables.table(table)).status is Status.CANCELLED
    for line in lines:
        assert (await asked_for(ben, line, table=table)).text == SECRET
        assert (await asked_for(ben, line)).text == "No game has been finished in this server yet."
    assert (await bot.tables.table(table)).secret.hex() not in str(ben.received)


async def test_finished_games_of_other_servers_are_out_of_reach(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    table = await start_table(ana, computers=1)
    await hurry(bot, table)
    other = sandbox.world.add_guild("Longchamp", sandbox.world.users[ana.id])
    channel = sandbox.world.add_channel("tribune", other)
    await ana.wait_for(lambda: channel.id in str(ana.channels) or None, PATIENCE, "the other server")
    said = await asked_for(ana, "log", channel.id, table=table)
    assert said.text == "That table is in another server. `/race tables` lists those of this one."
    assert "No game has been finished" in (await asked_for(ana, "verify", channel.id)).text
