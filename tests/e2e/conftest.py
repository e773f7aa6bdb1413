"""The real bot on the sandbox: discord.py untouched, a real websocket, real HTTP, a real database file."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from unittest.mock import patch

import pytest

from bot import rooms
from bot.client import Paddock
from bot.db import Database
from bot.serving import connect
from sandbox import Limits, Sandbox, UserClient
from tests import openapi
from tests.e2e.manners import Manners
from tests.e2e.players import PATIENCE
from tests.tables.conftest import new_database
from tests.undrawn import without_drawing
from tests.waiting import until

__all__ = ["new_database"]


@pytest.fixture(autouse=True)
def _undrawn(request: pytest.FixtureRequest) -> Iterator[None]:
    """Leave the drawing out, unless a test is marked as `drawn`."""
    with nullcontext() if request.node.get_closest_marker("drawn") else without_drawing():
        yield


@asynccontextmanager
async def connected(
    sandbox: Sandbox, database: Path, *, pending: tuple[str, ...] = (), heartbeat_timeout: float = 60.0
) -> AsyncIterator[Paddock]:
    """Run the bot in this process against a sandbox, until the block ends; some of its start may be `pending`.

    `heartbeat_timeout` is discord.py's: seconds of silence after which it gives a connection up.
    """
    store = await Database.open(f"sqlite+aiosqlite:///{database}")
    with patch.object(rooms, "SERVERS_APART", 0.1):  # there is one server, and nobody waits for another
        bot = Paddock(store)
        bot._connection.heartbeat_timeout = heartbeat_timeout
    task = asyncio.create_task(connect(bot, sandbox.token, sandbox.api_url))
    try:
        await until(lambda: bot.startup.pending == pending)
        yield bot
    finally:
        await bot.stop()
        await asyncio.gather(task, return_exceptions=True)
        await store.close()


@pytest.fixture
def database(tmp_path: Path, new_database: Path) -> Path:
    """Where the bot keeps everything."""
    return Path(shutil.copy(new_database, tmp_path))


@pytest.fixture
async def sandbox(request: pytest.FixtureRequest) -> AsyncIterator[Sandbox]:
    """A Discord of our own; every request of the bot and every answer is held against Discord's description.

    Nothing that the bot asks for is refused, unless a test is marked as `refused`: there it cannot know better.

    People wait longer for a first answer than Discord lets them: how fast the bot is depends on the machine, and is
    measured by `paddock bench bot`. That it answers before it waits for anything else is tried in `test_presses`.
    """
    async with Sandbox(limits=Limits.off(), first_answer_seconds=PATIENCE / 2) as sandbox:
        mismatches: list[Exception] = []

        def hold_against_description(exchange: openapi.Exchange) -> None:
            try:
                openapi.check(exchange)
            except AssertionError as mismatch:
                mismatches.append(mismatch)

        manners = Manners()
        sandbox.exchanges.hooks += [hold_against_description, manners.watch]
        yield sandbox
        assert not mismatches, mismatches[0]
        assert not manners.deprecated
        assert not manners.refused or request.node.get_closest_marker("refused")


@pytest.fixture
async def bot(sandbox: Sandbox, database: Path) -> AsyncIterator[Paddock]:
    """The bot, connected."""
    async with connected(sandbox, database) as bot:
        yield bot


@pytest.fixture
async def ana(sandbox: Sandbox, bot: Paddock) -> AsyncIterator[UserClient]:
    """Ana, who owns the server."""
    async with sandbox.user("Ana") as ana:
        yield ana


@pytest.fixture
async def ben(sandbox: Sandbox, bot: Paddock) -> AsyncIterator[UserClient]:
    """Ben, a member."""
    async with sandbox.user("Ben") as ben:
        yield ben


@pytest.fixture
async def cleo(sandbox: Sandbox, bot: Paddock) -> AsyncIterator[UserClient]:
    """Cleo, another member."""
    async with sandbox.user("Cleo") as cleo:
        yield cleo
