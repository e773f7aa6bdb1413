"""Faults on demand: requests that fail, requests that take long."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Hold:
    """A request that waits: `arrived` is set once it is there, and whoever sets `let_go` has it served."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` requests of a method whose path matches."""

    method: str
    path: re.Pattern[str]
    times: int
    status: int | None = None
    seconds: float = 0.0
    after: bool = False
    hold: Hold | None = None

    async def wait(self) -> None:
        """Let the request wait for as long as was ordered."""
        if self.hold:
            self.hold.arrived.set()
            await self.hold.let_go.wait()
        await asyncio.sleep(self.seconds)


class Faults:
    """The faults that a test has ordered."""

    def __init__(self) -> None:
        self._ordered: list[Fault] = []

    def fail(self, method: str, path: str, status: int = 500, times: int = 1, *, after: bool = False) -> None:
        """Answer the next requests with a status; `after` serving them, as if only the answer had been lost.

        `path` is a regular expression searched in the path below `/api/v10`.
        """
        self._ordered.append(Fault(method, re.compile(path), times, status, after=after))

    def delay(self, method: str, path: str, seconds: float, times: int = 1) -> None:
        """Let the next requests wait before they are served."""
        self._ordered.append(Fault(method, re.compile(path), times, seconds=seconds))

    def hold(self, method: str, path: str) -> Hold:
        """Let the next request wait, before it is served, until it is let go."""
        hold = Hold()
        self._ordered.append(Fault(method, re.compile(path), 1, hold=hold))
        return hold

    def clear(self) -> None:
        """Drop every order."""
        self._ordered.clear()

    def met_by(self, method: str, path: str) -> list[Fault]:
        """Return the faults that a request meets, and count them."""
        if not self._ordered:
            return []
        met = [f for f in self._ordered if f.method in (method, "*") and f.path.search(path)]
        for fault in met:
            fault.times -= 1
        self._ordered = [fault for fault in self._ordered if fault.times > 0]
        return met
