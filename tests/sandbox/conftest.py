"""A sandbox for every test, whose every exchange has to be as Discord describes it."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands

from sandbox import Limits, Sandbox
from sandbox.model import Channel
from tests.openapi import check
from tests.waiting import until

PATIENCE = 60.0
"""Seconds in which whatever is bound to come has come, however busy the machine is."""


@dataclass
class Answer:
    """A REST answer."""

    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        return self.body["code"]

    def errors_at(self, *path: str) -> list[str]:
        """The codes of the form errors at a path."""
        node = self.body["errors"]
        for key in path:
            node = node[key]
        return [error["code"] for error in node["_errors"]]


class Api:
    """REST as the bot, without discord.py."""

    def __init__(self, sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
        self.sandbox = sandbox
        self.session = session

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        files: dict[str, bytes] | None = None,
        **headers: str,
    ) -> Answer:
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for index, (name, data) in enumerate(files.items()):
                form.add_field(
                    f"files[{index}]",
                    io.BytesIO(data),
                    filename=name,
                    content_type="application/octet-stream",
                )
            sent: dict[str, Any] = {"data": form}
        else:
            sent = {} if body is None else {"json": body}
        authorised = {"Authorization": f"Bot {self.sandbox.token}", **headers}
        url = self.sandbox.api_url + path
        async with self.session.request(method, url, headers=authorised, **sent) as response:
            text = await response.text()
            if text:
                assert response.headers["Content-Type"] == "application/json"
            return Answer(response.status, json.loads(text) if text else None, response.headers)

    async def say(self, channel: Channel, **body: Any) -> Answer:
        """Post a message."""
        return await self("POST", f"/channels/{channel.id}/messages", body)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(limits=Limits.off()) as sandbox:
        sandbox.exchanges.keep = True
        yield sandbox
    for exchange in sandbox.exchanges.kept:
        check(exchange)


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def api(sandbox: Sandbox, session: aiohttp.ClientSession) -> Api:
    return Api(sandbox, session)


@pytest.fixture
def channel(sandbox: Sandbox) -> Channel:
    return sandbox.guild.channel("race-night")


class TinyBot(discord.AutoShardedClient):
    """A bot on discord.py, untouched, with a command tree."""

    def __init__(self, **options: Any) -> None:
        intents = options.pop("intents", discord.Intents(guilds=True))
        super().__init__(intents=intents, guild_ready_timeout=0.05, **options)
        self.tree = app_commands.CommandTree(self)

    async def close(self) -> None:
        await super().close()
        # discord.py leaves its connector to close in the loop's next turns.
        await asyncio.sleep(0)


@pytest.fixture
def connected(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """Connect a bot to a sandbox for a while: `async with connected(bot, sandbox): …`."""

    @contextlib.asynccontextmanager
    async def connect(bot: discord.Client, sandbox: Sandbox) -> AsyncIterator[None]:
        monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_url)
        gateway = yarl.URL(sandbox.gateway_url)
        monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
        running = asyncio.create_task(bot.start(sandbox.token))
        try:
            ready = asyncio.create_task(bot.wait_until_ready())
            await asyncio.wait([ready, running], return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                await running
            await until(lambda: not any(guild.unavailable for guild in bot.guilds))
            yield
        finally:
            await bot.close()
            await asyncio.gather(running, return_exceptions=True)

    return connect
