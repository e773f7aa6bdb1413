"""What the process asks Discord for, and how quickly it is answered."""

from __future__ import annotations

from time import perf_counter
from types import SimpleNamespace

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)


class Requests:
    """Counts and times the requests of discord.py, which tells of them through aiohttp's tracing."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._requests = Counter(
            "paddock_discord_requests",
            "Requests to Discord; the status is `none` where no answer came.",
            ("method", "status"),
            registry=registry,
        )
        self._seconds = Histogram(
            "paddock_discord_request_seconds",
            "From a request to the head of its answer.",
            ("method",),
            registry=registry,
            buckets=SECONDS,
        )
        self.trace = aiohttp.TraceConfig()
        self.trace.on_request_start.append(self._begin)
        self.trace.on_request_end.append(self._end)
        self.trace.on_request_exception.append(self._fail)

    async def _begin(
        self,
        _session: aiohttp.ClientSession,
        context: SimpleNamespace,
        _facts: aiohttp.TraceRequestStartParams,
    ) -> None:
        context.began = perf_counter()

    async def _end(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, facts: aiohttp.TraceRequestEndParams
    ) -> None:
        status = facts.response.status
        self._seconds.labels(facts.method).observe(perf_counter() - context.began)
        self._requests.labels(facts.method, status).inc()

    async def _fail(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        facts: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._requests.labels(facts.method, "none").inc()
