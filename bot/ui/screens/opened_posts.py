"""Shows desks where their owners have opened them, for as long as those are the live ones; else `DeskPosts` does.

`OpenedDesks` knows when each is left, and `opened_layout` what a desk says that is not the live one.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

import discord

from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import reminder
from bot.messages.layouts.opened_layout import (
    in_direct_messages_layout,
    opened_elsewhere_layout,
    run_out_layout,
)
from bot.messages.snapshot import Snapshot
from bot.outbox import Found, Opened, Post, Posted, PostError, Retryable
from bot.outbox.opened import runs_out
from bot.tables import Refused, race_commands
from bot.ui.respond import acknowledged_ago, is_thinking
from bot.ui.screens.composed_desks import ComposedDesk, carries, is_closed
from bot.ui.screens.opened_desks import OpenedDesks
from bot.ui.screens.sent_desks import SendsDesks

log = logging.getLogger(__name__)


@dataclass(eq=False)
class OpenedPosts(SendsDesks):
    """Opens desks in private answers, follows them there and leaves them. Methods raise `PostError`."""

    _desks: OpenedDesks

    async def open(
        self, snapshot: Snapshot, post: Post, desk: ComposedDesk, through: discord.Interaction
    ) -> None:
        """Show a desk in a private answer, which is the live one from then on; the one before says so."""
        before = post.opened
        is_same = before is not None and pressed_answer(through) == before.message_id
        if before and is_same and carries(post, desk):
            await self._poster.edit_pressed(through, desk.layout)
            message_id = before.message_id
        else:
            desk = desk.with_drawn(await self._drawn(snapshot, desk.layout))
            message_id = await self._poster.edit_answer(through, desk.layout)
        until = runs_out(self._now() - acknowledged_ago(through))
        opened = Opened(through.channel_id or 0, message_id, through.token, until)
        await self._notes.note(post, pictures=desk.pictured, opened=opened)
        self._desks.follow(post.table_id, through.user.id, opened)
        elsewhere = opened_elsewhere_layout(snapshot, opened)
        if before and not is_same:
            await self._desks.leave(before, elsewhere)
        elif before is None:
            await self._put_aside_if_possible(post, elsewhere)

    async def follow(self, snapshot: Snapshot, post: Post, desk: ComposedDesk) -> bool:
        """Show a desk where its owner has opened it; False where it is to be shown in the direct messages again.

        A reminder that is due stays so: an edit notifies nobody.
        """
        assert post.opened is not None
        assert post.user_id is not None
        if is_closed(snapshot, post.user_id):
            await self._desks.leave(post.opened, await self._drawn(snapshot, desk.layout))
            return False
        if post.opened.leaves_at <= self._now():
            await self._desks.leave(post.opened, run_out_layout(snapshot))
            return False
        if not post.is_due:
            return True
        # Before it is noted that this one is shown: a kill after that leaves no doubt behind.
        await self._settle_doubt(snapshot, unreminded(post))
        is_carried = carries(post, desk)
        desk = desk if is_carried else desk.with_drawn(await self._drawn(snapshot, desk.layout))
        try:
            await self._desks.edit(post.opened, desk.layout, keeps_pictures=is_carried)
        except Retryable:
            raise
        except PostError:
            return False
        await self._notes.note(but_reminded(post), **desk.facts)
        return True

    async def tell(self, snapshot: Snapshot, post: Post, call: Post | None) -> None:
        """Call somebody whose desk is open elsewhere, or remind them, by a word in the direct messages.

        A reminder waits for playing hours, and either for the bot to be asked back to the server.
        """
        is_reminded = post.needs_new_message and snapshot.closed_until is None
        if snapshot.is_homeless:
            return
        if not (call or is_reminded):
            await self._settle_doubt(snapshot, but_reminded(post))
            return
        try:
            posted = await self._send(snapshot, post, call)
        except Retryable:
            raise
        except PostError:
            await self._notes.note(post)  # they have the desk before their eyes, and get no more
            raise
        is_unheard = isinstance(posted, Found)
        await self._notes.note(but_reminded(post) if is_unheard else post, posted, posted_at=self._now())
        if is_unheard:
            post = replace(post, posted=posted)
            await self._notes.note(post, await self._send(snapshot, post, call), posted_at=self._now())
        if call:
            await self._notes.note(call)

    async def leave(self, snapshot: Snapshot, post: Post, *, is_told: bool = True) -> None:
        """Follow an opened desk no more; it says that the live one is in the direct messages, if `is_told` to."""
        assert post.opened is not None
        assert post.user_id is not None
        self._desks.forget(post.table_id, post.user_id)
        if is_told:
            await self._desks.leave(post.opened, in_direct_messages_layout(snapshot))

    async def _send(self, snapshot: Snapshot, post: Post, call: Post | None) -> Posted:
        assert post.opened is not None
        assert post.user_id is not None
        now = self._now()
        said = [snapshot.t.table.desk_called(now)] if call else []
        if post.needs_new_message:
            said.append(reminder(snapshot, snapshot.table.require_seat(post.user_id), now))
        return await self._send_in_its_place(post, opened_elsewhere_layout(snapshot, post.opened, *said))

    async def _put_aside_if_possible(self, post: Post, elsewhere: MessageLayout) -> None:
        """Put the desk in the direct messages aside; where that fails it works like the new one.

        If two may stand there it is tried again.
        """
        try:
            await self._put_aside(post, elsewhere)
        except PostError as trouble:
            log.info("table %s: a desk is not put aside: %s", post.table_id, trouble)
            if self._in_doubt.may_stand(post):
                await self.ask_again(post)

    async def _settle_doubt(self, snapshot: Snapshot, post: Post) -> None:
        """Find the desk that may stand in the direct messages beside the one that is known, and put it aside."""
        assert post.opened is not None
        if not self._in_doubt.may_stand(post):
            return
        try:
            await self._put_aside(post, opened_elsewhere_layout(snapshot, post.opened))
        except Retryable:
            raise
        except PostError:
            self._in_doubt.forget(post)  # nothing can be sent there, so nothing else will be

    async def ask_again(self, post: Post) -> None:
        """Have a desk shown once more, because another one of the same person may stand."""
        assert post.user_id is not None
        try:
            await self._tables.step(race_commands.show_desks, post.table_id, [post.user_id])
        except Refused as refused:
            log.info("table %s: a desk needs no other look: %s", post.table_id, refused)

    async def _put_aside(self, post: Post, elsewhere: MessageLayout) -> None:
        """Have the desk in the direct messages say that another one is open.

        Where the last try failed Discord may have taken it all the same: by its name that message is found.
        """
        place, in_doubt = self._place_of(post), self._in_doubt.may_stand(post)
        if place and not in_doubt and not post.tries:
            await self._poster.edit(place, elsewhere)
            return
        if post.posted is None and not in_doubt:
            return
        posted = await self._send_in_its_place(post, elsewhere, silent=True)
        await self._notes.note(post, posted, posted_at=self._now())


def but_reminded(post: Post) -> Post:
    """Return a desk as it is noted where it is shown and its owner is not reminded, if they have to be."""
    return unreminded(post) if post.needs_new_message else post


def unreminded(post: Post) -> Post:
    """Return a desk as if nothing were asked of it: what is noted of that leaves a reminder due, if one is."""
    return replace(post, requested=post.fulfilled, requested_anew=0)


def opens(snapshot: Snapshot, user_id: int, post: Post | None, through: discord.Interaction) -> bool:
    """Whether the message that a desk is shown in through an interaction is one that can be kept up to date by it.

    So it is while somebody plays from that desk, where only they see the message, and not in the direct messages.
    """
    if post is None or through.guild_id is None or is_closed(snapshot, user_id):
        return False
    return is_thinking(through) or pressed_answer(through) is not None


def pressed_answer(through: discord.Interaction) -> int | None:
    """Return the private answer that was pressed and is edited; None: it was another message, or none."""
    message = through.message
    is_answer = message is not None and message.flags.ephemeral and not is_thinking(through)
    return message.id if message and is_answer else None
