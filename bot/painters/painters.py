"""The painters of a bot: as many as are needed, up to a number."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.painters.errors import PainterError
from bot.painters.painter import Painter


class Painters:
    """A few painters; each is started when all others are at work."""

    def __init__(self, most: int) -> None:
        self._every = [Painter() for _ in range(most)]
        self._idle = self._every.copy()
        self._is_closed = False

    @property
    def pids(self) -> list[int]:
        """The numbers of their processes."""
        return [painter.pid for painter in self._every if painter.pid is not None]

    async def draw(self, call: bytes) -> Any:
        """Have a pickled call made, of which there are never more at once than painters; raises `PainterError`."""
        if self._is_closed:
            raise PainterError("nothing is drawn any more")
        painter = self._idle.pop()  # whoever drew last has started already
        try:
            return await painter.draw(call)
        finally:
            self._idle.append(painter)

    async def close(self) -> None:
        """End all processes, and start no more."""
        self._is_closed = True
        await asyncio.gather(*(painter.end() for painter in self._every))
