"""Sends desks as messages of their own, so that one stands, whatever is lost or killed meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.messages.layout import MessageLayout
from bot.outbox import Post, Posted
from bot.ui.screens.desks_in_doubt import DesksInDoubt
from bot.ui.screens.removed_desks import RemovedDesks
from bot.ui.screens.screen_posts import ScreenPosts


@dataclass(eq=False)
class SendsDesks(ScreenPosts):
    """What all that sends to somebody in the place of their desk has in common."""

    _removed: RemovedDesks
    _in_doubt: DesksInDoubt

    def _place_of(self, post: Post) -> Posted | None:
        """Return the message in which a desk can go on; None where there is none, or it is still to be removed."""
        return None if post.posted and self._removals.is_leaving(post.posted) else post.posted

    async def _send_in_its_place(
        self, post: Post, layout: MessageLayout, *, silent: bool = False, stands: bool = True
    ) -> Posted:
        """Send a message in the place of a desk, and remove the one before if that `stands`; return where it is.

        It is noted after that: who is killed before sends the same again, finds it by its name, and removes the one
        before. Raises `PostError`.
        """
        assert post.user_id is not None
        before = post.posted
        place = before.channel_id if before else await self._poster.direct_channel(post.user_id)
        name = await self._name(post)
        with self._in_doubt.sending(post):
            posted = await self._poster.send(place, layout, name, silent=silent)
        await self._make_room(post, before if stands else None)
        return posted

    async def _make_room(self, post: Post, before: Posted | None) -> None:
        """Remove the message in which a desk stood before, if there is one."""
        assert post.user_id is not None
        if before:
            note = partial(self._removed.note, post.table_id, post.user_id, before)
            await self._removals.remove(before, note)
