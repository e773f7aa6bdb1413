"""What becomes of a server's tables when the bot leaves it or comes back, and when its settings change."""

from __future__ import annotations

from collections.abc import Callable, Collection

from sqlalchemy import select

from bot.servers import ServerSettings, read_settings, write_settings
from bot.store.schema import tables
from bot.tables import deadlines, lobby, queries
from bot.tables.channel_commands import show_boards_again
from bot.tables.deadlines import Clock
from bot.tables.loading import load_all
from bot.tables.step import Step
from bot.tables.steps import Commands
from bot.tables.table import Status

Change = Callable[[ServerSettings], ServerSettings]
"""What is to hold, from what holds; so that of two changes at once neither undoes the other."""


class GuildCommands(Commands):
    """Commands about whole servers."""

    async def bot_left(self, guild_id: int) -> None:
        """The bot was removed from a server: its tables wait there for a while, then close."""
        for table_id in await self._open_in(guild_id):
            async with self._steps.at(table_id) as step:
                if not await _is_homeless(step):
                    closes_at = step.now + deadlines.HOMELESS_CLOSES_AFTER
                    await deadlines.put(step.db, table_id, Clock.HOMELESS, closes_at, now=step.now)

    async def bot_joined(self, guild_id: int) -> None:
        """The bot is in a server: tables that waited for its return go on."""
        for table_id in await self._open_in(guild_id):
            async with self._steps.at(table_id) as step:
                if await _is_homeless(step):
                    await deadlines.clear(step.db, table_id, Clock.HOMELESS)
                    await show_boards_again(step.db, table_id)

    async def follow_guilds(self, present: Collection[int]) -> None:
        """Compare with the servers the bot is in: it may have been removed, or asked back, while it was down."""
        async with self._steps.store.reading() as db:
            concerned = await queries.guilds(db)
        for guild_id in concerned:
            await (self.bot_joined if guild_id in present else self.bot_left)(guild_id)

    async def change_settings(self, guild_id: int, change: Change) -> ServerSettings:
        """Change a server's settings and have its lobbies drawn again; races that run keep what they started with."""
        async with self._steps.store.writing() as db:
            before = await read_settings(db, guild_id)
            settings = change(before)
            if settings == before:
                return before
            await write_settings(db, guild_id, settings)
            is_lobby = (tables.c.guild_id == guild_id) & (tables.c.status == Status.LOBBY)
            lobbies = list((await db.execute(select(tables.c.table_id).where(is_lobby))).scalars())
            for table in await load_all(db, lobbies):
                await lobby.changed(db, table)
        for table_id in lobbies:
            self._steps.watchers.tell(table_id)
        return settings

    async def _open_in(self, guild_id: int) -> list[str]:
        async with self._steps.store.reading() as db:
            return await queries.open_ids(db, guild_id)


async def _is_homeless(step: Step) -> bool:
    return await deadlines.find(step.db, step.table.table_id, Clock.HOMELESS) is not None
