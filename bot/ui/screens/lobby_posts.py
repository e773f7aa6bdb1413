"""Keeps lobby messages up to date: one message a table, edited in place, or posted anew where somebody wants it."""

from __future__ import annotations

from contextlib import suppress

from bot.messages.layout import MessageLayout
from bot.messages.layouts.lobby_layout import lobby_layout
from bot.messages.snapshot import Snapshot
from bot.outbox import Forbidden, NotFound, Post, Posted, Rejected
from bot.tables import Refused, Status, Table, guild_commands
from bot.tables.loading import load
from bot.ui.screens.screen_posts import ScreenPosts
from bot.ui.screens.table_looks import TableLook


class LobbyPosts(ScreenPosts):
    """Shows lobbies."""

    async def show(self, lobby: Post, look: TableLook) -> None:
        """Bring a lobby message up to date."""
        snapshot = look.snapshot
        closes_at = look.closes_at
        is_alone = self._poster.has_one_person(snapshot.table.guild_id)
        layout = lobby_layout(
            snapshot, closes_at, look.ingredients, look.took, is_alone=is_alone, played=look.played
        )
        if lobby.posted:
            layout = layout._replace(pings=())  # who is called to a rematch is called once
        is_moved = lobby.needs_new_message  # somebody asked for it in a new channel
        posted = None if is_moved else lobby.posted
        pictures = None
        try:
            posted, pictures = await self._edit_or_send(lobby, posted, snapshot, layout)
        except (NotFound, Forbidden, Rejected) as trouble:
            if snapshot.table.status is Status.LOBBY:
                if await self._leaves_thread(snapshot):
                    return  # it is due again, in its channel
                raise
            if isinstance(trouble, Forbidden):
                raise
        before, guild_id = lobby.posted, snapshot.table.guild_id
        if before and is_moved and self._poster.may_delete(guild_id, before.channel_id):
            self._boards.doubt(before)
            # Noted after that: who is killed before finds the new one by its name.
            await self._removals.remove(before)
        await self._notes.note(lobby, posted, pictures=pictures)

    async def _leaves_thread(self, snapshot: Snapshot) -> bool:
        """Have a rematch stand in its channel whose thread is gone or locked; whether it stood in one."""
        table = snapshot.table
        if table.thread_id is None:
            return False
        await self._tables.step(guild_commands.leave_thread, table.table_id, table.thread_id)
        return True

    async def _channel_of(self, table: Table) -> int:
        """Return where a lobby is posted: in its channel, or as a rematch in the thread of the race before."""
        if table.status is Status.LOBBY:
            return table.stands_in
        if table.rematch_of is not None and table.thread_id is not None:
            with suppress(Refused):  # so little may be kept of the race before
                before = await self._tables.database.read(load, table.rematch_of)
                return table.thread_id if before.thread_id == table.thread_id else table.channel_id
        return table.channel_id  # its thread was opened for the race

    async def _edit_or_send(
        self, lobby: Post, posted: Posted | None, snapshot: Snapshot, layout: MessageLayout
    ) -> tuple[Posted, str | None]:
        """Edit the message that stands; where it is gone or out of reach, post it anew as long as it has controls.

        Return where it stands, and what its playbill shows.
        """
        guild_id = snapshot.table.guild_id
        shows = self._pictured(snapshot, layout, *(drawing.recipe for drawing in layout.drawings))
        if posted is not None and self._poster.may_edit(guild_id, posted.channel_id):
            with suppress(NotFound):
                return posted, await self._edit(lobby, posted, snapshot, layout, shows)
        if posted is not None and not layout.controls:
            raise NotFound("nobody has that lobby before their eyes")
        channel_id = await self._channel_of(snapshot.table)
        if not self._poster.may_write(guild_id, channel_id):
            raise Forbidden("not in this channel")
        fitting = await self._with_playbill(snapshot, channel_id, layout)
        sent = await self._poster.send(channel_id, fitting, await self._name(lobby))
        return sent, self._noted(sent, fitting, shows)

    async def _edit(
        self, lobby: Post, posted: Posted, snapshot: Snapshot, layout: MessageLayout, shows: str | None
    ) -> str | None:
        """Edit the message that stands, which keeps its playbill where that shows the same; return what it shows."""
        carries = shows is not None and lobby.pictures == shows and self._boards.said_by(posted) is not None
        if carries:
            await self._poster.edit_words(posted, layout._replace(drawings=layout.bare().drawings))
            return shows
        fitting = await self._with_playbill(snapshot, posted.channel_id, layout)
        self._boards.doubt(posted)
        await self._poster.edit(posted, fitting)
        return self._noted(posted, fitting, shows)

    async def _with_playbill(
        self, snapshot: Snapshot, channel_id: int, layout: MessageLayout
    ) -> MessageLayout:
        """Draw the playbill; where there can be none the words say it all, and it is not told in others."""
        if not layout.drawings:
            return layout
        fitting = await self._fitting(snapshot, channel_id, layout)
        return fitting if fitting.drawings else layout._replace(drawings=())

    def _noted(self, posted: Posted, fitting: MessageLayout, shows: str | None) -> str | None:
        """Remember that a message carries its playbill, and return what that shows; None if it carries none."""
        if not fitting.drawings:
            return None
        self._boards.keep(posted, fitting)
        return shows
