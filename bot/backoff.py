"""Pauses between tries of what fails: longer each time, until it is done."""

from __future__ import annotations

from collections.abc import Hashable


class Backoff:
    """Says, by key, how long to wait before the next try: from the first pause to the longest, doubled each time."""

    def __init__(self, first: float, longest: float) -> None:
        """Both are in seconds."""
        self._first = first
        self._longest = longest
        self._next: dict[Hashable, float] = {}

    def __contains__(self, key: Hashable) -> bool:
        """Whether it failed the last time it was tried."""
        return key in self._next

    def pause(self, key: Hashable = None) -> float:
        """Note that it failed; return in how many seconds to try it again."""
        pause = self._next.get(key, self._first)
        self._next[key] = min(self._longest, pause * 2)
        return pause

    def over(self, key: Hashable = None) -> None:
        """Note that it is done, or is not tried any more: what fails next begins with the first pause."""
        self._next.pop(key, None)
