"""Brings each screen up to date: composes the newest state off the event loop, then posts or edits."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.outbox import posts
from bot.outbox.posts import Screen
from bot.store import Store
from bot.tables import Tables
from bot.tables.refusals import Absent, Outdated
from bot.ui.post_errors import NotFound
from bot.ui.posting import Poster
from bot.ui.render_pool import RenderPool
from bot.ui.screens.boards import Boards
from bot.ui.screens.desk import seating_of
from bot.ui.screens.desks import Desks
from bot.ui.screens.lobbies import Lobbies
from bot.ui.screens.records import Records
from bot.ui.snapshot import Snapshot

__all__ = ["Screens", "seating_of"]


class Screens:
    """Every kind of screen. Methods raise `PostError` where a post did not happen."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, render_pool: RenderPool, now: Callable[[], int]
    ) -> None:
        self._tables = tables
        self._lobbies = Lobbies(store, tables, poster, render_pool, now)
        self._boards = Boards(store, tables, poster, render_pool, now)
        self._desks = Desks(store, tables, poster, render_pool, now)
        self.records = Records(store, tables, poster, render_pool, now)

    async def snapshot(self, table_id: str) -> Snapshot:
        """Look at a table."""
        async with self._tables.outdated.refused(table_id):
            return await self._boards.snapshot(table_id)

    async def show(self, screen: Screen) -> None:
        """Bring one screen up to date; one that waits for a game, or for a table that has to be ended, stays due."""
        try:
            await self._show(screen)
        except Absent:
            return  # due again when the game is back, at a start
        except Outdated as why:
            if not await self._tables.outdated.end(screen.table_id):
                raise NotFound(str(why)) from None  # what it was to show cannot be made out any more

    async def _show(self, screen: Screen) -> None:
        match screen.kind.partition(":")[0]:
            case posts.LOBBY:
                await self._lobbies.show(screen)
            case posts.BOARD:
                await self._boards.show(screen)
            case posts.WORDS:
                await self._boards.show_words(screen)
            case posts.NOTICE:
                await self._boards.show_notice(screen)
            case posts.RESULT:
                await self._boards.show_result(screen)
            case posts.FINAL:
                await self._boards.show_final(screen)
            case posts.CLOSED:
                await self._boards.show_closed(screen)
            case posts.DESK | posts.CALL:
                await self._desks.show(screen.table_id, screen.user_id)

    async def show_desk(self, table_id: str, user_id: int, through: discord.Interaction) -> None:
        """Show somebody's desk in the message that an interaction belongs to."""
        async with self._tables.outdated.refused(table_id):
            await self._desks.show(table_id, user_id, through)
