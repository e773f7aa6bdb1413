"""Removes messages that have made room for newer ones: now, or again and again where Discord is in trouble.

Whoever posts waits for that a moment only: the old message works like the new one, and shows nothing that its readers
did not know. Were it waited for, whoever is asked meanwhile would hear of it late, or twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from bot.outbox import Posted, PostError, Retryable
from bot.ui.posting import Poster
from bot.work_queue import WorkQueue

A_MOMENT = 2.0
"""Seconds that are waited for a removal: who is killed meanwhile finds the newer message, and removes this one."""

GRACE = 0.5
"""Seconds that a removal under way gets to end when the bot stops."""


def nothing() -> None:
    """Do nothing."""


@dataclass(eq=False)
class _Removal:
    """A message that is to be removed, and who is told once it is gone."""

    message: Posted
    then: list[Callable[[], object]] = field(default_factory=list)
    was_tried: asyncio.Event = field(default_factory=asyncio.Event)


class Removals:
    """What is yet to be removed; a start does not know of it any more."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster
        self._left: dict[str, _Removal] = {}
        self._work = WorkQueue(self._try, "remove message", (Retryable,))

    async def remove(self, message: Posted, then: Callable[[], object] = nothing) -> None:
        """Remove a message; `then` is told once it is gone, which may be long after this has returned."""
        key = f"{message.channel_id}/{message.message_id}"
        removal = self._left.setdefault(key, _Removal(message))
        removal.then.append(then)
        self._work.ask(key)
        with suppress(TimeoutError):
            async with asyncio.timeout(A_MOMENT):
                await removal.was_tried.wait()

    async def close(self) -> None:
        """Try nothing again."""
        await self._work.close(GRACE)

    async def _try(self, key: str) -> None:
        removal = self._left.get(key)
        if removal is None:
            return  # it was asked for twice, and is gone
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
        del self._left[key]
