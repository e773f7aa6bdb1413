"""Keeps lobby messages up to date: one message a table, edited in place, or posted anew where somebody wants it."""

from __future__ import annotations

from contextlib import suppress

from bot import outbox
from bot.outbox import Forbidden, NotFound, Post, Posted, Rejected
from bot.tables import Status, deadlines, luck
from bot.ui.message_layout import MessageLayout
from bot.ui.screens.lobby_layout import lobby_layout
from bot.ui.screens.screen_posts import ScreenPosts, name_of
from bot.ui.snapshot import Snapshot


class LobbyPosts(ScreenPosts):
    """Shows lobbies."""

    async def show(self, post: Post) -> None:
        """Bring a lobby message up to date."""
        async with self._store.reading() as db:
            lobby = await outbox.find(db, post.table_id, outbox.LOBBY) or post
            snapshot = await self._snapshots.read(db, post.table_id)
            ingredients = await luck.read(db, snapshot.table)
            closes_at = await deadlines.find(db, post.table_id, deadlines.Clock.LOBBY)
        layout = lobby_layout(snapshot, closes_at, ingredients)
        is_moved = lobby.needs_new_message  # somebody asked for it in a new channel
        posted = None if is_moved else lobby.posted
        try:
            posted = await self._edit_or_send(lobby, posted, snapshot, layout)
        except (NotFound, Rejected):
            if snapshot.table.status is Status.LOBBY:
                raise
        await self._note_shown(lobby, posted)
        before, guild_id = lobby.posted, snapshot.table.guild_id
        if before and is_moved and self._poster.may_delete(guild_id, before.channel_id):
            await self._remove(before)

    async def _edit_or_send(
        self, lobby: Post, posted: Posted | None, snapshot: Snapshot, layout: MessageLayout
    ) -> Posted:
        """Edit the message that stands; where it is gone or out of reach, post it anew as long as it has controls."""
        guild_id, channel_id = snapshot.table.guild_id, snapshot.table.channel_id
        if posted is not None and self._poster.may_edit(guild_id, posted.channel_id):
            with suppress(NotFound):
                await self._poster.edit(posted, layout)
                return posted
        if posted is not None and not layout.controls:
            raise NotFound("nobody has that lobby before their eyes")
        if not self._poster.may_write(guild_id, channel_id):
            raise Forbidden("not in this channel")
        return await self._poster.send(channel_id, layout, name_of(lobby))
