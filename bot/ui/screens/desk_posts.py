"""Keeps desks up to date: one a person and table, in the direct messages, or where its owner has opened it.

The live desk is the one that was pressed or opened last. The other says where that is, and whoever presses it brings
it there.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot import outbox
from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import desk_layout, given_up_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import (
    DirectMessagesClosed,
    Found,
    NotFound,
    Post,
    Posted,
    Rejected,
    desk_of,
)
from bot.outbox.outcomes import ShownFacts
from bot.tables import Refusal, Refused, Status
from bot.ui.screens import calls, editing
from bot.ui.screens.composed_desks import ComposedDesk, carries, is_closed
from bot.ui.screens.opened_posts import OpenedPosts, but_reminded, opens, unreminded
from bot.ui.screens.screen_posts import FEW
from bot.ui.screens.sent_desks import SendsDesks
from bot.ui.screens.table_looks import TableLook


@dataclass(eq=False)
class DeskPosts(SendsDesks):
    """Shows desks. A picture that a message carries already is neither drawn nor sent again."""

    _opened: OpenedPosts
    _locks: WeakValueDictionary[tuple[str, int], asyncio.Lock] = field(default_factory=WeakValueDictionary)

    async def show_post(self, post: Post, look: TableLook) -> None:
        """Show a desk in the direct messages, or where its owner has opened it."""
        assert post.user_id is not None
        lock = self._lock(post.table_id, post.user_id)
        is_late = lock.locked()
        async with lock:
            if is_late and self._is_needed(look, post.user_id):
                look = await self._looks.take(post.table_id)  # an old desk never covers a new one
            await self._show_in_its_place(look, post.user_id)

    async def show(self, table_id: str, user_id: int, through: discord.Interaction) -> None:
        """Show somebody's desk `through` an interaction, in the message it belongs to.

        From then on that message is their live desk, unless it is still to be removed: until then it shows the same.
        Whoever comes second waits, and then shows the newest state, so that an old desk never covers a new one.
        Raises `NotFound` where the message that was pressed has made room for a newer desk.
        """
        async with self._lock(table_id, user_id):
            if self._removed.was_pressed(table_id, user_id, through):
                raise NotFound("it made room for a newer desk")
            look = await self._looks.take(table_id, desk_of(user_id))
            snapshot, known = look.snapshot, look.posts.get(desk_of(user_id))
            post = _as_pressed(known, through)
            call = calls.find_call(look.posts, user_id)
            snapshot.require_here()
            is_kept = self._is_on(post, through) or opens(snapshot, user_id, post, through)
            desk = self._composed(snapshot, *await self._laid_out(look, user_id, is_kept=is_kept))
            await self._answer(snapshot, post, desk, through)
            if known and post and known.posted != post.posted:
                await self._note_found(post, known.posted)
            await self._note_seen(snapshot, call)

    def _lock(self, table_id: str, user_id: int) -> asyncio.Lock:
        return self._locks.setdefault((table_id, user_id), asyncio.Lock())

    def _is_needed(self, look: TableLook, user_id: int) -> bool:
        """Whether a desk has still to be shown, or its owner to be called."""
        post = look.posts.get(desk_of(user_id))
        return post is not None and (post.is_due or calls.find_call(look.posts, user_id) is not None)

    async def _show_in_its_place(self, look: TableLook, user_id: int) -> None:
        post, call = look.posts.get(desk_of(user_id)), calls.find_call(look.posts, user_id)
        if post is None or not self._is_needed(look, user_id):
            return
        snapshot = look.snapshot
        snapshot.require_here()
        is_calling = call is not None and self._is_calling(look, call)
        if not (is_calling or post.is_due):
            is_over = call is not None and calls.is_void(snapshot, call)
            await self._note_seen(snapshot, call if is_over else None)
            return
        if snapshot.table.seat_of(user_id) is None:
            desk = self._composed(snapshot, given_up_layout(snapshot, user_id), None)
        else:
            desk = self._composed(snapshot, *await self._laid_out(look, user_id, is_kept=True))
        if post.opened and await self._opened.follow(snapshot, post, desk):
            await self._opened.tell(snapshot, post, call if is_calling else None)
            return
        if post.opened:
            await self._opened.leave(snapshot, post, is_told=False)
            desk = desk._replace(is_back=True)
            post = look.posts[post.key] = replace(post, opened=None, pictures=None)
            is_calling = call is not None and self._is_calling(look, call)
        if post.needs_new_message and post.posted and snapshot.closed_until is not None:
            if not desk.is_back:
                return  # due again when hours begin: it reminds them of something
            post = unreminded(post)  # the same, but nothing may say until then that it is open elsewhere
        is_known = calls.knows(snapshot, look.posts, user_id)
        try:
            await self._send(snapshot, post, desk, call, is_calling=is_calling, is_known=is_known)
        except DirectMessagesClosed:
            if desk.is_back:
                await self._notes.note(post, **desk.facts)  # nobody has that desk before their eyes
            raise

    def _composed(self, snapshot: Snapshot, layout: MessageLayout, facts: object) -> ComposedDesk:
        layout = layout if snapshot.settings.pictures else layout.in_words()
        return ComposedDesk(layout, self._pictured(snapshot, layout, facts))

    async def _laid_out(
        self, look: TableLook, user_id: int, *, is_kept: bool
    ) -> tuple[MessageLayout, object]:
        """Lay a desk out, and return with it what its pictures show of the seat.

        One that tells of a few rows takes a millisecond, for which no thread is asked: that would keep the
        interpreter for longer.
        """
        snapshot, board = look.snapshot, look.posts.get(outbox.BOARD)
        seat = snapshot.table.require_seat(user_id)
        if snapshot.table.status is Status.LOBBY:
            raise Refused(Refusal.NOT_STARTED)
        draft, has_place, now = look.slip(seat), not (board and board.problem), self._now()
        since = look.since_turn(seat)
        lay_out = partial(
            desk_layout, snapshot, seat, draft, has_place=has_place, now=now, is_kept=is_kept, since=since
        )
        layout = lay_out() if len(since.told) <= FEW else await self._threads.work(lay_out)
        return layout, [sorted(draft.items()), sorted(seat.orders)]

    def _is_calling(self, look: TableLook, call: Post) -> bool:
        """Whether this desk has to tell its owner that it is their turn."""
        snapshot, board = look.snapshot, look.posts.get(outbox.BOARD)
        if calls.is_void(snapshot, call) or calls.has_to_wait(snapshot):
            return False
        last = look.moments.get(board.untold_from if board else 0)
        return not calls.is_left_to_board(snapshot, look.posts, call, last, self._now())

    async def _note_seen(self, snapshot: Snapshot, call: Post | None) -> None:
        """Note that whoever looks at their desk knows what is asked.

        Where the table rests or is outside its hours they are called all the same as soon as it goes on.
        """
        if call and (not calls.stands_still(snapshot) or calls.is_void(snapshot, call)):
            await self._note_told(call)

    async def _note_told(self, call: Post | None) -> None:
        if call:
            await self._notes.note(call)

    async def _answer(
        self, snapshot: Snapshot, post: Post | None, desk: ComposedDesk, through: discord.Interaction
    ) -> None:
        if post and opens(snapshot, through.user.id, post, through):
            await self._opened.open(snapshot, post, desk, through)
            return
        is_on = self._is_on(post, through)
        opened = post.opened if post and is_on else None
        if is_on and post and not opened and carries(post, desk):
            await self._poster.edit_pressed(through, desk.layout)
        else:
            desk = desk.with_drawn(await self._drawn(snapshot, desk.layout))
            await self._poster.edit_answer(through, desk.layout)
        if post and is_on and self._is_in_doubt(snapshot, post):
            await self._opened.ask_again(post)  # another desk may stand, which takes the place of this one
        if post and is_on and (opened or post.is_due or post.problem or post.pictures != desk.pictured):
            await self._notes.note(post, **desk._replace(is_back=opened is not None).facts)
        if post and opened:
            await self._opened.leave(snapshot, post)

    def _is_on(self, post: Post | None, through: discord.Interaction) -> bool:
        """Whether a press came from the desk in the direct messages, and not from a copy of it or one that leaves."""
        place, message = self._place_of(post) if post else None, through.message
        return place is not None and message is not None and place.message_id == message.id

    async def _send(
        self,
        snapshot: Snapshot,
        post: Post,
        desk: ComposedDesk,
        call: Post | None,
        *,
        is_calling: bool,
        is_known: bool,
    ) -> None:
        """Edit a desk or send it anew; it notifies its owner if it calls or reminds them, or is the first they get.

        Outside the playing hours it notifies nobody.
        """
        before, user_id, stands = post.posted, post.user_id, True
        assert user_id is not None
        in_doubt = self._is_in_doubt(snapshot, post)
        if before and not is_calling and not in_doubt and self._may_stay(snapshot, post, before, desk.layout):
            try:
                await self._keep(snapshot, post, before, desk)
            except NotFound:
                stands = False
            except Rejected:
                pass
            else:
                return
        if before is None and not in_doubt and is_closed(snapshot, user_id):
            await self._notes.note(post, **desk.facts)  # nobody has that desk before their eyes
            return
        if snapshot.is_homeless:
            return  # due again when the bot is back: with whom it shares no server, it cannot write to
        is_first = before is None and not is_known
        is_heard = (is_calling or is_first or post.needs_new_message) and snapshot.closed_until is None
        posted, facts = await self._send_anew(snapshot, post, desk, is_heard=is_heard, stands=stands)
        is_unheard = is_heard and isinstance(posted, Found)
        await self._notes.note(but_reminded(post) if is_unheard else post, posted, **facts)
        if is_unheard:
            post = replace(post, posted=posted)
            posted, facts = await self._send_anew(snapshot, post, desk, is_heard=True)
            await self._notes.note(post, posted, **facts)
        if is_heard:
            await self._note_told(call)

    def _is_in_doubt(self, snapshot: Snapshot, post: Post) -> bool:
        """Whether another desk may stand, and is to be found now.

        While the table stands still calls and reminders wait, also over a start: nobody's desk is sent anew only for
        them.
        """
        if calls.stands_still(snapshot):
            return self._in_doubt.may_stand_unasked(post)
        return self._in_doubt.may_stand(post)

    async def _note_found(self, post: Post, before: Posted | None) -> None:
        """Note a desk whose sending was not answered, and which was found by being pressed."""
        await self._make_room(post, before)
        self._in_doubt.forget(post)
        await self._notes.note(post, post.posted)

    async def _keep(self, snapshot: Snapshot, post: Post, before: Posted, desk: ComposedDesk) -> None:
        """Show a desk in the message in which it stands; raise `NotFound` or `Rejected` where it cannot be."""
        shown = await self._edit(snapshot, post, before, desk)
        await self._notes.note(post, **shown.facts)

    async def _send_anew(
        self, snapshot: Snapshot, post: Post, desk: ComposedDesk, *, is_heard: bool, stands: bool = True
    ) -> tuple[Posted, ShownFacts]:
        """Send a desk as a message of its own, in the direct messages; return where it stands, and what is noted of it.

        `is_heard` says whether it notifies, `stands` whether the one before does.
        """
        desk = desk.with_drawn(await self._drawn(snapshot, desk.layout))
        posted = await self._send_in_its_place(post, desk.layout, silent=not is_heard, stands=stands)
        return posted, {**desk.facts, "posted_at": self._now()}

    async def _edit(self, snapshot: Snapshot, post: Post, posted: Posted, desk: ComposedDesk) -> ComposedDesk:
        """Edit a desk where it is; return it as it stands there then."""
        if carries(post, desk):
            await self._poster.edit_words(posted, desk.layout)
            return desk
        desk = desk.with_drawn(await self._drawn(snapshot, desk.layout))
        await self._poster.edit(posted, desk.layout)
        return desk

    def _may_stay(self, snapshot: Snapshot, post: Post, before: Posted, layout: MessageLayout) -> bool:
        """Whether a desk is edited where it is: while it is young, and on top or nothing is asked of its owner."""
        if self._place_of(post) is None:
            return False  # where the newer one stands could not be noted; it is found by its name
        if post.user_id is None or is_closed(snapshot, post.user_id):
            return True
        if post.needs_new_message or not editing.is_fresh(post, self._now()):
            return False
        return not layout.controls or self._poster.is_on_top(before)


def _as_pressed(post: Post | None, through: discord.Interaction) -> Post | None:
    """Return a desk as standing in the direct message that was pressed, if that is newer than the one that is known.

    So it is where Discord took a desk and did not answer, or the bot was killed before it noted that.
    """
    message, channel_id = through.message, through.channel_id
    if post is None or message is None or channel_id is None or through.guild_id is not None:
        return post
    if message.flags.ephemeral:
        return post
    pressed = Posted(channel_id, message.id)
    if post.posted and pressed.message_id <= post.posted.message_id:
        return post
    return replace(post, posted=pressed, pictures=None)
