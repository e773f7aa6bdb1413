"""What the boards that stand say, while the process lives: so that only words are edited, and controls taken away."""

from __future__ import annotations

from bot.outbox import Posted, PostError
from bot.ui.message_layout import MessageLayout
from bot.ui.posting import Poster


class StandingBoards:
    """Remembers what each board says and which pictures it carries."""

    def __init__(self, poster: Poster) -> None:
        self._poster = poster
        self._said: dict[Posted, MessageLayout] = {}

    def keep(self, posted: Posted, layout: MessageLayout) -> None:
        """Note what a board says now."""
        self._said[posted] = layout.bare()

    def said_by(self, posted: Posted) -> MessageLayout | None:
        """Return what a board says, without its controls; None if an earlier run posted it."""
        return self._said.get(posted)

    async def retire(self, guild_id: int, posted: Posted | None) -> None:
        """Take the controls away from a board that is not the newest any more; a nicety that may fail.

        One from an earlier run keeps its button, which works like that of the newest.
        """
        said = self._said.pop(posted, None) if posted else None
        if posted is None or said is None:
            return
        try:
            if self._poster.may_edit(guild_id, posted.channel_id):
                await self._poster.edit_words(posted, said.remains())
        except PostError:
            return
