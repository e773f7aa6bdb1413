"""What boards say that this process has posted: it only saves edits. What counts is what stands in Discord."""

from __future__ import annotations

from contextlib import suppress

from bot.messages.layout import MessageLayout
from bot.outbox import Posted, PostError
from bot.ui.posting import Poster


class BoardMemory:
    """Knows, while the process lives, what boards say: so that only words are edited, and controls taken away."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster
        self._said: dict[Posted, MessageLayout] = {}
        self._settled: set[Posted] = set()
        """Those that have no controls any more, though no newer one stands below them."""

    def keep(self, posted: Posted, layout: MessageLayout) -> None:
        """Note what a board says now."""
        self._said[posted] = layout.bare()
        self._settled.discard(posted)

    def settle(self, posted: Posted, layout: MessageLayout) -> None:
        """Note what a board says now, and that it has no controls any more."""
        self._said[posted] = layout.bare()
        self._settled.add(posted)

    def said_by(self, posted: Posted) -> MessageLayout | None:
        """Return what a board says, without its controls; None if nobody can tell, as of one of an earlier run."""
        return self._said.get(posted)

    def doubt(self, posted: Posted) -> None:
        """Note that nobody can tell what a board says: it is being edited."""
        self._said.pop(posted, None)

    def forget(self) -> None:
        """Take nothing for known any more: another process may have edited them meanwhile."""
        self._said.clear()
        self._settled.clear()

    async def retire(self, guild_id: int, posted: Posted | None) -> None:
        """Take the controls away from a board that is not the newest any more; a nicety that may fail.

        One that keeps its button loses nothing: it works like that of the newest.
        """
        said = self._said.pop(posted, None) if posted else None
        if posted is None or said is None:
            return
        if posted in self._settled:
            self._settled.discard(posted)
            return
        with suppress(PostError):
            if self._poster.may_edit(guild_id, posted.channel_id):
                await self._poster.edit_words(posted, said.remains())
