"""One fault that requests meet: which requests, how often, and what they meet."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from sandbox.faults.kinds import Kind


@dataclass(frozen=True, slots=True)
class Hold:
    """A request that waits: `arrived` is set once it is there, and whoever sets `let_go` has it served."""

    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    let_go: asyncio.Event = field(default_factory=asyncio.Event)


ANY = re.compile("")


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` requests of a method whose path matches."""

    kind: Kind
    method: str = "*"
    path: re.Pattern[str] = ANY
    times: int = 1
    status: int = 500
    """Of `BROKEN`, `DONE_BROKEN` and `CUT`."""
    seconds: float = 0.0
    """How long it waits, or has to wait by what a rate limit says."""
    is_html: bool = True
    """Whether a status is answered by Cloudflare's page, and not in JSON."""
    hold: Hold | None = None

    def meets(self, method: str, path: str) -> bool:
        """Whether a request meets it."""
        return self.method in (method, "*") and self.path.search(path) is not None

    async def wait(self) -> None:
        """Let the request, or its answer, wait for as long as was ordered."""
        if self.hold:
            self.hold.arrived.set()
            await self.hold.let_go.wait()
        if self.kind in (Kind.SLOW, Kind.DONE_SLOW):
            await asyncio.sleep(self.seconds)
