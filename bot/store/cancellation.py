"""What a cancellation must not break off: a statement that is under way runs to its end, then the task is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Generator
from contextvars import Context, ContextVar
from typing import Any, Self, TypeVar

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

    def in_spite_of(self, cancelled: asyncio.CancelledError) -> Any:
        """Return what it brought, and keep a cancellation for later; raise it where nobody asks for it then."""
        arrived = late.get()
        if arrived is None:
            raise cancelled
        arrived.append(cancelled)
        return self.result()


class _Undisturbed:
    """Stands for a future that a driver waits for: a task that waits for it is cancelled when that one is done.

    To a task whatever has this attribute is a future. It has the task woken by the driver's own, which a second future
    would do a turn of the event loop later.
    """

    __slots__ = ("_asyncio_future_blocking", "_future")

    def __init__(self, future: asyncio.Future[Any]) -> None:
        self._future = future
        self._asyncio_future_blocking = False

    def __await__(self) -> Generator[Self, None, None]:
        self._asyncio_future_blocking = True
        yield self

    def add_done_callback(self, wake: Any, *, context: Context | None = None) -> None:
        """Have the task woken."""
        self._future.add_done_callback(wake, context=context)

    def get_loop(self) -> asyncio.AbstractEventLoop:
        """Return the event loop, which the task compares with its own."""
        return self._future.get_loop()

    def cancel(self, msg: Any | None = None) -> bool:
        """Refuse: it is under way."""
        return False


def _next_turn() -> asyncio.Future[Any]:
    """Return what is done at the next turn of the event loop."""
    turn = asyncio.get_running_loop().create_future()
    turn.get_loop().call_soon(turn.set_result, None)
    return turn


async def undisturbed(step: Coroutine[Any, Any, Answer]) -> Answer:
    """Await a step of a driver that waits on the event loop itself, so that no cancellation reaches it."""
    arrived = late.get()
    if arrived is None:  # nobody wants it undisturbed
        return await step
    while True:
        try:
            future: asyncio.Future[Any] = step.send(None) or _next_turn()
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        future._asyncio_future_blocking = False  # noqa: SLF001 - as a task does that has taken note of it
        try:
            await _Undisturbed(future)
        except asyncio.CancelledError as cancelled:
            if not future.cancelled():  # else it is the step that was given up, by its driver
                arrived.append(cancelled)
        except Exception:  # noqa: BLE001 - it is raised where the driver waits for it
            assert future.done()
