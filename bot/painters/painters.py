"""The painters of a bot: as many as are needed, up to a number."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.painters.painter import Painter
from bot.remembered import Remembered

LONGEST_IN_PARTS = 300.0
"""Seconds after which what is drawn between other things is given up."""

REMEMBERED = 1000
"""Of how many tables it is known who drew them last."""


class Painters:
    """A few painters; each is started when all others are at work.

    Pictures of a table go to whoever drew it last, if that one is idle: most of them is as it was in the one before,
    and every painter keeps of it what it has drawn itself. What is drawn in parts holds up nobody for longer than one
    of them takes.
    """

    def __init__(self, most: int) -> None:
        self._every = [Painter() for _ in range(most)]
        self._idle = self._every.copy()
        self._at_long = set[Painter]()
        self._drew = Remembered[str, Painter](REMEMBERED)

    @property
    def pids(self) -> list[int]:
        """The numbers of their processes."""
        return [painter.pid for painter in self._every if painter.pid is not None]

    async def draw(self, call: bytes, table_id: str | None = None) -> Any:
        """Have a pickled call made, of which there are never more at once than painters; raises `PainterError`.

        `table_id` is the table whose picture it draws, if it is one's.
        """
        painter = self._free(table_id)
        try:
            return await painter.draw(call)
        finally:
            self._idle.append(painter)

    async def draw_in_parts(self, call: bytes) -> Any:
        """Have a pickled call made that returns a generator, between others; raises `PainterError`.

        There are never more of them at once than painters.
        """
        painter = self._for_parts()
        self._at_long.add(painter)
        try:
            return await painter.draw(call, LONGEST_IN_PARTS)
        finally:
            self._at_long.remove(painter)

    def _for_parts(self) -> Painter:
        """Return one that draws nothing in parts yet: one that is idle and started, if there is such a one."""
        free = [painter for painter in self._every if painter not in self._at_long]
        return min(free, key=lambda painter: (painter.pid is None, painter not in self._idle))

    def _free(self, table_id: str | None) -> Painter:
        painter = self._drew.get(table_id) if table_id else None
        if painter in self._idle:
            self._idle.remove(painter)
        else:
            # Whoever drew last has started already.
            ready = (each for each in reversed(self._idle) if each.pid and each not in self._at_long)
            painter = next(ready, self._idle[-1])
            self._idle.remove(painter)
        if table_id:
            self._drew[table_id] = painter
        return painter

    async def close(self) -> None:
        """End all processes and start no more; what is being drawn is given up."""
        await asyncio.gather(*(painter.close() for painter in self._every))
