"""Trying again while another process holds the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.store.sqlite import is_busy

PATIENCE = 30.0
"""Seconds until a database that stays busy is given up."""
FIRST_PAUSE = 0.005
LONGEST_PAUSE = 0.25
"""Seconds between tries: doubled each time from the first to the longest."""

log = logging.getLogger(__name__)

Answer = TypeVar("Answer")


async def patiently(
    attempt: Callable[[], Awaitable[Answer]], told: Callable[[], object] = lambda: None
) -> Answer:
    """Await `attempt()` anew while it fails because the database is busy, with growing pauses.

    `told` hears of every attempt that failed so. After `PATIENCE` seconds the last error is raised; any other error is
    raised at once.
    """
    clock = asyncio.get_running_loop().time
    given_up_at = clock() + PATIENCE
    pause = FIRST_PAUSE
    while True:
        try:
            return await attempt()
        except Exception as error:
            if not is_busy(error) or clock() >= given_up_at:
                raise
        told()
        if pause == FIRST_PAUSE:  # one line tells it; who waits for long is named by the store
            log.warning("The database is held by another process; trying again for up to %.0f s.", PATIENCE)
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)
