"""Where pictures are drawn: worker threads, never the event loop, and what somebody waits for first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import NamedTuple, ParamSpec, TypeVar

from bot.observing import Work, observer
from bot.outbox import urgency
from bot.outbox.urgency import Urgency

P = ParamSpec("P")
T = TypeVar("T")

PAINTERS = 2

PATIENCE = 4
"""Every so many times whoever has waited longest has their turn, however little hurry there is about it."""


class _Waiting(NamedTuple):
    urgency: Urgency
    number: int
    turn: asyncio.Future[None]


class RenderPool:
    """A few threads for work that takes more than a moment: drawing, and computer players' thinking.

    What somebody asked for goes first, what follows from a move next, what an absence left behind last, and none of
    it waits for ever.
    """

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(PAINTERS, thread_name_prefix="render")
        self._free = PAINTERS
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._taken = 0
        self._observer = observer()

    async def work(self, task: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run `task` in a worker thread, as urgently as whoever asks is in a hurry, and return what it returns."""
        return await self._run("picture", lambda: task(*args, **facts))

    async def think(self, task: Callable[[], T]) -> T:
        """Have a computer player think: whoever pressed before its turn waits for nothing that it decides."""
        with urgency.at(max(Urgency.FOLLOWS, urgency.current())):
            return await self._run("thought", task)

    async def _run(self, what: Work, task: Callable[[], T]) -> T:
        with self._observer.work(what) as wait:
            await self._turn(urgency.current())
            wait.begun()
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, task)
            finally:
                self._hand_on()

    def close(self) -> None:
        """Let the work under way finish and take no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    # ---------------------------------------------------------------------------------------------- turns

    async def _turn(self, hurry: Urgency) -> None:
        """Wait for a thread that is free."""
        if self._free:
            self._free -= 1
            return
        waiting = _Waiting(hurry, next(self._numbers), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._hand_on()
            raise

    def _hand_on(self) -> None:
        """Give a thread that is free to whoever is next."""
        if not self._waiting:
            self._free += 1
            return
        self._taken += 1
        is_for_the_patient = self._taken % PATIENCE == 0
        following = self._waiting[0] if is_for_the_patient else min(self._waiting)
        self._waiting.remove(following)
        following.turn.set_result(None)
