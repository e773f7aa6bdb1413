"""Metrics that nobody moves: requests, the event loop, the log, and the state of a client."""

from __future__ import annotations

import asyncio
import logging
import math
import platform
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sized
from contextlib import asynccontextmanager
from importlib.metadata import version
from time import perf_counter
from types import SimpleNamespace
from typing import NamedTuple, Protocol

import aiohttp
from prometheus_client import Counter, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot.db import Database
from bot.logs import OURS, level_of
from bot.metrics import counted, stored
from bot.metrics.stored import Clocks

TICK = 0.1
"""Seconds between two looks at the event loop."""

REQUESTS = Counter(
    "paddock_discord_requests",
    "Requests to Discord; the status is `none` where no answer came.",
    ("method", "status"),
    registry=counted.REGISTRY,
)
REQUEST = Histogram(
    "paddock_discord_request_seconds",
    "From a request to the head of its answer.",
    ("method",),
    registry=counted.REGISTRY,
    buckets=(0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
LATE = Histogram(
    "paddock_event_loop_delay_seconds",
    "By how much the event loop is late.",
    registry=counted.REGISTRY,
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)


class Shard(Protocol):
    """What discord.py knows of a shard."""

    @property
    def latency(self) -> float:
        """Seconds between a heartbeat and its answer; infinite or not a number before the first."""


class Watched(NamedTuple):
    """A client, as it is looked at whenever the metrics are asked for."""

    shards: Callable[[], Mapping[int, Shard]]
    """Those of this process, as they are connected."""
    render_workers: Callable[[], int]
    """How many there are."""
    database: Database
    clocks: Clocks


class Latencies(Collector):
    """How long each shard's heartbeats take."""

    def __init__(self) -> None:
        self.shards: Callable[[], Mapping[int, Shard]] = dict

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Return the latencies at this moment."""
        latency = GaugeMetricFamily(
            "paddock_gateway_latency_seconds", "From a heartbeat to its answer.", labels=("shard",)
        )
        for number, shard in self.shards().items():
            if math.isfinite(shard.latency):
                latency.add_metric([str(number)], shard.latency)
        yield latency


LATENCIES = Latencies()
counted.REGISTRY.register(LATENCIES)


@asynccontextmanager
async def process_watched(pending: Callable[[], Sized]) -> AsyncIterator[None]:
    """Watch the event loop, the log, and what is `pending` while the block runs."""
    counted.BUILD.info({"version": version("paddock"), "python": platform.python_version()})
    counted.PENDING.set_function(lambda: len(pending()))
    counting = LineCounter()
    logging.getLogger().addHandler(counting)
    ticking = asyncio.create_task(watch_event_loop(), name="event loop delay")
    try:
        yield
    finally:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)
        logging.getLogger().removeHandler(counting)


@asynccontextmanager
async def client_watched(watched: Watched) -> AsyncIterator[None]:
    """Look at a client's shards and processes that draw, and at its database, while the block runs."""
    LATENCIES.shards = watched.shards
    counted.RENDER_WORKERS.set_function(watched.render_workers)
    counted.WRITABLE.set_function(lambda: watched.database.is_writable)
    following = asyncio.create_task(stored.follow(watched.database, watched.clocks), name="metrics")
    try:
        yield
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)


async def watch_event_loop() -> None:
    """Note again and again by how much the event loop is late: meanwhile no press is acknowledged."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        LATE.observe(max(0.0, loop.time() - due))


class LineCounter(logging.Handler):
    """Counts warnings and errors by their logger: modules of ours, libraries as a whole."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        package = record.name.partition(".")[0]
        counted.LINES.labels(level_of(record), record.name if package in OURS else package).inc()


def requests_traced() -> aiohttp.TraceConfig:
    """Return what counts and times the requests of one client."""
    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(_begin)
    trace.on_request_end.append(_end)
    trace.on_request_exception.append(_fail)
    return trace


async def _begin(
    _session: aiohttp.ClientSession, context: SimpleNamespace, _facts: aiohttp.TraceRequestStartParams
) -> None:
    context.began = perf_counter()


async def _end(
    _session: aiohttp.ClientSession, context: SimpleNamespace, facts: aiohttp.TraceRequestEndParams
) -> None:
    REQUEST.labels(facts.method).observe(perf_counter() - context.began)
    REQUESTS.labels(facts.method, facts.response.status).inc()


async def _fail(
    _session: aiohttp.ClientSession, _context: SimpleNamespace, facts: aiohttp.TraceRequestExceptionParams
) -> None:
    REQUESTS.labels(facts.method, "none").inc()
