"""Spreads what has to be made up for over time: a few at once, no faster than Discord likes, the most urgent first.

Source: Discord's documentation, "Rate Limits": 50 requests a second for a bot as a whole, people's presses included.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from heapq import heappop, heappush
from itertools import count

AT_ONCE = 8
"""How many are on their way at once."""

A_SECOND = 20
"""How many are let in within a second, and how many at once after a pause: less than half of what Discord allows."""

A_TRIFLE = 1e-6
"""What is lost when seconds are counted in fractions."""

CallLater = Callable[[float, Callable[[], None]], object]
"""Calls something after so many seconds."""


class Turnstile:
    """Lets posts through in the order of their rank; whose table somebody asks for goes past it."""

    def __init__(self, clock: Callable[[], float] | None = None, later: CallLater | None = None) -> None:
        self._clock = clock or (lambda: asyncio.get_running_loop().time())
        self._later = later or (lambda wait, then: asyncio.get_running_loop().call_later(wait, then))
        self._waiting: list[tuple[int, int, str, asyncio.Future[bool]]] = []
        self._numbers = count()
        self._free = AT_ONCE
        self._allowed = float(A_SECOND)
        self._counted_at: float | None = None
        self._is_waiting_for_the_clock = False
        self._is_closed = False

    @asynccontextmanager
    async def turn(self, key: str, rank: int) -> AsyncIterator[None]:
        """Wait for a turn, and keep it until the block ends; the lowest rank goes first."""
        entered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._is_closed:
            entered.cancel()
        heappush(self._waiting, (rank, next(self._numbers), key, entered))
        self._let_in()
        try:
            await entered
            yield
        finally:
            if entered.done() and not entered.cancelled() and entered.result():
                self._free += 1
            self._let_in()

    def hurry(self, key: str) -> None:
        """Let everything of this key through at once; it takes no turn."""
        for _, _, name, entered in self._waiting:
            if name == key and not entered.done():
                entered.set_result(False)

    def close(self) -> None:
        """Let nobody in any more: who waits, or comes later, is cancelled."""
        self._is_closed = True
        for *_, entered in self._waiting:
            entered.cancel()

    def _let_in(self) -> None:
        self._count()
        while self._waiting and self._free:
            if self._waiting[0][3].done():  # went past, or is not wanted any more
                heappop(self._waiting)
            elif self._allowed >= 1 - A_TRIFLE:
                _, _, _, entered = heappop(self._waiting)
                self._free -= 1
                self._allowed -= 1
                entered.set_result(True)
            else:
                self._come_back()
                return

    def _count(self) -> None:
        """Add to what is allowed for the time that went by."""
        now = self._clock()
        if self._counted_at is not None:
            self._allowed = min(A_SECOND, self._allowed + (now - self._counted_at) * A_SECOND)
        self._counted_at = now

    def _come_back(self) -> None:
        if not self._is_waiting_for_the_clock:
            self._is_waiting_for_the_clock = True
            self._later((1 - self._allowed) / A_SECOND, self._time_is_up)

    def _time_is_up(self) -> None:
        self._is_waiting_for_the_clock = False
        self._let_in()
