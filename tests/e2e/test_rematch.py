"""A rematch: who presses it sits there, and it stays in the thread of the race before."""

from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.tables import Status, Table
from bot.tables.loading import load
from bot.tables.reading import open_in
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.model import Channel
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    all_posted,
    final_of,
    hurry,
    lobby_shows,
    press,
    start_table,
    table_id,
    told,
    until,
)

pytestmark = pytest.mark.e2e


async def finished(bot: Paddock, *people: UserClient, computers: int = 0) -> SeenMessage:
    """Play a race to its end and return what is posted then."""
    table = await start_table(*people, computers=computers)
    await hurry(bot, table)
    final = await final_of(people[0], table)
    await all_posted()
    return final


async def lobby_in(person: UserClient, place: str) -> SeenMessage:
    """Wait for a lobby in a channel or thread."""
    return await person.wait_message(lambda m: "Join" in m.labels, PATIENCE, place)


def thread_of(sandbox: Sandbox, final: SeenMessage) -> Channel:
    thread = sandbox.world.channels[final.channel_id]
    assert thread.thread
    return thread


async def the_rematch(sandbox: Sandbox, bot: Paddock) -> Table:
    """Return the only table that is open."""
    (table,) = await bot.tables.database.read(open_in, int(sandbox.guild.id))
    return table


async def test_whoever_presses_rematch_sits_there_with_the_computers_in_the_same_thread(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    final = await finished(bot, ana, ben, computers=1)

    assert "Only who played here can call a rematch" in await told(await press(cleo, final, "Rematch"))
    first = await told(await press(ana, final, "Rematch"))
    second = await told(await press(ben, final, "Rematch"))
    third = await told(await press(cleo, final, "Rematch"))

    here = f"You have a seat at the rematch in <#{final.channel_id}>:"
    assert first == f"{here} press **Start** when all are seated."
    assert second == third == f"{here} <@{ana.id}> starts it."
    lobby = await lobby_in(ana, final.channel_id)
    await lobby_shows(ana, table_id(lobby), f"4. <@{cleo.id}>")
    again = await told(await press(ben, final, "Rematch"))
    assert again == second, "pressed twice one sits there once"
    table = await the_rematch(sandbox, bot)
    assert [seat.user_id and str(seat.user_id) for seat in table.seats] == [ana.id, None, ben.id, cleo.id]

    await press(ana, await lobby_in(ana, final.channel_id), "Start")
    board = await ben.wait_message(
        lambda m: "My desk" in m.labels and table_id(m) == table.table_id, PATIENCE
    )
    assert board.channel_id == final.channel_id
    assert len(sandbox.guild.threads) == 1


async def test_a_rematch_opens_an_archived_thread_again(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    final = await finished(bot, ana, ben)
    thread = thread_of(sandbox, final)
    sandbox.world.archive_thread(thread)

    assert f"the rematch in <#{thread.id}>" in await told(await press(ana, final, "Rematch"))

    await lobby_in(ben, thread.id)
    assert thread.thread
    assert not thread.thread.archived


async def test_a_rematch_whose_thread_is_deleted_while_it_waits_stands_in_the_channel(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    final = await finished(bot, ana, ben)
    await told(await press(ana, final, "Rematch"))
    await lobby_in(ben, final.channel_id)
    await all_posted()

    sandbox.world.delete_channel(thread_of(sandbox, final))

    lobby = await lobby_in(ben, sandbox.guild.channel(CHANNEL).id)
    await press(ben, lobby, "Join")
    await lobby_shows(ana, table_id(lobby), f"2. <@{ben.id}>")
    await press(ana, lobby, "Start")
    table = table_id(lobby)

    async def has_a_thread() -> bool:
        found = await bot.tables.database.read(load, table)
        return found.status is Status.RUNNING and found.thread_id is not None

    await until(bot, has_a_thread)
    assert (await bot.tables.database.read(load, table)).thread_id not in {
        int(final.channel_id),
        int(lobby.channel_id),
    }
