"""Trouble on demand: requests that fail, requests that take their time."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(slots=True)
class Fault:
    """What happens to the next `times` requests of a method whose path matches."""

    method: str
    path: re.Pattern[str]
    times: int
    status: int | None = None
    seconds: float = 0.0
    after: bool = False


class Faults:
    """The trouble that a test has ordered."""

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

    def clear(self) -> None:
        """Forget all trouble."""
        self._ordered.clear()

    def strike(self, method: str, path: str) -> list[Fault]:
        """Return the trouble that befalls a request, and count it."""
        if not self._ordered:
            return []
        struck = [f for f in self._ordered if f.method in (method, "*") and f.path.search(path)]
        for fault in struck:
            fault.times -= 1
        self._ordered = [fault for fault in self._ordered if fault.times > 0]
        return struck
