"""Threads for work that takes more than a moment: layouts, and what computer players think."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from bot.metrics import counted
from bot.metrics.counted import Timed, Work

P = ParamSpec("P")
T = TypeVar("T")

THREADS = 2
"""How many run at once: more would only take the interpreter from the event loop."""


class Threads:
    """Runs functions off the event loop, first come, first served."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="layout")

    async def work(self, task: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run a function that lays out a message or the like, and return what it returns."""
        return await self._run("layout", partial(task, *args, **facts))

    async def think(self, task: Callable[[], T]) -> T:
        """Have a computer player think; return what it decides."""
        return await self._run("thought", task)

    async def _run(self, what: Work, task: Callable[[], T]) -> T:
        with counted.drawing(what) as wait:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _begun, wait, task)

    def close(self) -> None:
        """Let what is under way finish, and take no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _begun(wait: Timed, task: Callable[[], T]) -> T:
    wait.begun()
    return task()
