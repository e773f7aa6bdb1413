"""A lane on which one goes at a time, so that presses come in between."""

from __future__ import annotations

import asyncio


class Lane:
    """Has steps that take a while made one at a turn of the event loop.

    To lay out a post takes a millisecond, and to hand it to Discord another one. At a move there are three at once, and
    a press that came meanwhile would wait for its acknowledgement until all of them are done. What is laid out is laid
    out at once from a look that is fresh: only what hands it on waits.
    """

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def turn(self) -> None:
        """Let whatever came meanwhile go first, and return when it is one's turn to take a while."""
        async with self._free:
            await asyncio.sleep(0)
