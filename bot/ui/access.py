"""What the bot may do in which channel, for all it knows: what is known to be refused is not asked for."""

from __future__ import annotations

from collections import deque

import discord

from bot.outbox import Retryable
from bot.shards import Shards

REMEMBERED = 1_000
"""How many places that were deleted are remembered, long enough for posts that were on their way; threads as many."""


ONE_AND_THE_BOT = 2
"""Members of a server in which somebody tries the bot by themselves."""


class Access:
    """Knows servers, channels and threads as Discord has named them, and what the bot may do there.

    Whatever asks for a permission raises `Retryable` while the server is out of order, or has not been named yet.
    Of servers that other processes hear nothing is known: what is wanted there is tried.
    """

    def __init__(self, client: discord.Client, shards: Shards | None = None) -> None:
        """`shards` are those whose servers Discord names to this process; None: all."""
        self._client = client
        self._shards = shards
        self._deleted: deque[int] = deque(maxlen=REMEMBERED)
        self._opened: dict[int, discord.Thread] = {}
        """Threads of the bot's own of which Discord has not told it yet."""

    def permissions(self, guild_id: int, channel_id: int) -> discord.Permissions | None:
        """What the bot may do in a channel, None where it does not know the channel."""
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            raise Retryable("the server is not there")
        channel = self._place(guild, channel_id) if guild else None
        if guild is None or channel is None or guild.me is None:
            return None
        try:
            return channel.permissions_for(guild.me)
        except discord.ClientException:
            return None  # a thread whose parent is unknown

    def opened(self, thread: discord.Thread) -> int:
        """Note a thread that the bot has opened, and return its id: what it may do there is known from then on."""
        self._opened[thread.id] = thread
        if len(self._opened) > REMEMBERED:
            del self._opened[next(iter(self._opened))]
        return thread.id

    def deleted(self, channel_id: int) -> None:
        """Note that a channel or thread is no more."""
        self._deleted.append(channel_id)
        self._opened.pop(channel_id, None)

    def may_write(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot can post there, for all it knows; of a thread that sleeps it knows nothing."""
        allowed = self.permissions(guild_id, channel_id)
        if allowed is None:
            return self._may_be_there(guild_id, channel_id)
        thread = self._thread(guild_id, channel_id)
        writes = allowed.send_messages if thread is None else allowed.send_messages_in_threads
        return allowed.view_channel and writes and not _is_closed(thread, allowed)

    def may_edit(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot can edit its messages there; in a thread that sleeps nothing is edited."""
        allowed = self.permissions(guild_id, channel_id)
        if allowed is None:
            return not self.is_named(guild_id)
        return allowed.view_channel and not _is_closed(self._thread(guild_id, channel_id), allowed)

    def may_delete(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot can delete its messages there, for all it knows."""
        allowed = self.permissions(guild_id, channel_id)
        return self._may_be_there(guild_id, channel_id) if allowed is None else allowed.view_channel

    def has_one_person(self, guild_id: int) -> bool:
        """Whether nobody is in a server but one person and the bot, when Discord named it last."""
        guild = self._client.get_guild(guild_id)
        return guild is not None and guild.member_count is not None and guild.member_count <= ONE_AND_THE_BOT

    def is_named(self, guild_id: int) -> bool:
        """Whether Discord names a server to this process if the bot is there."""
        return self._shards is None or self._shards.serve(guild_id)

    def _may_be_there(self, guild_id: int, channel_id: int) -> bool:
        is_there = not self.is_named(guild_id) or self._client.get_guild(guild_id) is not None
        return is_there and channel_id not in self._deleted

    def _place(
        self, guild: discord.Guild, channel_id: int
    ) -> discord.abc.GuildChannel | discord.Thread | None:
        """Return a channel or thread as Discord has named it, or as the bot has opened it a moment ago."""
        named = guild.get_channel_or_thread(channel_id)
        if named is None:
            return self._opened.get(channel_id)
        self._opened.pop(channel_id, None)  # from now on it is Discord that says what becomes of it
        return named

    def _thread(self, guild_id: int, channel_id: int) -> discord.Thread | None:
        guild = self._client.get_guild(guild_id)
        place = self._place(guild, channel_id) if guild else None
        return place if isinstance(place, discord.Thread) else None


def _is_closed(thread: discord.Thread | None, allowed: discord.Permissions) -> bool:
    return thread is not None and thread.locked and not allowed.manage_threads
