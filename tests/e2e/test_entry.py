"""What a server has settled on holds on every way to a table, and a host says who sits at theirs."""

from __future__ import annotations

import pytest

from bot.client import Paddock
from bot.servers import ServerSettings, write_settings
from bot.tables import Status
from bot.tables.loading import load
from bot.tables.reading import open_in
from sandbox import Sandbox, UserClient
from sandbox.permissions import Permission
from tests.databases import writing
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    board_of,
    final_of,
    hurry,
    is_over,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    start_table,
    told,
)

pytestmark = pytest.mark.e2e

TALK = "paddock-talk"


async def settle(bot: Paddock, sandbox: Sandbox, **settings: object) -> None:
    with writing(bot.database) as db:
        write_settings(db, int(sandbox.guild.id), ServerSettings.model_validate(settings))


async def answer(person: UserClient, line: str, place: str = CHANNEL, **options: str) -> str:
    return (await (await person.command(f"race {line}", place, **options)).answer(PATIENCE)).text


async def test_rematch_opens_no_table_for_who_may_open_none_and_none_where_there_are_none(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    table = await start_table(ana, ben)
    await hurry(bot, table)
    final = await final_of(ben, table)
    steward = sandbox.world.add_role("steward", sandbox.guild)
    await settle(bot, sandbox, openers=[int(steward.id)])
    assert f"Ask <@&{steward.id}> to open a table" in await told(await press(ben, final, "Rematch"))

    talk = sandbox.guild.channel(TALK)
    await settle(bot, sandbox, channels=[int(talk.id)])
    assert f"Open your table in <#{talk.id}>" in await told(await press(ben, final, "Rematch"))

    await settle(bot, sandbox)
    role = sandbox.world.bot_role(sandbox.guild)
    writing = Permission.SEND_MESSAGES | Permission.SEND_MESSAGES_IN_THREADS
    sandbox.world.deny(role, writing, sandbox.guild.channel(CHANNEL))
    assert "I may not send messages here" in await told(await press(ben, final, "Rematch"))
    assert not await bot.tables.database.read(open_in, int(sandbox.guild.id))

    sandbox.world.permit(role, writing, sandbox.guild.channel(CHANNEL))
    sandbox.world.give_role(steward, sandbox.world.users[ben.id], sandbox.guild)
    await settle(bot, sandbox, openers=[int(steward.id)], channels=[int(sandbox.guild.channel(CHANNEL).id)])
    assert "You have a seat at the rematch in" in await told(await press(ben, final, "Rematch"))


async def test_neither_a_lobby_nor_a_board_is_brought_to_where_this_server_keeps_no_tables(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    home = sandbox.guild.channel(CHANNEL)
    await settle(bot, sandbox, channels=[int(home.id)])
    table = await open_table(ana, ben)
    refused = f"Open your table in <#{home.id}>: this server races there."
    assert refused in await answer(ana, "board", TALK)
    assert (await bot.tables.database.read(load, table)).channel_id == int(home.id)
    await press(ana, await lobby_of(ana, table), "Start")
    board = await board_of(ana)
    assert refused in await answer(ana, "board", TALK)
    assert (await bot.tables.database.read(load, table)).thread_id == int(board.channel_id)
    assert "The board comes here" in await answer(ana, "board", board.channel_id)


async def test_a_host_sends_somebody_away_and_invites_them_again(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await open_table(ana, ben)
    assert "Only the host" in await answer(ben, "remove", player=ana.id, table=table)
    assert f"<@{ben.id}> no longer sits at your table." in await answer(ana, "remove", player=ben.id)
    back = await told(await press(ben, await lobby_of(ben, table), "Join"))
    assert f"ask <@{ana.id}> to let you in with `/race invite`." in back
    assert "sent you away" in await answer(ben, "join", table=table)
    assert f"<@{cleo.id}> was not sent away" in await answer(ana, "invite", player=cleo.id)
    assert f"<@{ben.id}> may press **Join** again." in await answer(ana, "invite", player=ben.id)
    await press(ben, await lobby_of(ben, table), "Join")
    await lobby_shows(ana, table, f"2. <@{ben.id}>")
    assert await answer(ana, "invite", player=ben.id) == f"<@{ben.id}> already sits here."


async def test_after_a_race_the_host_alone_cancels_nothing_and_who_manages_the_server_pays_out(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    table = await start_table(ben, cleo)
    await hurry(bot, table, lambda view: view.result is not None)
    assert f"ask <@{cleo.id}> with `/race stop`" in await answer(ben, "cancel", table=table)
    assert (
        f"It also takes `/race stop` from <@{cleo.id}>; then coins are paid as they stood after race 1"
        in (await answer(ben, "stop", table=table))
    )
    paid = "Coins were paid as they stood after race 1."
    assert f"Table {table} ends here. {paid}" in await answer(ana, "cancel", table=table)
    ended = await is_over(bot, table)
    assert (ended.status, ended.counted) == (Status.CANCELLED, 1)
    closing = await ben.wait_message(
        lambda m: m.text.startswith(f"This race day ended early. {paid}"), PATIENCE
    )
    assert f"<@{ben.id}> is paid" in closing.text or f"<@{ben.id}> pays" in closing.text
    await lobby_shows(cleo, table, paid)
