"""A painter, as the bot sees it: one process, started when it is first asked, and started anew when it has died."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.painters import process
from bot.painters.errors import PainterDied, PainterError

MOST_MEMORY = 80 * 2**20
"""Bytes of its own that a painter may have; one that has more makes room for a new one."""

LONGEST = 30.0
"""Seconds after which what is drawn is given up, and its painter ended."""

TRIES = 3
"""How often something is drawn that ends its painters."""

FAREWELL = 2.0
"""Seconds in which a process that was told to ends."""

_HANDED_ON = ("PATH", "LD_LIBRARY_PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ")
"""What it hears of the environment, in which the bot may have secrets."""

_LEAN = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "262144", "MALLOC_TRIM_THRESHOLD_": "262144"}
"""What has the C library hand back the memory of large images as soon as they are let go; others do not read it."""


log = logging.getLogger(__name__)


class Painter:
    """Draws one thing after another: whoever uses it sees to it that nobody else does at the same time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._starting = asyncio.Lock()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The number of its process; None while there is none."""
        return self._process.pid if self._process else None

    async def draw(self, call: bytes) -> Any:
        """Have a pickled call made, and return what it returns.

        Raises `PainterError` if the call raises, takes longer than `LONGEST`, or ends the process `TRIES` times, and
        once it is closed.
        """
        why = ""
        for _ in range(TRIES):
            try:
                return await self._draw_once(call)
            except PainterDied:
                why = await self._bury()
        raise PainterError(f"what was to be drawn ended its painter {TRIES} times: {why}")

    async def _draw_once(self, call: bytes) -> Any:
        try:
            async with asyncio.timeout(LONGEST):
                is_drawn, answer, memory = await self._ask(await self._running(), call)
        except TimeoutError:
            await self.end()
            raise PainterError(f"drawing took longer than {LONGEST:.0f} s") from None
        except PainterDied:
            raise
        except BaseException:
            await self.end()  # what it still says would be taken for the answer to another question
            raise
        if memory > MOST_MEMORY:
            await self.end()
        if not is_drawn:
            raise PainterError(answer)
        return answer

    async def _running(self) -> Process:
        async with self._starting:
            if self._is_closed:
                raise PainterError("nothing is drawn any more")
            return self._process or await self._started()

    async def _started(self) -> Process:
        environment = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            str(Path(process.__file__)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**_LEAN, **environment},
            limit=2**20,
            start_new_session=True,  # a terminal's Ctrl-C is for the bot
        )
        await self._tell(self._process, pickle.dumps(sys.path))
        return self._process

    async def _tell(self, running: Process, message: bytes) -> None:
        assert running.stdin is not None
        try:
            running.stdin.write(process.LENGTH.pack(len(message)) + message)
            await running.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise PainterDied from None

    async def _ask(self, running: Process, call: bytes) -> tuple[bool, Any, int]:
        await self._tell(running, call)
        assert running.stdout is not None
        try:
            (length,) = process.LENGTH.unpack(await running.stdout.readexactly(process.LENGTH.size))
            said = await running.stdout.readexactly(length)
        except (asyncio.IncompleteReadError, ConnectionResetError):
            raise PainterDied from None
        answer: tuple[bool, Any, int] = pickle.loads(said)  # noqa: S301 - a process of ours says it
        return answer

    async def _bury(self) -> str:
        """Have no process, after this one died; say why it did, and log it."""
        running = self._process
        if running is None:
            return "it was ended"
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await running.wait()
        why = _reason(running.returncode)
        log.warning("the painter %d died: %s", running.pid, why)
        await self.end()
        return why

    async def close(self) -> None:
        """End the process, also one that is just being started, and start no other."""
        self._is_closed = True
        async with self._starting:
            await self.end()

    async def end(self) -> None:
        """End the process, if there is one; who asks again starts another."""
        running, self._process = self._process, None
        if running is None:
            return
        with suppress(ProcessLookupError):
            running.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await running.wait()


def _reason(exit_code: int | None) -> str:
    """Say why a process is gone, by the code that it left; below zero that is a signal's number."""
    if exit_code is None:
        return "it closed its output, and had to be ended"
    if exit_code >= 0:
        return f"exit code {exit_code}"
    try:
        name = signal.Signals(-exit_code).name
    except ValueError:
        return f"signal {-exit_code}"
    return f"{name}, as where memory runs out" if name == "SIGKILL" else name
