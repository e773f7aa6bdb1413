"""Asks Discord again at once where asking twice does what asking once does: edits, deletions, first answers.

Posts are made again by the outbox, under their names; what is asked for here has nobody else who would try it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.outbox import Retryable

T = TypeVar("T")

PAUSES = (0.2, 0.8)
"""Seconds before each further try."""

WITHIN = 5.0
"""Seconds after which no further try begins: a request that took so long holds up others besides."""


async def insist(request: Callable[[], Awaitable[T]], within: float = WITHIN) -> T:
    """Make a request that raises `Retryable` up to three times, beginning none later than `within` seconds."""
    loop = asyncio.get_running_loop()
    ends_at = loop.time() + within
    for pause in PAUSES:
        try:
            return await request()
        except Retryable as trouble:
            rest = max(pause, trouble.after)
            if loop.time() + rest > ends_at:
                raise
        await asyncio.sleep(rest)
    return await request()
