"""Shows each post of the outbox: composes its newest state, off the event loop unless that is short; then posts it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

import discord

from bot.cluster.ownership import Ownership
from bot.db import Database
from bot.messages.layout import MessageLayout
from bot.messages.layouts.desk_layout import more_of_desk
from bot.messages.snapshots import Snapshots
from bot.outbox import NotFound, Post, PostError, PostKind, desks_under_way
from bot.outbox.looks import Look
from bot.outbox.notes import Notes
from bot.pictures.pool import Pictures
from bot.shards import Shards
from bot.tables import Tables
from bot.tables.queries import served_by
from bot.tables.refusals import Absent, Outdated
from bot.threads import Threads
from bot.ui.posting import Poster
from bot.ui.screens.board_memory import BoardMemory
from bot.ui.screens.board_posts import BoardPosts
from bot.ui.screens.desk_posts import DeskPosts
from bot.ui.screens.desks_in_doubt import DesksInDoubt
from bot.ui.screens.lobby_posts import LobbyPosts
from bot.ui.screens.notice_posts import NoticePosts
from bot.ui.screens.opened_desks import OpenedDesks
from bot.ui.screens.opened_posts import OpenedPosts
from bot.ui.screens.published import Published
from bot.ui.screens.removals import Removals
from bot.ui.screens.removed_desks import RemovedDesks
from bot.ui.screens.result_posts import ResultPosts
from bot.ui.screens.screen_posts import FEW
from bot.ui.screens.table_looks import TableLook, TableLooks
from bot.ui.screens.thread_posts import ThreadPosts
from bot.ui.screens.tote_posts import TotePosts


class Screens:
    """Every kind of screen. Methods raise `PostError` where a post did not happen."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        poster: Poster,
        threads: Threads,
        pictures: Pictures,
        now: Callable[[], int],
        ownership: Ownership,
    ) -> None:
        self._tables = tables
        self._threads = threads
        self._poster = poster
        self.snapshots = Snapshots(database, tables)
        self.removals = Removals(database, poster, ownership)
        self.notes = Notes(database, self.removals.remove)
        self._looks = TableLooks(database, tables, self.snapshots, self.notes)
        self._boards = BoardMemory(poster)
        seen = self.snapshots, self._boards, self.notes, self._looks, self.removals
        parts = database, tables, poster, threads, pictures, now, *seen
        boards, results, notices = BoardPosts(*parts), ResultPosts(*parts), NoticePosts(*parts)
        self.opened = OpenedDesks(database, tables, poster, now)
        self._database = database
        self._in_doubt = DesksInDoubt()
        known = RemovedDesks(), self._in_doubt
        self._desks = DeskPosts(*parts, *known, OpenedPosts(*parts, *known, self.opened))
        self.published = Published(*parts)
        self._shows: Mapping[PostKind, Callable[[Post, TableLook], Awaitable[None]]] = {
            PostKind.LOBBY: LobbyPosts(*parts).show,
            PostKind.BOARD: boards.show,
            PostKind.BOARD_WORDS: boards.show_words,
            PostKind.NOTICE: notices.show,
            PostKind.DIRECT_MESSAGES_CLOSED: notices.show_direct_messages_closed,
            PostKind.RESULT: results.show,
            PostKind.FINAL: results.show_final,
            PostKind.THREAD: ThreadPosts(*parts).show,
            PostKind.DESK: self._desks.show_post,
            PostKind.CALL: self._desks.show_post,
            PostKind.TOTE: TotePosts(*parts).show,
        }

    async def doubt_desks(self, shards: Shards | None) -> None:
        """Take desks for sent that a run before was about to show, at the tables of some shards (None: of all).

        Whatever is shown of them next finds what was sent, if anything was.
        """
        which = None if shards is None else served_by(shards)
        self._in_doubt.doubt(await self._database.read(desks_under_way, which))

    def forget(self) -> None:
        """Take into account that another process shows posts which this one has shown."""
        self._boards.forget()

    async def wake_thread(self, channel: object) -> None:
        """Open the thread again in which somebody pressed, if it is archived: else they could not be answered."""
        if isinstance(channel, discord.Thread) and channel.archived and not channel.locked:
            with suppress(PostError):
                await self._poster.wake(channel.id)

    async def look(self, table_id: str, _handed: Look | None = None) -> TableLook:
        """Read all that it takes to show what is due of a table."""
        return await self._looks.take(table_id)

    async def show(self, post: Post, look: TableLook) -> None:
        """Bring one post up to date; one that waits for a game, or for a table that has to be ended, stays due."""
        try:
            await self._show(post, look)
        except Absent:
            return  # due again when the game is back, at a start
        except Outdated:
            if not await self._tables.outdated.end(post.table_id):
                await self._show_ended(post)

    async def _show_ended(self, post: Post) -> None:
        """Show a post of a table that somebody else ended since the look, which a new one tells."""
        try:
            await self._show(post, await self.look(post.table_id))
        except Outdated as why:
            raise NotFound(str(why)) from None  # what it was to show cannot be made out any more

    async def show_desk(self, table_id: str, user_id: int, through: discord.Interaction) -> None:
        """Show somebody's desk in the message that an interaction belongs to."""
        async with self._tables.outdated.refused(table_id):
            await self._desks.show(table_id, user_id, through)

    async def more_of_desk(self, table_id: str, user_id: int) -> MessageLayout:
        """Lay out what somebody's desk leaves out."""
        own = await self.snapshots.with_own_turn(table_id, user_id)
        *_, since = own
        if len(since.told) <= FEW:
            return more_of_desk(*own)
        return await self._threads.work(more_of_desk, *own)

    async def _show(self, post: Post, look: TableLook) -> None:
        """Show a post as it is at the look."""
        now = look.posts.get(post.key)
        if now is not None and now.is_due:
            await self._shows[post.kind](now, look)
