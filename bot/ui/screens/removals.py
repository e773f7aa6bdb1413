"""Removes messages that have made room for newer ones: now, or again and again where Discord is in trouble.

Whoever posts waits for that a moment only: the old message works like the new one, and shows nothing that its readers
did not know. Were it waited for, whoever is asked meanwhile would hear of it late, or twice. What could not be removed
in that moment is written down, so that where this process is killed the next one, or another that lives, removes it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from bot.cluster.ownership import Ownership
from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.outbox import Posted, PostError, Retryable, removals
from bot.ui.posting import Poster
from bot.work_queue import WorkQueue

A_MOMENT = 2.0
"""Seconds that are waited for a removal before it is written down and left to its queue."""

GRACE = 0.5
"""Seconds that a removal under way gets to end when the bot stops."""


def _nothing() -> None:
    """Do nothing."""


@dataclass(eq=False)
class _Removal:
    """A message that is to be removed, and who is told once it is gone."""

    message: Posted
    then: list[Callable[[], object]] = field(default_factory=list)
    was_tried: asyncio.Event = field(default_factory=asyncio.Event)
    is_over: bool = False
    """Whether it is gone, or never can be."""
    is_written: bool = False
    """Whether the database may have a row of it."""


class Removals:
    """What is yet to be removed."""

    def __init__(self, database: Database, poster: Poster, ownership: Ownership) -> None:
        self._database = database
        self._poster = poster
        self._ownership = ownership
        self._left: dict[str, _Removal] = {}
        self._work = WorkQueue(self._try, "remove message", (Retryable, DatabaseUnusable))

    async def remove(self, message: Posted, then: Callable[[], object] = _nothing) -> None:
        """Remove a message, if not now then later; `then` is told once it is gone.

        Raises `DatabaseUnusable` where it could be neither removed nor recorded: then only this run tries on.
        """
        removal = self._take_up(message)
        removal.then.append(then)
        with suppress(TimeoutError):
            async with asyncio.timeout(A_MOMENT):
                await removal.was_tried.wait()
        if not (removal.is_over or removal.is_written):
            await self._write_down(removal)

    def is_leaving(self, message: Posted) -> bool:
        """Whether a message is still to be removed: nothing may go on in it."""
        return _key(message) in self._left

    async def resume(self) -> None:
        """Remove what an earlier run, or a process that lives no more, could not."""
        left = await self._database.write(removals.claim, self._ownership.id, self._ownership.others)
        for message in left:
            self._take_up(message).is_written = True

    async def close(self) -> None:
        """Try nothing again; the next run does."""
        await self._work.close(GRACE)

    def _take_up(self, message: Posted) -> _Removal:
        key = _key(message)
        removal = self._left.setdefault(key, _Removal(message))
        self._work.ask(key)
        return removal

    async def _write_down(self, removal: _Removal) -> None:
        removal.is_written = True
        try:
            await self._database.write(removals.write_down, removal.message, self._ownership.id)
        except DatabaseUnusable:
            removal.is_written = False
            raise
        if removal.is_over:  # it was removed meanwhile
            self._left[_key(removal.message)] = removal
            self._work.ask(_key(removal.message))

    async def _try(self, key: str) -> None:
        """Remove a message, then forget it; where only that failed the next try does no more."""
        removal = self._left.get(key)
        if removal is None:
            return  # it was asked for twice, and is gone
        if not removal.is_over:
            await self._delete(removal)
        if removal.is_written:
            await self._database.write(removals.forget, removal.message)
        del self._left[key]

    async def _delete(self, removal: _Removal) -> None:
        try:
            await self._poster.delete(removal.message)
        except Retryable:
            raise
        except PostError:
            pass  # it may not be removed: it stays
        else:
            for then in removal.then:
                then()
        finally:
            removal.was_tried.set()
        removal.is_over = True


def _key(message: Posted) -> str:
    return f"{message.channel_id}/{message.message_id}"
