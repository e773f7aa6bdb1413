"""What is published of a game that is over: its log, the check of it, the races shown again; and nothing before."""

from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.tables import Status, day_commands
from bot.tables.deadlines import Clock
from bot.tables.loading import load
from engines.core import commitment
from engines.verify import logs, verify
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from tests.e2e.eavesdropping import all_heard
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    act,
    all_posted,
    hurry,
    is_over,
    lobby_shows,
    open_table,
    start_table,
)
from tests.e2e.shortcuts import ring, running

pytestmark = pytest.mark.e2e

SECRET = "A table's log is secret until it is over: ask again then."


async def asked_for(person: UserClient, line: str, place: str = CHANNEL, **options: object) -> SeenMessage:
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

    shown = await asked_for(cleo, "log", table=table)
    (text,) = (await cleo.attachments(shown)).values()
    (log,) = logs(text.decode())
    found = await bot.tables.database.read(load, table)
    assert verify(log)
    assert log.header.game == "jockey"
    assert f"### Race log · Jockey {table}" in shown.text
    assert f"{found.length} lines: every decision" in shown.text
    assert found.secret.hex() in shown.text

    checked = await asked_for(cleo, "verify", table=table.lower())
    assert "✅ The secret fits the sealed luck, secret and presses give the seed" in checked.text
    assert "unfinished" not in checked.text
    assert all(f"`{press}`" in checked.text for press in found.salt)
    assert log.header.commitment in checked.text
    assert log.header.seed in checked.text

    again = await asked_for(cleo, "replay", "paddock-talk", table=table)
    assert f"### Once more · Jockey {table}" in again.text
    ((name, picture),) = (await cleo.attachments(again)).items()
    assert (name, picture[:4]) == ("jockey-replay-race3.webp", b"RIFF")
    again = await asked_for(cleo, "replay", table=table, race=1, gif=True)
    ((name, picture),) = (await cleo.attachments(again)).items()
    assert (name, picture[:4]) == ("jockey-replay-race1.gif", b"GIF8")
    none = await asked_for(cleo, "replay", table=table, race=9)
    assert none.text == "Nothing was run as number 9 there: choose 1, 2 or 3."
    offered = (await cleo.autocomplete("race log", CHANNEL, "table", "")).choices
    assert [choice["value"] for choice in offered or []] == [table]
    await all_heard(sandbox, ana)
    assert len(ana.received) == before


async def test_of_a_game_that_runs_nothing_is_published_and_once_it_is_cancelled_everything(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await running(sandbox, bot, "jockey", (ana, ben))
    secret = (await bot.tables.database.read(load, table)).secret.hex()
    for line in ("log", "verify", "replay"):
        assert (await asked_for(ben, line, table=table)).text == SECRET
        assert (await asked_for(ben, line)).text.startswith("No game of yours is over here yet")
    assert secret not in str(ben.received)
    await act(bot, table, ana, type="bet", kind="win", horse="red", stake=100)
    await bot.tables.step(day_commands.cancel, table, int(ana.id), may_manage=False)
    assert (await bot.tables.database.read(load, table)).status is Status.CANCELLED

    thread = await ben.wait_for(
        lambda: next((c["id"] for c in ben.channels if c.get("parent_id")), None), PATIENCE, "the thread"
    )
    farewell = await ben.wait_message(lambda m: "This table was cancelled." in m.text, PATIENCE, thread)
    assert "Its hands and bets are open now" in farewell.text
    assert secret in farewell.text
    (posted,) = (await ben.attachments(farewell)).values()
    (log,) = logs(posted.decode())
    found = verify(log, to_the_end=False)
    assert (bool(found), found.rows, found.outcome) == (True, 2, None)

    shown = await asked_for(ben, "log")
    assert "The table was cancelled, so the log ends there." in shown.text
    assert list((await ben.attachments(shown)).values()) == [posted]
    checked = await asked_for(ben, "verify")
    assert "the rules give every line of the log (2)" in checked.text
    assert "The table was cancelled, so it is unfinished." in checked.text
    assert f"`/race luck table:{table}` lists all." in checked.text
    assert secret in (await asked_for(ben, "luck", thread)).text
    assert "You sit at no open table" in (await asked_for(ben, "luck")).text
    assert (await asked_for(ben, "replay")).text.startswith("No horse moved there")


async def test_a_lobby_that_closes_opens_its_seal(sandbox: Sandbox, bot: Paddock, ana: UserClient) -> None:
    cancelled, expired = await open_table(ana), await open_table(ana)
    tables = [await bot.tables.database.read(load, table) for table in (cancelled, expired)]
    assert all(table.secret.hex() not in str(ana.received) for table in tables)
    await bot.tables.step(day_commands.cancel, cancelled, int(ana.id), may_manage=False)
    await ring(bot, expired, Clock.LOBBY)
    for table, what in zip(tables, ("was cancelled", "for 30 minutes"), strict=True):
        lobby = await lobby_shows(ana, table.table_id, what)
        assert (
            f"Sealed luck `{commitment(table.secret)}`, of which the secret was `{table.secret.hex()}`."
            in (lobby.text)
        )
        assert "Luck so far" in lobby.text
        none = await asked_for(ana, "log", table=table.table_id)
        assert none.text.startswith("No race was run there, so there is no log")
        assert table.secret.hex() in (await asked_for(ana, "luck", table=table.table_id)).text


async def test_finished_games_of_other_servers_are_out_of_reach(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    table = await start_table(ana, computers=1)
    await hurry(bot, table)
    other = sandbox.world.add_guild("Longchamp", sandbox.world.users[ana.id])
    channel = sandbox.world.add_channel("tribune", other)
    await ana.wait_for(lambda: channel.id in str(ana.channels) or None, PATIENCE, "the other server")
    said = await asked_for(ana, "log", channel.id, table=table)
    assert said.text == "No table is called that: `/race tables` lists the open ones."
    assert "No game of yours is over here yet" in (await asked_for(ana, "verify", channel.id)).text
