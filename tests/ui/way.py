"""Which functions a piece of work passes, in the order in which they begin, on the event loop and off it."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Passed(NamedTuple):
    """A function, by its file from the root of the project and its name with its class."""

    file: str
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.function}"


class Way:
    """Records what is passed by one task and by the threads it waits for.

    Threads that were started before are not heard of: make one before any worker thread is.
    """

    def __init__(self) -> None:
        self.passed: list[Passed] = []
        self._begun: set[FrameType] = set()
        self._task: asyncio.Task[Any] | None = None

    @contextmanager
    def listening(self) -> Iterator[Way]:
        """Hear of every function that is called; recorded only `during` something."""
        threading.setprofile(self._note)
        sys.setprofile(self._note)
        try:
            yield self
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    @contextmanager
    def during(self) -> Iterator[list[Passed]]:
        """Record what this task passes from here on."""
        self.passed, self._begun, self._task = [], set(), asyncio.current_task()
        try:
            yield self.passed
        finally:
            self._task = None

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or self._task is None or frame in self._begun:
            return  # a coroutine that goes on is called again
        path = frame.f_code.co_filename
        if path.startswith(f"{ROOT}/") and not path.startswith(f"{ROOT}/tests") and self._is_ours():
            self._begun.add(frame)
            self.passed.append(Passed(path.removeprefix(f"{ROOT}/"), frame.f_code.co_qualname))

    def _is_ours(self) -> bool:
        try:
            return asyncio.current_task() is self._task
        except RuntimeError:
            return True  # no loop runs in a worker thread
