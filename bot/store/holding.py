"""One transaction a task: who holds one never waits for another, and who keeps one for long is named in the log.

There are few connections to read and one to write. If those who hold one could wait for a second, some of them at once
would wait for each other, for ever and everybody else with them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

LATE = 5.0
"""Seconds after which whoever still holds a transaction is named in the log, and again each time as much has passed."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Hold:
    """A transaction that a task has asked for and not given back."""

    kind: str
    is_open: bool = True


_held: ContextVar[_Hold | None] = ContextVar("held", default=None)
"""The transaction of this task; tasks that it starts inherit it, for it may wait for them."""


@contextmanager
def only_one(kind: str) -> Iterator[None]:
    """Let a task, and the tasks it waits for, ask for one transaction at a time; a second one raises `RuntimeError`."""
    outer = _held.get()
    if outer is not None and outer.is_open:
        raise RuntimeError(
            f"{kind} inside {outer.kind} of the same task would wait for itself; hand the connection on"
        )
    hold = _Hold(kind)
    _held.set(hold)
    try:
        yield
    finally:
        hold.is_open = False


@contextmanager
def named_if_late(kind: str) -> Iterator[None]:
    """Name in the log which task holds a transaction for longer than it should, and where it is."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    since = loop.time()
    timer: asyncio.TimerHandle

    def ring() -> None:
        nonlocal timer
        log.warning("%s for %.0f s already: %s", kind, loop.time() - since, _where(task))
        timer = loop.call_later(LATE, ring)

    timer = loop.call_later(LATE, ring)
    try:
        yield
    finally:
        timer.cancel()


def _where(task: asyncio.Task[Any] | None) -> str:
    if task is None:
        return "no task"
    frames = [f"{frame.f_code.co_qualname}:{frame.f_lineno}" for frame in task.get_stack()]
    return f"{task.get_name()} at {' > '.join(frames) or 'its end'}"
