"""Posts public lines, each once: who decides for a seat, whether the table rests, whom no direct message reaches."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection

from bot import outbox
from bot.messages.layouts.notice_layout import direct_messages_closed_layout, notice_layout, tells_the_end
from bot.messages.layouts.offer_layout import ended_layout, is_of, offer_layout
from bot.outbox import NotFound, Notice, Post
from bot.tables import Status, seat_offers
from bot.tables.seat_offers import Offer
from bot.ui.screens import calls
from bot.ui.screens.public_posts import PublicPosts
from bot.ui.screens.table_looks import TableLook


class NoticePosts(PublicPosts):
    """Shows notices."""

    async def show(self, post: Post, look: TableLook) -> None:
        """Post who decides for a seat now, or whether the table rests."""
        notice, posted, snapshot = post.key.notice, None, look.snapshot
        assert notice is not None
        if notice is Notice.OFFERED:
            await self._show_offer(post, look)
            return
        if notice is Notice.CROWDED and snapshot.closed_until is not None:
            return  # due again when hours begin, from when on they have their time to answer
        if snapshot.table.status is Status.RUNNING or tells_the_end(notice):
            layout = notice_layout(snapshot, notice, post.key.seat)
            posted, _ = await self._post_in_public(look, layout, await self._name(post))
        await self._notes.note(post, posted)  # also where the table closed before it could be told

    async def _show_offer(self, post: Post, look: TableLook) -> None:
        """Post the offer of a seat; edit it once the offer has ended."""
        snapshot, number, posted = look.snapshot, post.key.seat, None
        assert number is not None
        offer, told = await self._database.read(_offer_and_notices, post.table_id, number)
        is_open = offer is not None and is_of(post.key, offer)
        if offer is not None and is_open:
            layout = offer_layout(snapshot, number, offer)
        else:
            layout = ended_layout(snapshot, post.key, told)
        layout = layout._replace(text="\n".join([layout.text, *snapshot.named]))
        if post.posted:
            with suppress(NotFound):  # somebody has deleted it
                await self._poster.edit(post.posted, layout)
        elif is_open:
            posted, _ = await self._post_in_public(look, layout, await self._name(post))
        await self._notes.note(post, posted)

    async def show_direct_messages_closed(self, post: Post, look: TableLook) -> None:
        """Say that somebody takes no direct messages: not while that shows who could not be called."""
        user_id = post.user_id
        assert user_id is not None
        snapshot = look.snapshot
        if snapshot.table.seat_of(user_id) is None:
            raise NotFound("nobody plays there any more who has to know")
        if calls.is_secretly_asked(snapshot, user_id):
            return  # due again with the step after which it tells nobody's secret
        if snapshot.closed_until is not None:
            return  # due again when hours begin: it calls them
        layout = direct_messages_closed_layout(snapshot, user_id)
        posted, _ = await self._post_in_public(look, layout, await self._name(post))
        await self._notes.note(post, posted)
        if call := calls.find_call(look.posts, user_id):
            await self._notes.note(call)


def _offer_and_notices(
    db: Connection, table_id: str, seat: int
) -> tuple[Offer | None, Sequence[tuple[int, Notice]]]:
    """Read the offer of a seat, and when which notices of it were asked for."""
    return seat_offers.find(db, table_id, seat), outbox.notices_of_seat(db, table_id, seat)
