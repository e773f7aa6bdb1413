"""Where pictures are drawn: worker threads, never the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PAINTERS = 2


class Studio:
    """A few threads for work that takes more than a moment: drawing, and computer players' thinking."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(PAINTERS, thread_name_prefix="studio")

    async def work(self, task: Callable[P, T], *args: P.args, **facts: P.kwargs) -> T:
        """Run `task` in a worker thread and return what it returns."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: task(*args, **facts))

    def close(self) -> None:
        """Let the work under way finish and take no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)
