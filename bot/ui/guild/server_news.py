"""What Discord tells of servers and their channels, for the tables there to follow."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

from bot.store.errors import StoreError
from bot.tables import Tables
from bot.ui.guild.greeter import Greeter
from bot.work_queue import WorkQueue

GRACE = 3.0
"""Seconds that what is under way gets to finish when the bot stops."""


class ServerNews:
    """Has tables follow where the bot is; each piece of news is tried again until the database takes it."""

    def __init__(
        self,
        tables: Tables,
        greeter: Greeter,
        is_in: Callable[[int], bool],
        note_languages: Callable[[Collection[int]], Awaitable[None]],
    ) -> None:
        """`is_in` tells whether the bot is in a server just now; `note_languages` notes which some of them speak."""
        self._tables = tables
        self._greeter = greeter
        self._is_in = is_in
        self._note_languages = note_languages
        self._work = WorkQueue(self._follow, "news:", (StoreError,))
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

    async def close(self) -> None:
        """Finish what is under way; what Discord told is seen again at the next start."""
        await self._work.close(GRACE)

    async def _follow(self, news: str) -> None:
        what, *ids = news.split()
        numbers = [int(each) for each in ids]
        guilds = self._tables.guilds
        match what:
            case "server":
                await (guilds.bot_joined if self._is_in(numbers[0]) else guilds.bot_left)(numbers[0])
            case "available":
                available = set(self._available)
                there = {each for each in available if self._is_in(each)}
                await guilds.bot_is_in(there)
                await self._note_languages(there)
                self._available -= available
            case "language":
                await self._note_languages(numbers)
            case "place":
                await guilds.channel_deleted(*numbers)
            case "greet":
                await self._greeter.joined(*numbers)
