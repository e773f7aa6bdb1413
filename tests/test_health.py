"""Whoever looks after the bot hears whether it is alive and ready."""

from __future__ import annotations

import socket

import aiohttp
import pytest
from prometheus_client import CollectorRegistry, Counter
from prometheus_client.parser import text_string_to_metric_families

from bot.environment import BadEnvironment, read_environment
from bot.health import OLD_NAMES, Health, served


def a_free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def asked(port: int, path: str) -> tuple[int, object]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status, await answer.json()


async def test_it_is_alive_from_the_first_moment_and_ready_when_nothing_is_pending() -> None:
    port, health = a_free_port(), Health()
    async with served(health, CollectorRegistry(), ("127.0.0.1", port)):
        assert await asked(port, "/healthz") == (200, {"pending": ["database"]})
        assert await asked(port, "/readyz") == (503, {"pending": ["database"]})
        health.pending = lambda: ("clocks", "shard 3")
        assert await asked(port, "/readyz") == (503, {"pending": ["clocks", "shard 3"]})
        health.pending = lambda: ()
        assert await asked(port, "/readyz") == (200, {"pending": []})


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
async def test_the_old_addresses_answer_as_the_new_ones_do(old: str, new: str) -> None:
    port = a_free_port()
    async with served(Health(), CollectorRegistry(), ("127.0.0.1", port)):
        assert await asked(port, old) == await asked(port, new)


async def test_what_is_counted_is_told_as_prometheus_reads_it() -> None:
    port, registry = a_free_port(), CollectorRegistry()
    Counter("paddock_things", "Things.", ("kind",), registry=registry).labels("small").inc(3)
    async with (
        served(Health(), registry, ("127.0.0.1", port)),
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        (told, *_) = text_string_to_metric_families(await answer.text())
        assert answer.content_type == "text/plain"
    assert (told.name, told.samples[0].labels, told.samples[0].value) == (
        "paddock_things",
        {"kind": "small"},
        3,
    )


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
