"""When Python looks for rubbish: it stops everything else meanwhile, for the longer the more there is to look through.

What is kept of a thousand tables and their servers stays; going through it again and again, some times a minute, made
every press wait that came just then. So it is set aside as soon as everything is taken up, and only what came since
is looked through; what Python has looked through as a whole by itself is set aside as well, for it will do so again
as tables are played at. What was set aside and has become rubbish is found an hour later at most.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Mapping

BETWEEN = 3600.0
"""Seconds after which everything is looked through once more."""

EVERYTHING = 2
"""The generation of which Python speaks when it looks through all that is not set aside."""


def set_aside() -> None:
    """Let rubbish go, and take what is left for what stays."""
    gc.collect()
    gc.freeze()


def set_aside_anew() -> None:
    """Do the same with all that was set aside before."""
    gc.unfreeze()
    set_aside()


def _looked_through(phase: str, facts: Mapping[str, int]) -> None:
    """Set aside what a look through everything has left: Python calls this before and after each look of any kind."""
    if phase == "stop" and facts["generation"] == EVERYTHING:
        gc.freeze()


async def kept_small(is_up: asyncio.Event) -> None:
    """Set aside what is there once everything is taken up, what is left by every look, and all of it now and then."""
    await is_up.wait()
    set_aside()
    gc.callbacks.append(_looked_through)
    try:
        while True:
            await asyncio.sleep(BETWEEN)
            set_aside_anew()
    finally:
        gc.callbacks.remove(_looked_through)
