"""Steps that run to their end even when the task that waits for them is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


async def unbroken(step: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a step to its end and return its answer.

    A cancellation that arrives meanwhile is raised once the step is done: half a COMMIT is never left behind,
    and whoever comes next never meets a connection that is still at work.
    """
    running = asyncio.ensure_future(step)
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        while not running.done():
            await _wait_through_cancellation(running)
        if not running.cancelled():
            running.exception()  # Seen: the cancellation is what the caller asked for.
        raise


async def _wait_through_cancellation(running: asyncio.Future[Answer]) -> None:
    try:
        await asyncio.wait({running})
    except asyncio.CancelledError:
        return
