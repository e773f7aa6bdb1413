"""Removes messages that have made room for newer ones: now, or again and again where Discord is in trouble.

Nothing waits for that: such a message works like the new one, and shows nothing that its readers did not know. Were it
to wait, whoever is asked meanwhile would hear of it late, or twice.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.outbox import Posted, PostError, Retryable
from bot.ui.posting import Poster
from bot.work_queue import WorkQueue

AGAIN = 1.0
"""Seconds after which it is tried again for the first time."""

GRACE = 0.5
"""Seconds that a removal under way gets to end when the bot stops."""


def nothing() -> None:
    """Do nothing."""


class _Removal(NamedTuple):
    """A message that is to be removed, and what is told once it is gone."""

    message: Posted
    then: Callable[[], object]


class Removals:
    """What could not be removed yet; a start does not know of it any more."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster
        self._left: dict[str, _Removal] = {}
        self._again = WorkQueue(self._try_again, "remove message", (Retryable,))

    async def remove(self, message: Posted, then: Callable[[], object] = nothing) -> None:
        """Remove a message; `then` is told once it is gone, which may be long after this has returned."""
        removal = _Removal(message, then)
        try:
            await self._try(removal)
        except Retryable:
            key = f"{message.channel_id}/{message.message_id}"
            self._left[key] = removal
            self._again.ask_in(AGAIN, key)

    async def close(self) -> None:
        """Try nothing again."""
        await self._again.close(GRACE)

    async def _try_again(self, key: str) -> None:
        await self._try(self._left[key])
        del self._left[key]

    async def _try(self, removal: _Removal) -> None:
        try:
            await self._poster.delete(removal.message)
        except Retryable:
            raise
        except PostError:
            return  # it may not be removed: it stays
        removal.then()
