"""What posting for everybody needs: the thread of a race, or the channel of its lobby where that is not to be had."""

from __future__ import annotations

from contextlib import suppress

from bot import outbox
from bot.messages.layout import MessageLayout, below
from bot.messages.layouts.tote_words import Outcome
from bot.messages.snapshot import Snapshot
from bot.outbox import Forbidden, NotFound, Posted, PostError, PostKind, Rejected
from bot.tables import guild_commands, tote_commands
from bot.ui.screens.screen_posts import ScreenPosts
from bot.ui.screens.table_looks import TableLook


class PublicPosts(ScreenPosts):
    """Makes posts that everybody sees."""

    async def _post_in_public(
        self, look: TableLook, layout: MessageLayout, name: str
    ) -> tuple[Posted, MessageLayout]:
        """Post where the race is run; where that is gone or barred, in the channel the table was opened in.

        Return where it stands, and what of it could be posted there.
        """
        snapshot, channel_id = look.snapshot, await self._channel_of(look)
        home = snapshot.table.channel_id
        try:
            there = _naming(snapshot, layout) if channel_id == home else layout
            return await self._send(snapshot, channel_id, there, name)
        except (NotFound, Forbidden):
            if channel_id == home:
                raise
        sent = await self._send(snapshot, home, _naming(snapshot, layout), name)
        look.is_spent = True
        await self._tables.step(
            guild_commands.note_channel, snapshot.table.table_id, home, instead_of=channel_id
        )
        return sent

    async def _outcome(self, look: TableLook, race: int | None = None) -> Outcome | None:
        """Return what the tote has paid for a race, or for the last one if no result tells that; None: nobody has bet.

        Who has bet is told so, which the outbox says: at tables without bets nothing is read.
        """
        last = max(
            (post.moment or 0 for post in look.posts.values() if post.kind is PostKind.TOTE), default=0
        )
        if race is None and outbox.result_of(last) in look.posts:
            return None
        told = race or last
        return (
            await self._tables.database.read(tote_commands.outcome, look.table_id, told)
            if 0 < told <= last
            else None
        )

    async def _send(
        self, snapshot: Snapshot, channel_id: int, layout: MessageLayout, name: str
    ) -> tuple[Posted, MessageLayout]:
        """Post in a certain channel, unless it is known that Discord would refuse.

        Outside the playing hours nobody is notified.
        """
        if not self._poster.may_write(snapshot.table.guild_id, channel_id):
            raise Forbidden("not in this channel")
        fitting = await self._fitting(snapshot, channel_id, layout)
        is_closed = snapshot.closed_until is not None
        heard = fitting._replace(pings=()) if is_closed else fitting
        return await self._poster.send(channel_id, heard, name, silent=is_closed), fitting

    async def _channel_of(self, look: TableLook) -> int:
        """Return the thread of a race, opening it where there is none; the channel itself where none can be."""
        snapshot, table = look.snapshot, look.snapshot.table
        if table.thread_id is not None:
            return table.thread_id
        lobby = look.posts.get(outbox.LOBBY)
        message_id = lobby.posted.message_id if lobby and lobby.posted else None
        name = snapshot.t.table.thread_name(snapshot.game_name, table.table_id)
        try:
            opened = await self._poster.open_thread(table.guild_id, table.channel_id, message_id, name)
        except (Forbidden, NotFound, Rejected):
            opened = table.channel_id
        look.is_spent = True
        await self._tables.step(guild_commands.note_channel, table.table_id, opened, instead_of=None)
        if opened != table.channel_id:
            for seat in table.people:
                assert seat.user_id is not None
                with suppress(PostError):  # a player who cannot be added still finds it in the channel
                    await self._poster.add_to_thread(opened, seat.user_id)
        return opened


def _naming(snapshot: Snapshot, layout: MessageLayout) -> MessageLayout:
    """Say in what is posted in a channel whose table it is, where it was drawn for a thread that cannot be had."""
    which = snapshot.name_line
    if which in layout.text or layout.room <= len(which):
        return layout
    lasting = None if layout.lasting is None else below(layout.lasting, which)
    return layout._replace(text=below(layout.text, which), lasting=lasting)
