"""Who hears that a table changed, once that is committed."""

from __future__ import annotations

from collections.abc import Callable

from bot.tables.step import Made

Watcher = Callable[[str], object]
"""Told the id of a table after a change of it is committed."""


class Watchers:
    """Those who are told of every change, in the order in which they began to watch."""

    def __init__(self) -> None:
        self._watchers: list[Watcher] = []
        self.made: Made | None = None
        """What the step has made of the table of which is told just now; None: it has to be read."""

    def add(self, watcher: Watcher) -> None:
        """Have `watcher` told after every change."""
        self._watchers.append(watcher)

    def tell(self, table_id: str, made: Made | None = None) -> None:
        """Tell every watcher that a table changed."""
        self.made = made
        try:
            for watcher in self._watchers:
                watcher(table_id)
        finally:
            self.made = None
