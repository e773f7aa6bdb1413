"""Tells systemd that the process is up and that its event loop turns, where systemd wants to know.

Source: systemd's manual pages sd_notify(3) and sd_watchdog_enabled(3): words to a datagram socket that the environment
names. A unit with `WatchdogSec=` has a process killed and started again that says nothing for so long.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress


@contextmanager
def told_to_systemd(environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Say that the process is up, and again and again that it lives, until the block ends; to nobody if nobody asks."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        yield
        return
    loop, alarm = asyncio.get_running_loop(), None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as words:
        words.setblocking(False)  # a systemd that does not listen holds nothing up

        def say(word: str) -> None:
            with suppress(OSError):
                words.sendto(word.encode(), address.replace("@", "\0", 1) if address[0] == "@" else address)

        def live() -> None:
            nonlocal alarm
            say("WATCHDOG=1")
            alarm = loop.call_later(apart, live)

        say("READY=1")
        if apart := _patience(environment) / 2:
            live()
        try:
            yield
        finally:
            say("STOPPING=1")
            if alarm:
                alarm.cancel()


def _patience(environment: Mapping[str, str]) -> float:
    """Return the seconds after which systemd takes a silent process for dead; 0: it does not mind."""
    is_meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    microseconds = environment.get("WATCHDOG_USEC", "")
    return int(microseconds) / 1_000_000 if is_meant and microseconds.isdecimal() else 0.0
