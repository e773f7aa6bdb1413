"""`paddock run` as whoever looks after it sees it: its addresses, and its log where a program reads it."""

from __future__ import annotations

import json
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from sandbox import Sandbox
from tests.e2e.processes import bot
from tests.test_health import a_free_port

pytestmark = pytest.mark.e2e


async def test_a_process_tells_how_it_is_what_it_counts_and_what_happens(
    sandbox: Sandbox, database: Path
) -> None:
    at = f"127.0.0.1:{a_free_port()}"
    async with (
        bot(sandbox, database, PADDOCK_HEALTH=at, PADDOCK_LOG_FORMAT="") as process,
        aiohttp.ClientSession(f"http://{at}") as session,
    ):
        said = json.loads(await process.says("ready:"))
        assert (said["level"], said["message"]) == ("info", "ready: everything is taken up")
        async with session.get("/readyz") as ready, session.get("/healthz") as live:
            assert (ready.status, live.status) == (200, 200)
        async with session.get("/metrics") as answer:
            families = {family.name: family for family in text_string_to_metric_families(await answer.text())}
    (connected,) = families["paddock_gateway_connected"].samples
    assert (connected.labels, connected.value) == ({"shard": "0"}, 1)
    assert families["paddock_pending"].samples[0].value == 0
    assert {sample.labels["access"] for sample in families["paddock_database_statements"].samples} == {
        "reading",
        "writing",
    }
