"""One transaction a task: who holds one never waits for another, and who keeps one for long is named in the log.

There are few connections to read and one to write. If those who hold one could wait for a second, some of them at once
would wait for each other, for ever and everybody else with them.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import Any

LATE = 5.0
"""Seconds after which whoever still holds a transaction is named in the log, and again each time as much has passed."""

log = logging.getLogger(__name__)


class _Hold:
    """A transaction that a task asks for, and gives back at the end of the block."""

    __slots__ = ("is_open", "kind")

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.is_open = True

    def __enter__(self) -> None:
        outer = _held.get()
        if outer is not None and outer.is_open:
            raise RuntimeError(
                f"{self.kind} inside {outer.kind} of the same task would wait for itself; hand the connection on"
            )
        _held.set(self)

    def __exit__(self, *_: object) -> None:
        self.is_open = False


_held: ContextVar[_Hold | None] = ContextVar("held", default=None)
"""The transaction of this task; tasks that it starts inherit it, for it may wait for them."""


def only_one(kind: str) -> AbstractContextManager[None]:
    """Let a task, and the tasks it waits for, ask for one transaction at a time; a second one raises `RuntimeError`."""
    return _Hold(kind)


class _Alarm:
    """Rings as long as the block takes too long."""

    __slots__ = ("_kind", "_loop", "_since", "_task", "_timer")

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()

    def __enter__(self) -> None:
        self._since = self._loop.time()
        self._timer = self._loop.call_at(self._since + LATE, self._ring)

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()

    def _ring(self) -> None:
        now = self._loop.time()
        log.warning("%s for %.0f s already: %s", self._kind, now - self._since, _where(self._task))
        self._timer = self._loop.call_at(now + LATE, self._ring)


def named_if_late(kind: str) -> AbstractContextManager[None]:
    """Name in the log which task holds a transaction for longer than it should, and where it is."""
    return _Alarm(kind)


def _where(task: asyncio.Task[Any] | None) -> str:
    if task is None:
        return "no task"
    frames = [f"{frame.f_code.co_qualname}:{frame.f_lineno}" for frame in task.get_stack()]
    return f"{task.get_name()} at {' > '.join(frames) or 'its end'}"
