"""When Python looks for rubbish: it stops everything else meanwhile, for the longer the more there is to look through.

What is kept of a thousand tables and their servers stays; going through it again and again, some times a minute, made
every press wait that came just then. So it is set aside as soon as everything is taken up, and only what came since
is looked through. What was set aside and has become rubbish is found an hour later at most.
"""

from __future__ import annotations

import asyncio
import gc

BETWEEN = 3600.0
"""Seconds after which everything is looked through once more."""


def set_aside() -> None:
    """Let rubbish go, and take what is left for what stays."""
    gc.collect()
    gc.freeze()


def set_aside_anew() -> None:
    """Do the same with all that was set aside before."""
    gc.unfreeze()
    set_aside()


async def kept_small(is_up: asyncio.Event) -> None:
    """Set aside what is there once everything is taken up, and anew now and then."""
    await is_up.wait()
    set_aside()
    while True:
        await asyncio.sleep(BETWEEN)
        set_aside_anew()
