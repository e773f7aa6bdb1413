"""Waiting for something that comes about by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable

PATIENCE = 60
"""Seconds after which it is not waited for any more."""


async def until(holds: Callable[[], Awaitable[object] | object]) -> None:
    """Wait until something has come about, in the process or in its database."""
    async with asyncio.timeout(PATIENCE):
        while not await _found(holds()):  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.002)


async def _found(what: Awaitable[object] | object) -> object:
    return await what if isawaitable(what) else what
