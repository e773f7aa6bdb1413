"""Bots on other libraries than discord.py play a whole round, and have nothing to complain about.

`make strangers` installs the libraries beside the environment of the project.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandbox import Limits, Sandbox, UserClient
from sandbox.gateway.intents import Intent
from sandbox.limits import Rule
from tests.openapi import check
from tests.waiting import until

BOTS = Path(__file__).with_name("strangers")
INSTALLED = Path(__file__).parents[2] / ".venv-strangers"
PYTHON, NODE, MODULES = INSTALLED / "bin" / "python", shutil.which("node"), INSTALLED / "node_modules"
PLACE = "race-night"

hikari = pytest.param(
    str(PYTHON),
    "hikari_bot.py",
    id="hikari",
    marks=pytest.mark.skipif(
        not [*INSTALLED.glob("lib/python*/site-packages/hikari")],
        reason="hikari is not installed: `make strangers` does that",
    ),
)
discord_js = pytest.param(
    NODE,
    "discordjs_bot.js",
    id="discord.js",
    marks=pytest.mark.skipif(
        not (NODE and (MODULES / "discord.js").exists()),
        reason="Node.js or discord.js is not installed: where npm is, `make strangers` installs discord.js",
    ),
)


@asynccontextmanager
async def running(sandbox: Sandbox, interpreter: str, file: str) -> AsyncIterator[None]:
    """Run a bot in a process of its own; all that it says is a complaint."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    facts = {"DISCORD_TOKEN": sandbox.token, "DISCORD_API_URL": sandbox.api_url, "NODE_PATH": str(MODULES)}
    bot = await asyncio.create_subprocess_exec(
        interpreter,
        BOTS / file,
        env=bare | facts,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = asyncio.create_task(bot.communicate())
    try:
        yield
    finally:
        if bot.returncode is None:
            bot.kill()
        complaints, _ = await said
    text = complaints.decode()
    assert text == "", text


async def shown(person: UserClient, message_id: str, text: str) -> None:
    """Wait until a message says something."""
    await person.wait_message(lambda message: message.id == message_id and message.text.startswith(text))


async def begin(sandbox: Sandbox, ana: UserClient, ben: UserClient) -> tuple[Any, str]:
    """Play from the command to the thread and the direct message; return the board and the thread's id."""
    typed = await ana.autocomplete("round", PLACE, "horse", "gr")
    assert [choice["name"] for choice in typed.choices] == ["Green Spirit"]
    board = await (await ana.command("round", PLACE, horse="Green Spirit", rival=ben.id)).answer()
    assert board.text.startswith("Green Spirit against Ben")
    here = await ben.wait_message(lambda message: message.text.startswith("Here: "))
    assert here.text == "Here: Ben, Paddock"
    whisper = await ana.wait_message(lambda message: message.text.startswith("Psst"))
    await ana.click(whisper, "Nod")
    await shown(ana, whisper.id, "You nodded.")
    return board, here.channel_id


async def press_all(ana: UserClient, board: Any) -> None:
    """Press what the board has."""
    await ana.select(board, "Which horse?", "Avanti")
    await shown(ana, board.id, "Picked Avanti")
    written = await ana.submit(await ana.click(board, "Form"), {"words": "Go on"})
    assert ((await written.answer()).text, (await written.answer()).ephemeral) == ("You wrote: Go on", True)
    await ana.click(board, "Picture")
    pictured = await ana.wait_message(lambda message: message.attachments)
    assert await ana.fetch(pictured.attachments[0]) == b"a horse"
    asked = await ana.click(board, "Secret")
    secret, another = await asked.answer(), await asked.followup(0)
    assert [each.ephemeral for each in (secret, another)] == [True, True]
    await shown(ana, secret.id, "A secret")


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("interpreter", "file"), [hikari, discord_js])
async def test_a_bot_on_another_library_plays_a_whole_round(interpreter: str, file: str) -> None:
    async with Sandbox(
        limits=Limits(identifies=Rule(1, 0.1)), privileged_intents=int(Intent.GUILD_MEMBERS)
    ) as sandbox:
        sandbox.exchanges.keep = True
        sessions = sandbox.gateway.sessions
        async with (
            running(sandbox, interpreter, file),
            sandbox.user("Ana") as ana,
            sandbox.user("Ben") as ben,
        ):
            board, thread = await begin(sandbox, ana, ben)
            await press_all(ana, board)
            # She joins by talking. hikari fails on whoever joins among the events that a resume replays.
            await ana.say(thread, "They are off")
            await ana.wait_message(lambda message: message.text.startswith("Heard 1"))
            (session,) = sessions.values()
            before = session.connection
            sandbox.gateway.reconnect()
            await ana.say(thread, "Anybody here?")
            await ana.wait_message(lambda message: message.text.startswith("Heard 2"))
            assert sessions == {session.id: session}
            assert session.connection is not before
            await ana.click(board, "Bet")
            await shown(ana, board.id, "Bets: 1")
            sandbox.gateway.invalidate()
            await until(lambda: sessions and session.id not in sessions)
            await ana.say(thread, "Anybody still here?")
            await ana.wait_message(lambda message: message.text.startswith("Heard 3"))
            await ana.click(board, "End")
            await shown(ana, board.id, "Over")
            assert sandbox.world.channels[thread].name == "Over"
    refused = [exchange for exchange in sandbox.exchanges.kept if exchange.status >= 400]
    assert refused == []
    for exchange in sandbox.exchanges.kept:
        check(exchange)
