"""Shows each post of the outbox: composes its newest state off the event loop, then posts or edits a message."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.outbox import NotFound, Post, PostKind
from bot.store import Store
from bot.tables import Tables
from bot.tables.refusals import Absent, Outdated
from bot.ui.posting import Poster
from bot.ui.render_pool import RenderPool
from bot.ui.screens.board_posts import BoardPosts
from bot.ui.screens.desk_layout import seating_of
from bot.ui.screens.desk_posts import DeskPosts
from bot.ui.screens.lobby_posts import LobbyPosts
from bot.ui.screens.notice_posts import NoticePosts
from bot.ui.screens.race_records import Records
from bot.ui.screens.result_posts import ResultPosts
from bot.ui.screens.screen_posts import Services
from bot.ui.screens.standing_boards import StandingBoards
from bot.ui.snapshot import Snapshot

__all__ = ["Screens", "seating_of"]


class Screens:
    """Every kind of screen. Methods raise `PostError` where a post did not happen."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, render_pool: RenderPool, now: Callable[[], int]
    ) -> None:
        self._tables = tables
        services = Services(store, tables, poster, render_pool, now, StandingBoards(poster))
        self._lobbies = LobbyPosts(services)
        self._boards = BoardPosts(services)
        self._results = ResultPosts(services)
        self._notices = NoticePosts(services)
        self._desks = DeskPosts(services)
        self.records = Records(services)

    async def snapshot(self, table_id: str) -> Snapshot:
        """Look at a table."""
        async with self._tables.outdated.refused(table_id):
            return await self._boards.snapshot(table_id)

    async def show(self, post: Post) -> None:
        """Bring one post up to date; one that waits for a game, or for a table that has to be ended, stays due."""
        try:
            await self._show(post)
        except Absent:
            return  # due again when the game is back, at a start
        except Outdated as why:
            if not await self._tables.outdated.end(post.table_id):
                raise NotFound(str(why)) from None  # what it was to show cannot be made out any more

    async def _show(self, post: Post) -> None:
        match post.kind:
            case PostKind.LOBBY:
                await self._lobbies.show(post)
            case PostKind.BOARD:
                await self._boards.show(post)
            case PostKind.BOARD_WORDS:
                await self._boards.show_words(post)
            case PostKind.NOTICE:
                await self._notices.show(post)
            case PostKind.DIRECT_MESSAGES_CLOSED:
                await self._notices.show_direct_messages_closed(post)
            case PostKind.RESULT:
                await self._results.show(post)
            case PostKind.FINAL:
                await self._results.show_final(post)
            case PostKind.DESK | PostKind.CALL:
                assert post.user_id is not None
                await self._desks.show(post.table_id, post.user_id)

    async def show_desk(self, table_id: str, user_id: int, through: discord.Interaction) -> None:
        """Show somebody's desk in the message that an interaction belongs to."""
        async with self._tables.outdated.refused(table_id):
            await self._desks.show(table_id, user_id, through)
