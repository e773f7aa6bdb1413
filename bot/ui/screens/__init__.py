"""Brings each screen up to date: composes the newest state off the event loop, then posts or edits."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.store import Store
from bot.tables import Tables, screens
from bot.tables.refusals import Outdated
from bot.tables.screens import Screen
from bot.ui.look import Look
from bot.ui.posting import Gone, Poster
from bot.ui.screens.boards import Boards
from bot.ui.screens.desk import seating_of
from bot.ui.screens.desks import Desks
from bot.ui.screens.lobbies import Lobbies
from bot.ui.screens.records import Records
from bot.ui.studio import Studio

__all__ = ["Screens", "seating_of"]


class Screens:
    """Every kind of screen. Methods raise `PostError` where a post did not happen."""

    def __init__(
        self, store: Store, tables: Tables, poster: Poster, studio: Studio, now: Callable[[], int]
    ) -> None:
        self._tables = tables
        self._lobbies = Lobbies(store, tables, poster, studio, now)
        self._boards = Boards(store, tables, poster, studio, now)
        self._desks = Desks(store, tables, poster, studio, now)
        self.records = Records(store, tables, poster, studio, now)

    async def look(self, table_id: str) -> Look:
        """Look at a table."""
        async with self._tables.by_its_rules(table_id):
            return await self._boards.look(table_id)

    async def show(self, screen: Screen) -> None:
        """Bring one screen up to date; one that waits for a table that has to be ended is due again after that."""
        try:
            await self._show(screen)
        except Outdated as why:
            if not await self._tables.end_if_outdated(screen.table_id):
                raise Gone(str(why)) from None  # what it was to show cannot be made out any more

    async def _show(self, screen: Screen) -> None:
        match screen.kind.partition(":")[0]:
            case screens.LOBBY:
                await self._lobbies.show(screen)
            case screens.BOARD:
                await self._boards.show(screen)
            case screens.WORDS:
                await self._boards.show_words(screen)
            case screens.NOTICE:
                await self._boards.show_notice(screen)
            case screens.RESULT:
                await self._boards.show_result(screen)
            case screens.FINAL:
                await self._boards.show_final(screen)
            case screens.CLOSED:
                await self._boards.show_closed(screen)
            case screens.DESK | screens.CALL:
                await self._desks.show(screen.table_id, screen.user_id)

    async def show_desk(self, table_id: str, user_id: int, through: discord.Interaction) -> None:
        """Show somebody's desk in the message that an interaction belongs to."""
        async with self._tables.by_its_rules(table_id):
            await self._desks.show(table_id, user_id, through)
