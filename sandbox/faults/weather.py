"""Faults at random: how often each kind strikes, and a seed that decides which request or event it strikes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType

from sandbox.faults.kinds import OF_EVENTS, OF_GATEWAY, OF_INTERACTIONS, Kind
from sandbox.faults.ordered import Fault

STATUSES = (500, 502, 503, 504)
"""Of what is broken. Source: Discord, "Opcodes and Status Codes": HTTP response codes."""

ROUGH: Mapping[Kind, float] = MappingProxyType(
    {
        Kind.LIMITED: 0.01,
        Kind.SHARED: 0.003,
        Kind.GLOBAL: 0.002,
        Kind.BANNED: 0.002,
        Kind.EXPIRED: 0.003,
        Kind.BROKEN: 0.01,
        Kind.DONE_BROKEN: 0.005,
        Kind.SLOW: 0.01,
        Kind.DONE_SLOW: 0.01,
        Kind.CUT: 0.004,
        Kind.DONE_CUT: 0.004,
        Kind.RESET: 0.004,
        Kind.DONE_RESET: 0.004,
        Kind.LOST: 0.002,
        Kind.DOUBLED: 0.02,
        Kind.REORDERED: 0.02,
        Kind.DROPPED: 0.001,
        Kind.FORGOTTEN: 0.0005,
        Kind.RECONNECT: 0.001,
        Kind.INVALID: 0.0005,
        Kind.INVALID_RESUMABLE: 0.0005,
        Kind.FROZEN: 0.0005,
    }
)
"""A bad day: about every thirteenth request meets something, and every twentieth event."""


class Weather:
    """Draws what requests, events and the gateway meet.

    The same seed draws the same for the same requests and events in the same order. Which order it is in a bot of
    many tasks, no seed decides.
    """

    def __init__(
        self,
        seed: int | str,
        chances: Mapping[Kind, float] = ROUGH,
        *,
        times: float = 1.0,
        longest: float = 2.0,
    ) -> None:
        """`chances` are probabilities by kind, of a request or of an event, all of them `times` as high.

        What waits, or has to, waits for `longest` seconds at most; a connection freezes for five times as long.
        """
        self.chances = {kind: chance * times for kind, chance in chances.items()}
        self.longest = longest
        self.struck: Counter[Kind] = Counter()
        """How often each kind has struck."""
        self._requests = Random(f"{seed} requests")  # noqa: S311 - weather, not luck
        self._events = Random(f"{seed} events")  # noqa: S311 - as above

    def request(self, path: str) -> Fault | None:
        """Draw what a request meets."""
        kinds = [kind for kind in Kind if kind.is_of_requests]
        kind = self._drawn(self._requests, kinds)
        seconds, status = self._requests.uniform(0.05, self.longest), self._requests.choice(STATUSES)
        if kind is None or (kind in OF_INTERACTIONS and not may_be_interaction(kind, path)):
            return None
        self.struck[kind] += 1
        return Fault(kind, status=status, seconds=round(seconds, 3))

    def event(self) -> Kind | None:
        """Draw what an event meets."""
        return self._noted(self._drawn(self._events, OF_EVENTS))

    def gateway(self) -> tuple[Kind, float] | None:
        """Draw what befalls every connection with an event, and for how many seconds if it passes."""
        kind = self._noted(self._drawn(self._events, OF_GATEWAY))
        return (kind, 5 * self._events.uniform(0.05, self.longest)) if kind else None

    def _noted(self, kind: Kind | None) -> Kind | None:
        if kind:
            self.struck[kind] += 1
        return kind

    def _drawn(self, luck: Random, kinds: Sequence[Kind]) -> Kind | None:
        """Draw at most one of some kinds, with one number."""
        number = luck.random()
        for kind in kinds:
            number -= self.chances.get(kind, 0.0)
            if number < 0:
                return kind
        return None


def may_be_interaction(kind: Kind, path: str) -> bool:
    """Whether a path is that of an answer to an interaction that can meet this kind."""
    is_first = path.startswith("/interactions/")
    return is_first or (kind is Kind.EXPIRED and path.startswith("/webhooks/"))
