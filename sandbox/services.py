"""What REST, gateway and user side share."""

from __future__ import annotations

from dataclasses import dataclass, field

from sandbox.exchanges import Exchanges
from sandbox.faults import Faults
from sandbox.interactions import Interactions
from sandbox.limits import RateLimiter
from sandbox.world import World


@dataclass(slots=True)
class Services:
    """One sandbox's parts."""

    world: World
    interactions: Interactions
    limiter: RateLimiter
    token: str
    shards: int = 1
    """How many shards `GET /gateway/bot` recommends."""
    max_concurrency: int = 1
    """How many rate limit keys of IDENTIFY there are."""
    privileged: int = 0
    """Privileged intents that are switched on for the application."""
    gateway_url: str = ""
    faults: Faults = field(default_factory=Faults)
    exchanges: Exchanges = field(default_factory=Exchanges)
