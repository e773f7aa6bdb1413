"""Shows the first steps in a server that the bot has joined: once, also if something comes in between.

That they are owed is noted before they are posted, and that they were posted afterwards; the post bears a nonce, so
that a process killed between the two does not show them twice when it runs again at once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

import discord
from sqlalchemy import Connection

from bot.db import Database
from bot.db.errors import DatabaseUnusable
from bot.messages.layout import MessageLayout
from bot.outbox import Forbidden, NotFound, Rejected, Retryable
from bot.servers import ServerSettings, note_greeted, owe_greeting, owed_greetings, read_settings
from bot.texts import texts
from bot.ui.guild.help_pages import CommandNames, first_steps
from bot.ui.posting import Poster, nonce
from bot.work_queue import WorkQueue

log = logging.getLogger(__name__)

GRACE = 2.0
"""Seconds that a post under way gets to finish when the bot stops."""


def _settings_to_greet(db: Connection, guild_id: int) -> ServerSettings | None:
    """Return the settings of a server that is to be greeted; None where it was."""
    return read_settings(db, guild_id) if guild_id in owed_greetings(db) else None


class Greeter:
    """Greets servers."""

    def __init__(
        self,
        client: discord.Client,
        database: Database,
        poster: Poster,
        named: CommandNames,
        now: Callable[[], int],
    ) -> None:
        self._client = client
        self._database = database
        self._poster = poster
        self._named = named
        self._now = now
        self._queue = WorkQueue(self._run, "greet server", (Retryable, DatabaseUnusable))

    async def joined(self, guild_id: int) -> None:
        """Greet a server, unless it ever was."""
        is_owed = await self._database.write(owe_greeting, guild_id)
        if is_owed:
            self._queue.ask(str(guild_id))

    async def resume(self) -> None:
        """Greet whomever an earlier run still owes it."""
        owed = await self._database.read(owed_greetings)
        for guild_id in owed:
            self._queue.ask(str(guild_id))

    async def close(self) -> None:
        """Let a post under way finish; what is owed still waits in the database."""
        await self._queue.close(GRACE)

    async def _run(self, key: str) -> None:
        guild = self._client.get_guild(int(key))
        if guild is None:
            return  # removed from it again; if it comes back, it is still owed
        settings = await self._database.read(_settings_to_greet, guild.id)
        if settings is None:
            return
        words = first_steps(self._named, texts(settings.language or str(guild.preferred_locale)))
        await self._post(guild, MessageLayout(words))
        await self._database.write(note_greeted, guild.id, self._now())

    async def _post(self, guild: discord.Guild, layout: MessageLayout) -> None:
        """Post in the first channel that takes it; where none does, the server is not greeted."""
        for channel in writable_channels(guild):
            try:
                await self._poster.send(channel.id, layout, nonce("first steps", guild.id))
            except (Forbidden, NotFound):
                continue
            except Rejected as trouble:
                log.error("server %d: Discord rejects our first steps: %s", guild.id, trouble)
            return
        log.info("server %d: there is no channel to show the first steps in", guild.id)


def writable_channels(guild: discord.Guild) -> list[discord.TextChannel]:
    """Return where the bot may write: the channel for news of the system, then from the top down."""
    candidates = sorted(guild.text_channels, key=lambda channel: channel != guild.system_channel)
    allowed = [(channel, channel.permissions_for(guild.me)) for channel in candidates]
    return [channel for channel, may in allowed if may.view_channel and may.send_messages]
