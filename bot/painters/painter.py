"""A painter, as the bot sees it: one process, started when it is first asked, and started anew when it has died."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.painters import process
from bot.painters.errors import NoPainter, PainterDied, PainterError, PaintersClosed
from bot.painters.talk import Talk

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
    """Draws one thing after another, and in parts of something long between them.

    Whoever uses it sees to it that it is asked for no more than one thing and one long thing at a time.
    """

    def __init__(self) -> None:
        self._talk: Talk | None = None
        self._starting = asyncio.Lock()
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The number of its process; None while there is none."""
        return self._talk.process.pid if self._talk else None

    async def draw(self, call: bytes, longest: float | None = None) -> Any:
        """Have a pickled call made, and return what it returns, or what it does once all its parts are drawn.

        Raises `PainterError` if the call raises, takes longer than `longest` seconds (None: `LONGEST`), or ends the
        process `TRIES` times; `NoPainter` if none can be started, and `PaintersClosed` once it is closed.
        """
        why = ""
        for _ in range(TRIES):
            try:
                return await self._draw_once(call, LONGEST if longest is None else longest)
            except PainterDied as died:
                why = str(died)
        raise PainterError(f"what was to be drawn ended its painter {TRIES} times: {why}")

    async def _draw_once(self, call: bytes, longest: float) -> Any:
        talk: Talk | None = None
        try:
            async with asyncio.timeout(longest):
                talk = await self._running()
                is_drawn, answer, memory = await talk.ask(call)
        except TimeoutError:
            await self._end(talk or self._talk)
            raise PainterError(f"drawing took longer than {longest:.0f} s") from None
        except PainterDied:
            raise PainterDied(await self._bury(talk or self._talk)) from None
        except BaseException:
            await self._end(talk or self._talk)  # it would go on with what nobody waits for
            raise
        if memory > MOST_MEMORY and talk.is_silent:
            await self._end(talk)
        if not is_drawn:
            raise PainterError(answer)
        return answer

    async def _running(self) -> Talk:
        async with self._starting:
            if self._is_closed:
                raise PaintersClosed("nothing is drawn any more")
            return self._talk or await self._started()

    async def _started(self) -> Talk:
        environment = {name: os.environ[name] for name in _HANDED_ON if name in os.environ}
        try:
            running = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",
                str(Path(process.__file__)),
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                env={**_LEAN, **environment},
                limit=2**20,
                # A group of its own: a terminal's Ctrl-C is for the bot. No session of its own: Linux shares cores out
                # between sessions, and niceness counts only within one (sched(7), "The autogroup feature").
                process_group=0,
            )
        except OSError as why:
            raise NoPainter(f"no painter can be started: {why.strerror}") from None
        self._talk = Talk(running)
        await self._talk.tell(pickle.dumps(sys.path))
        return self._talk

    async def _bury(self, talk: Talk | None) -> str:
        """Have no process, after this one died; say why it did, and log it once."""
        if talk is None:
            return "it was ended"
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await talk.process.wait()
        why = _reason(talk.process.returncode)
        if talk is self._talk:
            log.warning("the painter %d died: %s", talk.process.pid, why)
        await self._end(talk)
        return why

    async def close(self) -> None:
        """End the process, also one that is just being started, and start no other."""
        self._is_closed = True
        async with self._starting:
            await self.end()

    async def end(self) -> None:
        """End the process, if there is one; who asks again starts another."""
        await self._end(self._talk)

    async def _end(self, talk: Talk | None) -> None:
        """End a process, unless that is done; one that was started in its place meanwhile goes on."""
        if talk is None or talk is not self._talk:
            return
        self._talk = None
        with suppress(ProcessLookupError):
            talk.process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await talk.process.wait()
        await talk.close()


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
