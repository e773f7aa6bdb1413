"""How the shards of this process are connected, as discord.py has it at the moment somebody asks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector


class Shard(Protocol):
    """What discord.py knows of a shard."""

    @property
    def latency(self) -> float:
        """Seconds between a heartbeat and its answer; infinite or not a number before the first."""


class Gateway(Collector):
    """Counts connections, and tells latencies."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.shards: Callable[[], Mapping[int, Shard]] = dict
        self._connected = Gauge(
            "paddock_gateway_connected", "1 while a shard is connected.", ("shard",), registry=registry
        )
        self._connects = Counter(
            "paddock_gateway_connects",
            "Connections of a shard, by new sessions and by resumed ones.",
            ("shard", "session"),
            registry=registry,
        )
        registry.register(self)

    def connected(self, shard: int, *, resumed: bool) -> None:
        """Count a connection."""
        self._connected.labels(shard).set(1)
        self._connects.labels(shard, "resumed" if resumed else "new").inc()

    def disconnected(self, shard: int) -> None:
        """Note that there is none."""
        self._connected.labels(shard).set(0)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Return how long each shard's heartbeats take, as Prometheus asks for it."""
        latency = GaugeMetricFamily(
            "paddock_gateway_latency_seconds", "From a heartbeat to its answer.", labels=("shard",)
        )
        for number, shard in self.shards().items():
            if math.isfinite(shard.latency):
                latency.add_metric([str(number)], shard.latency)
        yield latency
