"""Pictures on their way: one that is drawn for all who ask for the same, and those that were drawn last."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine, Hashable
from contextvars import Context
from typing import Any

from bot.ui.render_queue import Place
from render.picture import Drawn

MOST_REMEMBERED = 8 * 2**20
"""Bytes of the pictures that are remembered for whoever asks for the same one again."""


class Overtaken(Exception):
    """What was to be drawn is not wanted any more: the table it shows has changed."""


class Drawing:
    """A picture that is to be drawn, for all who ask for it."""

    def __init__(self, key: Hashable, place: Place) -> None:
        self.key = key
        self.place = place
        self.is_begun = False
        self._task: asyncio.Task[None] | None = None
        self._asked: dict[asyncio.Future[Drawn], str | None] = {}
        """Whoever waits for it, and of which table it shows the newest state to them."""

    def join(self, table_id: str | None) -> asyncio.Future[Drawn]:
        """Return what will be the picture."""
        answer: asyncio.Future[Drawn] = asyncio.get_running_loop().create_future()
        self._asked[answer] = table_id
        return answer

    def finished(self, drawn: Drawn) -> asyncio.Future[Drawn]:
        """Return what is the picture already."""
        answer = self.join(None)
        answer.set_result(drawn)
        return answer

    def leave(self, answer: asyncio.Future[Drawn]) -> None:
        """Wait for it no more; what nobody waits for is not begun."""
        self._asked.pop(answer, None)
        if answer.done() and not answer.cancelled():
            answer.exception()  # seen: somebody else's was raised

    @property
    def is_in_vain(self) -> bool:
        """Whether nobody waits for it, and it is not begun."""
        return not self._asked and not self.is_begun

    def begin(self, drawing: Coroutine[Any, Any, None]) -> None:
        """Have it drawn when its turn comes."""
        self._task = asyncio.get_running_loop().create_task(
            drawing,
            name="drawing",
            context=Context(),  # it is for all who ask, and part of nothing that one of them holds
        )

    def stop(self) -> None:
        """Have it not drawn."""
        if self._task:
            self._task.cancel()
        self.drop()  # a task that has not begun yet would tell nobody

    def overtake(self, table_id: str) -> None:
        """Send those away who wait for it to show the newest state of a table."""
        if self.is_begun:
            return
        for answer, showing in self._asked.items():
            if showing == table_id and not answer.done():
                answer.set_exception(Overtaken())

    def answer(self, drawn: Drawn) -> None:
        """Give everybody the picture."""
        for answer in self._waiting():
            answer.set_result(drawn)

    def fail(self, error: Exception) -> None:
        """Tell everybody what went wrong."""
        for answer in self._waiting():
            answer.set_exception(error)

    def drop(self) -> None:
        """Have nobody wait for it any more."""
        for answer in self._waiting():
            answer.cancel()

    def _waiting(self) -> list[asyncio.Future[Drawn]]:
        return [answer for answer in self._asked if not answer.done()]


class FinishedPictures:
    """The pictures that were asked for last, within a bound."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[Hashable, Drawn] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> Drawn | None:
        """Return what shows that, if it is remembered."""
        drawn = self._pictures.get(key)
        if drawn is not None:
            self._pictures.move_to_end(key)
        return drawn

    def remember(self, key: Hashable, drawn: Drawn) -> None:
        """Remember a picture, and let go of those for which nobody has asked for longest."""
        if not isinstance(key, bytes):
            return  # it is nobody else's
        before = self._pictures.pop(key, None)
        self._size += len(drawn.data) - (len(before.data) if before else 0)
        self._pictures[key] = drawn
        while self._size > MOST_REMEMBERED:
            _, old = self._pictures.popitem(last=False)
            self._size -= len(old.data)
