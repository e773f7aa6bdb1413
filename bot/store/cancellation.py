"""What a cancellation must not break off: a statement that is under way runs to its end, and then the task is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine
from contextvars import ContextVar
from typing import Any, TypeVar

Answer = TypeVar("Answer")


late: ContextVar[list[asyncio.CancelledError] | None] = ContextVar("late", default=None)
"""The cancellations that arrived while something ran that has to come to its end; None: nothing has to."""


async def to_its_end(step: Awaitable[Answer]) -> Answer:
    """Await a step of a driver and return its answer; a cancellation that arrives meanwhile is raised once it is done.

    It is the wait for the thread, or for the server, that is not broken off: that costs no task of its own.
    """
    arrived: list[asyncio.CancelledError] = []
    token = late.set(arrived)
    try:
        return await step
    finally:
        late.reset(token)
        if arrived:
            raise arrived[0]


class Visit(asyncio.Future[Any]):
    """What comes of something that is not broken off: a task that waits for it is cancelled when it is over."""

    def cancel(self, msg: Any | None = None) -> bool:
        """Refuse: it is under way."""
        return False

    def is_over(self, _: object) -> None:
        """Note that what was waited for has come; what it brought is its own matter."""
        self.set_result(None)

    def in_spite_of(self, cancelled: asyncio.CancelledError) -> Any:
        """Return what it brought, and keep a cancellation for later; raise it where nobody asks for it then."""
        arrived = late.get()
        if arrived is None:
            raise cancelled
        arrived.append(cancelled)
        return self.result()


async def undisturbed(step: Coroutine[Any, Any, Answer]) -> Answer:
    """Await a step of a driver and return its answer; a cancellation that arrives meanwhile is raised once it is done.

    What it waits for is waited for in its place, as its task would, but by a `Visit`.
    """
    if late.get() is None:  # nobody wants it undisturbed
        return await step
    while True:
        try:
            waited_for: Any = step.send(None)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        visit = Visit(loop=asyncio.get_running_loop())
        if waited_for is None:  # it only lets others have their turn
            visit.get_loop().call_soon(visit.set_result, None)
        else:
            waited_for._asyncio_future_blocking = False  # as a task does that has taken note of it
            waited_for.add_done_callback(visit.is_over)
        try:
            await visit
        except asyncio.CancelledError as cancelled:
            visit.in_spite_of(cancelled)
