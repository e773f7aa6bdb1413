"""What Discord tells of servers and their channels, for the tables there to follow."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

import discord

from bot.cluster.ownership import Ownership
from bot.db.errors import DatabaseUnusable
from bot.outbox import Retryable
from bot.tables import Tables, guild_commands
from bot.ui.guild.greeter import Greeter
from bot.work_queue import WorkQueue

A_MOMENT = 1.0
"""Seconds after which changed permissions are looked at: who opens a channel often changes several things."""

GRACE = 3.0
"""Seconds that what is under way gets to finish when the bot stops."""


class ServerNews:
    """Has tables follow where the bot is; each piece of news is tried again until the database takes it."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        greeter: Greeter,
        ownership: Ownership,
        post_forbidden: Callable[..., Awaitable[None]],
        may_write: Callable[[int, int], bool],
    ) -> None:
        """`client` knows in which servers the bot is just now, `ownership` which are this process's.

        `post_forbidden` posts what Discord forbade, where `may_write`: in a server, in a channel.
        """
        self._post_forbidden = post_forbidden
        self._may_write = may_write
        self._client = client
        self._tables = tables
        self._greeter = greeter
        self._ownership = ownership
        self._work = WorkQueue(self._follow, "news:", (DatabaseUnusable,))
        self._available: set[int] = set()
        """Servers that are there, of which the tables have yet to hear."""

    def bot_left(self, guild_id: int) -> None:
        """The bot was removed from a server."""
        self._work.ask(f"server {guild_id}")

    def bot_joined(self, guild_id: int) -> None:
        """The bot was brought to a server, for the first time or again."""
        self._work.ask(f"server {guild_id}")
        self._work.ask(f"language {guild_id}")
        self._work.ask(f"greet {guild_id}")

    def speaks_other_language(self, guild_id: int) -> None:
        """Somebody may have chosen another language for a server."""
        self._work.ask(f"language {guild_id}")

    def is_back(self, guild_id: int) -> None:
        """A server is there that Discord could not name before; the same one twice does no harm."""
        self._available.add(guild_id)
        self._work.ask("available")

    def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """A channel or thread was deleted."""
        self._work.ask(f"place {guild_id} {channel_id}")

    def permissions_changed(self, guild_id: int) -> None:
        """The bot may be allowed in a server what it was not."""
        self._work.ask_in(A_MOMENT, f"permissions {guild_id}")

    async def try_forbidden(self) -> None:
        """Post what an earlier run was forbidden, where the bot may write now."""
        await self._post_forbidden(self._may_write_here)

    async def look(self) -> None:
        """Have tables follow where the bot is now: at the start, of all servers at once."""
        present = {guild.id for guild in self._client.guilds}
        await guild_commands.follow_guilds(self._tables, present, self._ownership.serves)
        await self._note_languages(present)

    async def close(self) -> None:
        """Finish what is under way; what Discord told is seen again at the next start."""
        await self._work.close(GRACE)

    async def _follow(self, news: str) -> None:
        what, *ids = news.split()
        numbers = [int(each) for each in ids]
        match what:
            case "server":
                follow = guild_commands.bot_joined if self._is_in(numbers[0]) else guild_commands.bot_left
                await follow(self._tables, numbers[0])
            case "available":
                available = set(self._available)
                there = {each for each in available if self._is_in(each)}
                await guild_commands.bot_is_in(self._tables, there)
                await self._note_languages(there)
                self._available -= available
                await self.try_forbidden()
            case "permissions":
                await self._post_forbidden(self._may_write_here, numbers[0])
            case "language":
                await self._note_languages(numbers)
            case "place":
                await guild_commands.channel_deleted(self._tables, *numbers)
            case "greet":
                await self._greeter.joined(*numbers)

    def _may_write_here(self, guild_id: int, channel_id: int) -> bool:
        """Return True if this process posts in the server and the bot may write in the channel."""
        try:
            return self._ownership.keeps(guild_id) and self._may_write(guild_id, channel_id)
        except Retryable:  # the server is not there; its channels are looked at when it is back
            return False

    def _is_in(self, guild_id: int) -> bool:
        """Whether the bot is in a server just now."""
        return self._client.get_guild(guild_id) is not None

    async def _note_languages(self, guild_ids: Iterable[int]) -> None:
        """Have other processes know which languages Discord has for servers that this one hears."""
        heard = [guild for each in guild_ids if (guild := self._client.get_guild(each))]
        await guild_commands.follow_locales(
            self._tables, {guild.id: str(guild.preferred_locale) for guild in heard}
        )
