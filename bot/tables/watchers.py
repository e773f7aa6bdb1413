"""Who hears that a table changed, once that is committed."""

from __future__ import annotations

from collections.abc import Callable

Watcher = Callable[[str], object]
"""Told the id of a table after a change of it is committed."""


class Watchers:
    """Those who are told of every change, in the order in which they began to watch."""

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []

    def add(self, watcher: Watcher) -> None:
        """Have `watcher` told after every change."""
        self._watchers.append(watcher)

    def tell(self, table_id: str) -> None:
        """Tell every watcher that a table changed."""
        for watcher in self._watchers:
            watcher(table_id)
