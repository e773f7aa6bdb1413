"""The bot's process from the outside: how it stops, and what it says when it cannot start."""

from __future__ import annotations

import asyncio
import signal
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from bot import client
from bot.outbox import worker
from bot.tables import computer_players
from bot.ui import limits
from bot.ui.guild import greeter, server_news
from sandbox import Sandbox, UserClient
from sandbox.clock import Clock
from sandbox.world.keeper import kept_world
from tests.e2e.players import (
    PATIENCE,
    desk_of,
    find_desk,
    lobby_of,
    lobby_shows,
    open_table,
    press,
    press_at_random,
    start_table,
)
from tests.e2e.processes import Process, bot

pytestmark = pytest.mark.e2e

STOPS_WITHIN = 10.0
"""Seconds that an operator's service manager is content with."""

STUCK = 600.0
"""Seconds for which a Discord that is slow keeps requests waiting."""

SIGNS = pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT], ids=lambda sign: sign.name)


async def stopped(process: Process, sign: signal.Signals = signal.SIGTERM) -> None:
    """Send a signal, and see that the process ends well, whatever it was waiting for."""
    process.send(sign)
    assert await process.exit_code() == 0, process.lines
    assert not any("Traceback" in line for line in process.lines), process.lines


async def failed(process: Process, code: int) -> str:
    """Wait for the end of a process that cannot run, and return the one line it says."""
    async with process:
        assert await process.exit_code() == code, process.lines
    assert len(process.lines) == 1, process.lines
    assert process.lines[0].startswith("paddock: ")
    return process.lines[0]


@asynccontextmanager
async def mute_server() -> AsyncIterator[tuple[str, asyncio.Event]]:
    """An address where somebody listens and never says a word, and whether somebody has called there."""
    silence, called = asyncio.Event(), asyncio.Event()

    async def listen(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        called.set()
        await silence.wait()
        writer.close()

    server = await asyncio.start_server(listen, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/v10", called
    finally:
        silence.set()
        server.close()


# ---------------------------------------------------------------------------------------------- stopping


def test_everything_that_is_waited_for_at_the_end_fits_into_the_time_there_is() -> None:
    assert (
        limits.WIND_DOWN
        + max(worker.GRACE, computer_players.GRACE, greeter.GRACE, server_news.GRACE)
        + client.GIVING_BACK
        + client.FAREWELL
        < STOPS_WITHIN
    )


@SIGNS
async def test_a_running_bot_stops_at_a_signal(
    sandbox: Sandbox, database: Path, sign: signal.Signals
) -> None:
    async with bot(sandbox, database, fresh=sign is signal.SIGTERM) as process:
        await process.says("ready:")
        await stopped(process, sign)


async def test_a_bot_that_cannot_reach_discord_tries_again_and_stops_at_a_signal(
    sandbox: Sandbox, database: Path
) -> None:
    with socket.socket() as taken:  # bound, but nobody listens: every connection is refused
        taken.bind(("127.0.0.1", 0))
        nowhere = f"http://127.0.0.1:{taken.getsockname()[1]}/api/v10"
        async with bot(sandbox, database, DISCORD_API_URL=nowhere) as process:
            await process.says("trying again in 2 s")
            await stopped(process)


async def test_a_rate_limit_at_the_start_is_waited_for(sandbox: Sandbox, database: Path) -> None:
    sandbox.faults.limit("GET", "/gateway/bot", seconds=61.0, scope="shared")
    async with bot(sandbox, database) as process:
        await process.says("Retrying in 61")
        await stopped(process)


async def test_a_bot_that_waits_for_a_silent_discord_stops_at_a_signal(
    sandbox: Sandbox, database: Path
) -> None:
    async with mute_server() as (silent, called), bot(sandbox, database, DISCORD_API_URL=silent) as process:
        await called.wait()
        await stopped(process)


async def test_a_bot_whose_gateway_is_silent_stops_at_a_signal(sandbox: Sandbox, database: Path) -> None:
    async with mute_server() as (silent, called):
        sandbox.services.gateway_url = silent.replace("http://", "ws://")
        async with bot(sandbox, database) as process:
            await called.wait()
            await stopped(process)


async def test_a_press_under_way_is_finished_and_later_ones_are_told_that_the_bot_restarts(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben, sandbox.user("Cleo") as cleo:
        async with bot(sandbox, database) as process:
            await process.says("ready:")
            table = await open_table(ana)
            lobbies = [await lobby_of(person, table) for person in (ben, cleo)]
            acknowledging = sandbox.faults.hold("POST", r"/callback$")
            joining = asyncio.create_task(ben.click(lobbies[0], "Join"))
            await acknowledging.arrived.wait()
            process.send(signal.SIGTERM)
            await process.says("stopping")
            late = await cleo.click(lobbies[1], "Join")
            assert "restart" in (await late.answer()).text
            acknowledging.let_go.set()
            assert not (await joining).failed
            await stopped(process)
        seen = await lobby_shows(ana, table, f"<@{ben.id}>")
        assert f"<@{cleo.id}>" not in seen.text


async def test_a_bot_stops_in_time_while_discord_is_slow_and_posts_after_the_next_start(
    sandbox: Sandbox, database: Path
) -> None:
    async with sandbox.user("Ana") as ana, sandbox.user("Ben") as ben:
        async with bot(sandbox, database) as process:
            await process.says("ready:")
            table = await open_table(ana, ben)
            lobby = await lobby_of(ana, table)
            posting = sandbox.faults.hold("PATCH", r"")
            sandbox.faults.delay("POST", r"/messages$", STUCK, times=100)
            sandbox.faults.delay("PATCH", r"", STUCK, times=100)
            await press(ana, lobby, "Start")
            await posting.arrived.wait()
            await stopped(process)
        sandbox.faults.clear()
        async with bot(sandbox, database) as process:
            for person in (ana, ben):
                await desk_of(person, table, "Your bet, please")
            await lobby_shows(ana, table, "The race is on")
            await stopped(process)


async def test_a_bot_whose_database_another_program_holds_stops_and_says_what_it_could_not_give_back(
    sandbox: Sandbox, database: Path
) -> None:
    async with bot(sandbox, database) as process:
        await process.says("ready:")
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await stopped(process)
    assert any("the database has not taken it within" in line for line in process.lines), process.lines


# ------------------------------------------------------------------------------------- unable to start


@pytest.mark.refused
async def test_a_wrong_token_is_told_in_one_line(sandbox: Sandbox, database: Path) -> None:
    process = bot(sandbox, database, DISCORD_TOKEN="wrong", PADDOCK_LOG_LEVEL="WARNING")
    assert "DISCORD_TOKEN" in await failed(process, 2)


async def test_an_unusable_database_is_told_in_one_line(sandbox: Sandbox, tmp_path: Path) -> None:
    assert "folder" in await failed(bot(sandbox, tmp_path / "missing" / "paddock.db"), 2)


async def test_a_file_that_is_no_database_is_told_in_one_line(sandbox: Sandbox, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear diary, " * 200)
    assert "not a SQLite database" in await failed(bot(sandbox, file), 2)


async def test_a_wrong_setting_is_told_in_one_line_and_is_bad_input(sandbox: Sandbox, database: Path) -> None:
    assert "DISCORD_API_URL" in await failed(bot(sandbox, database, DISCORD_API_URL="discord.com"), 2)


async def test_a_port_in_use_is_told_in_one_line(sandbox: Sandbox, database: Path) -> None:
    port = sandbox.url.rpartition(":")[2]
    process = bot(
        sandbox,
        database,
        DISCORD_TOKEN="",
        PADDOCK_SANDBOX_PORT=port,
        PADDOCK_SANDBOX_DATABASE_URL=kept_at(database),
    )
    assert f"port {port}" in await failed(process, 2)


async def test_a_sandbox_whose_file_is_in_use_is_told_in_one_line(sandbox: Sandbox, database: Path) -> None:
    process = bot(
        sandbox,
        database,
        DISCORD_TOKEN="",
        PADDOCK_SANDBOX_PORT="0",
        PADDOCK_SANDBOX_DATABASE_URL=kept_at(database),
    )
    with kept_world(database.with_name(f"{database.stem}-discord.db"), Clock()):
        assert "The sandbox cannot keep what is posted" in await failed(process, 2)


# ------------------------------------------------------------------------------------------- no token


def kept_at(database: Path) -> str:
    """Say where the sandbox keeps what is played in it; what is posted in it is kept beside that."""
    return f"sqlite+aiosqlite:///{database}"


@SIGNS
async def test_without_a_token_the_sandbox_opens_says_where_to_play_and_stops_at_a_signal(
    tmp_path: Path, sign: signal.Signals
) -> None:
    hosts, own = tmp_path / "paddock.db", tmp_path / "paddock-sandbox.db"
    settings: dict[str, Any] = {
        "PADDOCK_SANDBOX_PORT": "0",
        "PADDOCK_DATABASE_URL": f"sqlite+aiosqlite:///{hosts}",
        "PADDOCK_SANDBOX_DATABASE_URL": kept_at(own),
    }
    async with Process("run", fresh=sign is signal.SIGINT, **settings) as process:
        address = (await process.says("Play at")).split("Play at ")[1].split()[0]
        async with aiohttp.ClientSession() as session, session.get(address) as page:
            assert page.status == 200
            assert "<html" in await page.text()
        await process.says("ready:")
        await stopped(process, sign)
    assert own.exists()
    assert not hosts.exists(), "to the bot in the sandbox a host's servers would be gone"


@asynccontextmanager
async def a_sandbox_as_ana(database: Path) -> AsyncIterator[tuple[Process, UserClient]]:
    """Run `paddock sandbox` and sit down in it, until the block ends."""
    async with Process("sandbox", "--port", "0", PADDOCK_SANDBOX_DATABASE_URL=kept_at(database)) as process:
        address = (await process.says("Play at")).split("Play at ")[1].split("/ ")[0]
        await process.says("ready:")
        async with UserClient(address, "Ana") as ana:
            yield process, ana


async def test_a_sandbox_that_was_killed_goes_on_with_all_that_was_posted_and_with_its_old_buttons(
    tmp_path: Path,
) -> None:
    database = tmp_path / "paddock-sandbox.db"
    async with a_sandbox_as_ana(database) as (process, ana):
        table = await start_table(ana, computers=2)
        desk = await desk_of(ana, table)
        files = await ana.attachments(desk)
        process.kill()
    async with a_sandbox_as_ana(database) as (_, ana):
        (again,) = await ana.history(desk.channel_id)
        assert (again.id, await ana.attachments(again)) == (desk.id, files)
        before = again.text
        await press_at_random(ana, again, Random(1))
        await ana.wait_for(lambda: again.text != before, PATIENCE, "the same desk after the press")
        assert find_desk(ana, table) is again
