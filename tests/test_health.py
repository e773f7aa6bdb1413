"""Whoever looks after the bot hears whether it is alive and ready."""

from __future__ import annotations

import socket

import aiohttp
import pytest

from bot.environment import BadEnvironment, read_environment
from bot.health import Health, served


def a_free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def asked(port: int, path: str) -> tuple[int, object]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.json()


async def test_it_is_alive_from_the_first_moment_and_ready_when_nothing_is_pending() -> None:
    port, health = a_free_port(), Health()
    async with served(health, ("127.0.0.1", port)):
        assert await asked(port, "/live") == (200, {"pending": ["database"]})
        assert await asked(port, "/ready") == (503, {"pending": ["database"]})
        health.pending = lambda: ("clocks", "shard 3")
        assert await asked(port, "/ready") == (503, {"pending": ["clocks", "shard 3"]})
        health.pending = lambda: ()
        assert await asked(port, "/ready") == (200, {"pending": []})


async def test_without_an_address_nothing_is_served() -> None:
    async with served(Health(), None):
        pass


@pytest.mark.parametrize("wrong", ["8090", "localhost", "localhost:http", "localhost:70000", ":8090"])
def test_an_address_that_is_none_is_refused_with_what_is_expected(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("PADDOCK_HEALTH", wrong)
    with pytest.raises(BadEnvironment, match="PADDOCK_HEALTH: a host and a port such as"):
        read_environment()


@pytest.mark.parametrize(
    ("said", "address"),
    [("", None), ("127.0.0.1:8090", ("127.0.0.1", 8090)), ("[::1]:8090", ("::1", 8090))],
)
def test_an_address_is_a_host_and_a_port(
    monkeypatch: pytest.MonkeyPatch, said: str, address: tuple[str, int] | None
) -> None:
    monkeypatch.setenv("PADDOCK_HEALTH", said)
    assert read_environment().health_address == address
