"""Tells systemd that the process is up and that its event loop turns, where systemd asks.

Source: systemd's manual pages sd_notify(3) and sd_watchdog_enabled(3). A unit with `WatchdogSec=` has a process killed
and started again that says nothing for so long.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager

from sdnotify import SystemdNotifier


@contextmanager
def told_to_systemd() -> Iterator[None]:
    """Say that the process is up, and again and again that it lives, until the block ends."""
    if not os.environ.get("NOTIFY_SOCKET"):
        yield
        return
    systemd = SystemdNotifier()
    if systemd.socket:
        systemd.socket.setblocking(False)  # a systemd that does not listen holds nothing up
    systemd.notify("READY=1")
    living = asyncio.create_task(_live(systemd, _patience() / 2), name="systemd")
    try:
        yield
    finally:
        living.cancel()
        systemd.notify("STOPPING=1")
        if systemd.socket:
            systemd.socket.close()


async def _live(systemd: SystemdNotifier, apart: float) -> None:
    while apart:
        systemd.notify("WATCHDOG=1")
        await asyncio.sleep(apart)


def _patience() -> float:
    """Return the seconds after which systemd takes a silent process for dead; 0: it does not mind."""
    is_meant = os.environ.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = os.environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1_000_000 if is_meant and microseconds.isdecimal() else 0.0
