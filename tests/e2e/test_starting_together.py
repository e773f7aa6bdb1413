"""Two processes that an operator starts at the same moment, with the same shards or with shards of their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest

from sandbox import Limits, Sandbox
from tests.e2e.processes import Process

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.timeout(600)]


async def test_of_two_that_are_started_at_once_with_the_same_shards_only_one_serves(
    emptied: Callable[[], str],
) -> None:
    url = emptied()
    async with Sandbox(limits=Limits.off(), shards=1) as sandbox, AsyncExitStack() as opened:
        facts = {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "PADDOCK_DATABASE_URL": url,
            "PADDOCK_SHARDS": "0/1",
        }
        twins = [Process("run", **facts) for _ in range(2)]
        for twin in twins:
            await opened.enter_async_context(twin)
        ended = [asyncio.create_task(twin.exit_code()) for twin in twins]
        (done,), (others,) = await asyncio.wait(ended, return_when=asyncio.FIRST_COMPLETED)
        refused, serving = twins[ended.index(done)], twins[ended.index(others)]

        assert await done == 1, refused.lines
        await refused.says("PADDOCK_SHARDS: another process with this database serves 0/1")
        await serving.says("ready:")
        serving.kill()
        await others


async def test_two_that_are_started_at_once_connect_their_shards_one_after_another(
    emptied: Callable[[], str],
) -> None:
    shares = ("0/4", "1-3/4")
    async with Sandbox(limits=Limits.discord(), shards=4) as sandbox, AsyncExitStack() as opened:
        facts = {
            "DISCORD_TOKEN": sandbox.token,
            "DISCORD_API_URL": sandbox.api_url,
            "PADDOCK_DATABASE_URL": emptied(),
        }
        both = [Process("run", fresh=True, **facts, PADDOCK_SHARDS=share) for share in shares]
        for each in both:
            await opened.enter_async_context(each)
        for each in both:
            await each.says("ready:")
        assert {session.shard for session in sandbox.gateway.sessions.values()} == {0, 1, 2, 3}
        assert sandbox.gateway.too_soon == 0
        for each in both:
            each.kill()
            await each.exit_code()
