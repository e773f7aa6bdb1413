"""Tables that another process has changed: read once, for everybody here who has to see to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeVar

from bot.db.errors import DatabaseUnusable
from bot.tables.reading import Reader
from bot.tables.step import Made
from bot.tables.watchers import Watchers
from bot.work_queue import WorkQueue

GRACE = 1.0
"""Seconds that a reading under way gets when the bot stops."""


class Look(Protocol):
    """What was read of a table."""

    @property
    def made(self) -> Made | None:
        """What those who watch can be handed; None: they see for themselves what is the matter."""

    pressers: Collection[int]
    """Who has just pressed their desk and looks at it."""


Looked = TypeVar("Looked", bound=Look)


class ChangedElsewhere:
    """Hands what another process has made of a table to those who watch it, as a step of this one would."""

    def __init__(
        self,
        look: Callable[[str], Awaitable[Looked]],
        read: Reader,
        watchers: Watchers,
        begin_with: Callable[[Looked], object],
    ) -> None:
        """`begin_with` takes a look over, to post what is due from it."""
        self._look = look
        self._read = read
        self._watchers = watchers
        self._begin_with = begin_with
        self._pressers: dict[str, set[int]] = {}
        self._queue = WorkQueue(self._see, "word of", (DatabaseUnusable,))

    def notice(self, table_id: str, word: str = "") -> None:
        """Have those who watch a table told soon that it is another one than they know; `word` was told of it."""
        presser = self._read.hear(table_id, word)
        if presser is not None:
            self._pressers.setdefault(table_id, set()).add(presser)
        self._queue.ask(table_id)

    async def close(self) -> None:
        """Notice nothing any more."""
        await self._queue.close(GRACE)

    async def _see(self, table_id: str) -> None:
        pressers = self._pressers.pop(table_id, set())
        try:
            look = await self._look(table_id)
        except BaseException:  # it is tried again, and they still look on
            self._pressers.setdefault(table_id, set()).update(pressers)
            raise
        look.pressers = pressers
        made = look.made
        self._watchers.tell(table_id, made)
        if made and self._read.is_newest(made.known):  # else a step of this process came meanwhile
            self._begin_with(look)
