"""By how much the event loop is late: while it is, nobody's press is acknowledged."""

from __future__ import annotations

import asyncio

from prometheus_client import CollectorRegistry, Histogram

TICK = 0.1
"""Seconds between two looks."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)


class EventLoopDelay:
    """Rings again and again, and notes by how much each ring comes late."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._late = Histogram(
            "paddock_event_loop_delay_seconds",
            "By how much the event loop is late.",
            registry=registry,
            buckets=SECONDS,
        )
        self._alarm: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begin to look."""
        loop = asyncio.get_running_loop()
        self._alarm = loop.call_at(loop.time() + TICK, self._ring)

    def stop(self) -> None:
        """Look no more."""
        if self._alarm:
            self._alarm.cancel()

    def _ring(self) -> None:
        assert self._alarm
        self._late.observe(max(0.0, asyncio.get_running_loop().time() - self._alarm.when()))
        self.start()
