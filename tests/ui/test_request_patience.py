"""What is asked of Discord comes in time, or has failed; what takes long to send has the time for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from aiohttp import ClientSession, web

from bot.ui import request_patience

SLICE = 16_384


class Edge:
    """A server that reads slowly, and answers with what it is told to."""

    def __init__(self) -> None:
        self.seconds_a_slice = 0.0
        self.seconds_to_answer = 0.0
        self.status, self.headers = 200, dict[str, str]()
        self.asked: list[str] = []
        self.url = ""

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        async for _ in request.content.iter_chunked(SLICE):
            await asyncio.sleep(self.seconds_a_slice)
        await asyncio.sleep(self.seconds_to_answer)
        return web.Response(status=self.status, headers=self.headers)


@pytest.fixture
async def edge() -> AsyncIterator[Edge]:
    made, app = Edge(), web.Application(client_max_size=2**30)
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield made
    await runner.cleanup()


@pytest.fixture
async def session(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ClientSession]:
    monkeypatch.setattr(request_patience, "REQUEST", 0.2)
    async with ClientSession() as made:
        client: Any = SimpleNamespace(http=SimpleNamespace(_HTTPClient__session=made))
        request_patience.bound_requests(client)
        yield made


async def test_what_takes_long_to_send_has_the_time_for_it(edge: Edge, session: ClientSession) -> None:
    edge.seconds_a_slice = 0.02
    began = time.monotonic()
    async with session.post(f"{edge.url}/export", data=b"x" * (40 * SLICE)) as answer:
        assert answer.status == 200
    assert time.monotonic() - began > request_patience.REQUEST


async def test_what_is_not_answered_has_failed(edge: Edge, session: ClientSession) -> None:
    edge.seconds_to_answer = 30
    with pytest.raises(TimeoutError):
        await session.post(f"{edge.url}/messages", data=b"x")


async def test_an_answer_that_breaks_off_without_a_word_has_failed(
    session: ClientSession,
) -> None:
    async def half(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
        await reader.read()
        writer.close()

    async with await asyncio.start_server(half, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(TimeoutError):
            await session.get(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize(
    ("headers", "is_of_all"),
    [
        ({"Via": "1.1 google", "X-RateLimit-Global": "true"}, True),
        ({}, True),
        ({"Via": "1.1 google", "X-RateLimit-Scope": "shared"}, False),
    ],
    ids=["global", "the edge", "shared"],
)
async def test_while_a_long_rate_limit_holds_nothing_is_asked_for_to_which_it_applies(
    edge: Edge, session: ClientSession, headers: dict[str, str], is_of_all: bool
) -> None:
    edge.status, edge.headers = 429, {**headers, "Retry-After": "61"}
    for _ in range(3):
        with pytest.raises(discord.RateLimited) as limited:
            await session.post(f"{edge.url}/users/@me/channels")
        assert 60 < limited.value.retry_after <= 61
    assert edge.asked == ["/users/@me/channels"]

    edge.status, edge.headers = 200, {}
    for path in ("/interactions/1/token/callback", "/webhooks/1/token/messages/@original"):
        async with session.post(f"{edge.url}{path}") as answer:
            assert answer.status == 200
    if is_of_all:
        with pytest.raises(discord.RateLimited):
            await session.post(f"{edge.url}/channels/2/messages")
    else:
        async with session.post(f"{edge.url}/channels/2/messages") as answer:
            assert answer.status == 200


async def test_a_short_rate_limit_is_waited_for_by_who_asks(edge: Edge, session: ClientSession) -> None:
    edge.status, edge.headers = 429, {"Via": "1.1 google", "Retry-After": "2"}
    async with session.post(f"{edge.url}/channels/2/messages") as answer:
        assert answer.status == 429
