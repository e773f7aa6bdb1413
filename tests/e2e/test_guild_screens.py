"""Screens that belong to no table: settings, help, first steps, one's own data and preferences."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot import bank
from bot.client import Paddock
from bot.servers import ServerSettings, read_settings
from sandbox import Sandbox, UserClient
from sandbox.client.message import SeenMessage
from sandbox.client.user import RefusedByDiscord
from sandbox.permissions import Permission
from tests.databases import reading
from tests.e2e.conftest import connected
from tests.e2e.players import (
    CHANNEL,
    PATIENCE,
    board_of,
    final_of,
    hurry,
    lobby_shows,
    open_table,
    press,
    start_table,
    told,
)
from tests.waiting import until

pytestmark = pytest.mark.e2e


async def opened(person: UserClient, line: str, place: str = CHANNEL) -> SeenMessage:
    """Use a command and return the screen that only this person sees."""
    attempt = await person.command(line, place)
    assert not attempt.failed
    screen = await attempt.answer(PATIENCE)
    assert screen.ephemeral
    return screen


async def shows(person: UserClient, screen: SeenMessage, text: str) -> SeenMessage:
    """Wait until a screen says something."""

    def find() -> SeenMessage | None:
        now = person.seen(screen.id)
        return now if now and text in now.text else None

    return await person.wait_for(find, PATIENCE, f"a screen that says {text!r}")


async def holds(bot: Paddock, sandbox: Sandbox) -> ServerSettings:
    with reading(bot.database) as db:
        return read_settings(db, int(sandbox.guild.id))


async def pick(person: UserClient, screen: SeenMessage, what: str, values: Sequence[str], text: str) -> None:
    await person.select(screen, f"s:settings.{what}", values)
    await shows(person, screen, text)


async def test_every_setting_is_changed_by_who_manages_the_server_and_holds_after_a_restart(
    sandbox: Sandbox, database: Path
) -> None:
    steward = sandbox.world.add_role("steward", sandbox.guild)
    async with sandbox.user("Ana") as ana:
        async with connected(sandbox, database):
            screen = await opened(ana, "settings")
        assert "posted anew" in screen.text
        async with connected(sandbox, database) as bot:
            lobby = await open_table(ana)
            await pick(ana, screen, "clock", ["3600"], "Time for a decision: **1 hour**")
            await pick(ana, screen, "language", ["en-US"], "Language: **English**")
            talk = ana.channel_id("paddock-talk")
            await pick(ana, screen, "channels", [talk], f"Tables are opened only in <#{talk}>")
            await pick(ana, screen, "openers", [steward.id], f"Tables are opened by <@&{steward.id}>")
            await pick(ana, screen, "most_tables", ["2"], "Open at once: at most **2 tables**")
            for label, text in (
                ("Edit the board in place", "**one message**, edited"),
                ("Turn pictures off", "Pictures: **off**"),
                ("Allow no computer players", "**not allowed**"),
            ):
                await press(ana, screen, label)
                await shows(ana, screen, text)
            form = await ana.click(screen, "Buy-ins …")
            await ana.submit(form, {"jockey": "2,500", "turfe": ""})
            await shows(ana, screen, "Jockey 2,500")
            await press(ana, screen, "Turn money off")
            await lobby_shows(ana, lobby, "none; this server plays for the fun of it")
            assert await holds(bot, sandbox) == ServerSettings(
                language="en-US",
                clock=3600,
                channels=(int(talk),),
                openers=(int(steward.id),),
                boards="edited",
                pictures=False,
                money=False,
                buy_ins={"jockey": 2500},
                computers=False,
                most_tables=2,
            )
            assert f"Open your table in <#{talk}>" in (await opened(ana, "race new jockey")).text
            form = await ana.select(screen, "s:settings.clock", "other")
            refused = await ana.submit(form, {"clock": "soon"})
            assert "write a number with" in await told(refused)
            await ana.submit(await ana.select(screen, "s:settings.clock", "other"), {"clock": "90 s"})
            await shows(ana, screen, "**90 seconds**")
            await press(ana, screen, "Back to defaults")
            await shows(ana, screen, "Shall all settings be as at the beginning")
            await press(ana, screen, "Yes, back to defaults")
            await shows(ana, screen, "Time for a decision: **3 minutes**")
            assert await holds(bot, sandbox) == ServerSettings()


async def test_who_does_not_manage_the_server_is_refused_whatever_they_press(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient
) -> None:
    with pytest.raises(RefusedByDiscord):
        await ben.command("settings", CHANNEL)
    anything = await opened(ben, "preferences")
    for what in ("money.off", "reset", "buy_ins", "defaults"):
        forged = await ben.click(anything, f"s:settings.{what}", force=True)
        assert "ask somebody who may **Manage Server**" in await told(forged)
    assert await holds(bot, sandbox) == ServerSettings()
    steward = sandbox.world.add_role("steward", sandbox.guild, Permission.MANAGE_GUILD)
    ben_there = sandbox.world.users[ben.id]
    sandbox.world.give_role(steward, ben_there, sandbox.guild)
    screen = await opened(ben, "settings")
    sandbox.world.delete_role(steward, sandbox.guild)
    late = await ben.click(screen, "s:settings.money.off", force=True)
    assert "ask somebody who may **Manage Server**" in await told(late)
    assert await holds(bot, sandbox) == ServerSettings()


async def test_a_server_is_shown_the_first_steps_once_when_the_bot_joins_it(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    owner = sandbox.world.users[ana.id]
    guild = sandbox.world.add_guild("Longchamp", owner, with_bot=False)
    _, news = (sandbox.world.add_channel(name, guild).id for name in ("tribune", "paddock"))
    guild.system_channel_id = news
    await ana.wait_for(lambda: news in str(ana.channels) or None, PATIENCE, "the other server")
    sandbox.world.add_bot(guild)
    steps = await ana.wait_message(lambda m: "Paddock is here" in m.text, PATIENCE)
    assert steps.channel_id == news
    assert "</race new jockey:" in steps.text
    sandbox.world.remove_bot(guild)
    sandbox.world.add_bot(guild)
    last = sandbox.world.add_guild("Ascot", owner, with_bot=False)
    lawn = sandbox.world.add_channel("lawn", last).id
    sandbox.world.add_bot(last)
    await ana.wait_for(lambda: lawn in str(ana.channels) or None, PATIENCE, "the last server")
    await ana.wait_message(lambda m: "Paddock is here" in m.text, PATIENCE, lawn)
    greeted = [m.channel_id for m in ana.messages() if "Paddock is here" in m.text]
    assert sorted(greeted) == sorted([news, lawn]), (
        "not again, and not where the bot was already at the start"
    )


async def test_help_is_told_in_servers_and_in_direct_messages(
    sandbox: Sandbox, bot: Paddock, ana: UserClient
) -> None:
    ids = {command["name"]: command["id"] for command in sandbox.world.commands[None].values()}
    for place in (CHANNEL, await ana.open_direct()):
        attempt = await ana.command("help", place)
        first = await attempt.answer(PATIENCE)
        assert f"</race new jockey:{ids['race']}>" in first.text
        assert f"</privacy:{ids['privacy']}>" in first.text
        pressed = await press(ana, first, "All commands")
        await until(lambda pressed=pressed: f"</settings:{ids['settings']}>" in pressed.responses[-1].text)
        assert all(each.ephemeral for each in (*attempt.responses, *pressed.responses))


async def test_preferences_are_kept(bot: Paddock, ana: UserClient) -> None:
    screen = await opened(ana, "preferences", await ana.open_direct())
    await press(ana, screen, "Ask me every time")
    await shows(ana, screen, "**you are asked**")
    assert "**you are asked**" in (await opened(ana, "preferences")).text
    await press(ana, screen, "Make only moves for me")
    await shows(ana, screen, "**the table makes it**")


async def test_ones_own_data_are_exported_and_erased_in_a_lobby_in_a_race_and_after_it(
    sandbox: Sandbox, bot: Paddock, ana: UserClient, ben: UserClient, cleo: UserClient
) -> None:
    lobby = await open_table(cleo, ben)
    table = await start_table(ana, ben)
    await board_of(ana)
    screen = await opened(ben, "privacy")
    exported = await press(ben, screen, "Export my data")
    answer = await exported.answer(PATIENCE)
    (file,) = (await ben.attachments(answer)).values()
    kept = json.loads(file)
    assert {each["table_id"] for each in kept["seats"]} == {lobby, table}
    assert ana.id not in file.decode()

    await press(ben, screen, "Erase my data")
    await shows(ben, screen, "Nobody can undo it")
    await press(ben, screen, "Yes, erase everything")
    await shows(ben, screen, "Everything about you is erased")

    await ana.wait_message(lambda m: "A computer player finishes as Player 2" in m.text, PATIENCE)
    closed = await ben.wait_message(lambda m: "This desk is closed" in m.text, PATIENCE)
    assert not closed.buttons
    late = await ben.click(closed, f"p:{table}:1:bet.place", force=True)
    assert "You have no seat at this table" in await told(late)
    await lobby_shows(cleo, lobby, "5 seats free")
    await hurry(bot, table)
    final = await final_of(ana, table)
    assert f"<@{ben.id}>" not in final.text
    assert "Player 2" in final.text
    screen = await opened(ana, "privacy", await ana.open_direct())
    await press(ana, screen, "Erase my data")
    await press(ana, await shows(ana, screen, "Nobody can undo it"), "Yes, erase everything")
    await shows(ana, screen, "Everything about you is erased")
    with reading(bot.database) as db:
        assert bank.audit(db) == []
        left = bank.standings.board(db, int(sandbox.guild.id), bank.By.WORTH, "", bank.Since.ALL, 1, 0, 0)
        assert left is not None
        assert left.lines == []
