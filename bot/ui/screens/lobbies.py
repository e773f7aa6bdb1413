"""Keeps lobby messages up to date: one message a table, edited in place, or posted anew where somebody wants it."""

from __future__ import annotations

from bot.outbox.posts import Screen
from bot.tables import Status, deadlines, luck
from bot.ui.message_layout import MessageLayout
from bot.ui.post_errors import Forbidden, NotFound, Rejected
from bot.ui.posting import Posted
from bot.ui.screens.lobby import lobby_sheet
from bot.ui.screens.showing import Showing, name_of, posted
from bot.ui.snapshot import Snapshot


class Lobbies(Showing):
    """Shows lobbies."""

    async def show(self, screen: Screen) -> None:
        """Bring a lobby message up to date."""
        async with self._store.reading() as db:
            snapshot = await self._look_in(db, screen.table_id)
            ingredients = await luck.read(db, snapshot.table)
            closes_at = await deadlines.find(db, screen.table_id, deadlines.Clock.LOBBY)
        layout = lobby_sheet(snapshot, closes_at, ingredients)
        before = posted(screen)
        is_moved = before is not None and screen.shown < 0  # somebody asked for it in a new place
        place = None if is_moved else before
        try:
            place = await self._edit_or_send(screen, place, snapshot, layout)
        except (NotFound, Rejected):
            if snapshot.table.status is Status.LOBBY:
                raise
        await self._note(screen, place, shown=snapshot.table.revision)
        if before and is_moved and self._poster.may_delete(snapshot.table.guild_id, before.channel_id):
            await self._remove(before)

    async def _edit_or_send(
        self, screen: Screen, place: Posted | None, snapshot: Snapshot, layout: MessageLayout
    ) -> Posted:
        """Edit the message that stands; where it is gone or out of reach, post it anew as long as it has controls."""
        guild_id, channel_id = snapshot.table.guild_id, snapshot.table.channel_id
        if place is not None and await self._is_edited(guild_id, place, layout):
            return place
        if place is not None and not layout.rows:
            raise NotFound("nobody has that lobby before their eyes")
        if not self._poster.may_write(guild_id, channel_id):
            raise Forbidden("not in this channel")
        return await self._poster.send(channel_id, layout, name_of(screen))

    async def _is_edited(self, guild_id: int, place: Posted, layout: MessageLayout) -> bool:
        if not self._poster.may_edit(guild_id, place.channel_id):
            return False
        try:
            await self._poster.edit(place, layout)
        except NotFound:
            return False
        return True
