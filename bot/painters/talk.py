"""What is asked of a painter's process, and what it answers, in whatever order."""

from __future__ import annotations

import asyncio
import pickle
from asyncio.subprocess import Process
from itertools import count
from typing import Any

from bot.painters import process
from bot.painters.errors import PainterDied

PATH = 0
"""The number of the first message, which is not answered."""

Answer = tuple[bool, Any, int]
"""Whether a call returned, what it returned or what went wrong, and the bytes of memory of the process."""


class Talk:
    """Asks one process for as long as it lives; several may ask at once."""

    def __init__(self, running: Process) -> None:
        self.process = running
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._numbers = count(PATH + 1)
        self._is_over = False
        self._hearing = asyncio.create_task(self._hear(), name="what a painter answers")

    @property
    def is_silent(self) -> bool:
        """Whether nobody waits for an answer."""
        return not self._asked

    async def ask(self, call: bytes) -> Answer:
        """Have a call made; raises `PainterDied` once the process has ended."""
        number = next(self._numbers)
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            await self.tell(call, number)
            return await answer
        finally:
            del self._asked[number]
            if answer.done() and not answer.cancelled():
                answer.exception()  # seen, also where sending failed first

    async def tell(self, message: bytes, number: int = PATH) -> None:
        """Send a message; raises `PainterDied` once the process has ended."""
        assert self.process.stdin is not None
        if self._is_over:
            raise PainterDied
        try:
            self.process.stdin.write(process.HEAD.pack(number, len(message)) + message)
            await self.process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise PainterDied from None

    async def _hear(self) -> None:
        assert self.process.stdout is not None
        try:
            while True:
                head = await self.process.stdout.readexactly(process.HEAD.size)
                number, length = process.HEAD.unpack(head)
                said: Answer = pickle.loads(await self.process.stdout.readexactly(length))  # noqa: S301 - ours says it
                answer = self._asked.get(number)
                if answer and not answer.done():
                    answer.set_result(said)
        except (asyncio.IncompleteReadError, ConnectionResetError):
            pass  # it has ended
        finally:
            self._is_over = True
            for answer in self._asked.values():
                if not answer.done():
                    answer.set_exception(PainterDied())

    async def close(self) -> None:
        """Hear nothing any more."""
        self._hearing.cancel()
        await asyncio.gather(self._hearing, return_exceptions=True)
