"""Threads, in which races are run."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Literal

import discord

from bot.outbox import Forbidden, NotFound, Rejected
from bot.ui.access import Access
from bot.ui.post_errors import THREAD_EXISTS, answered, code_of

DAY_IN_MINUTES: Literal[1440] = 1440
PUBLIC_THREAD: Literal[11] = 11
"""Source: Discord's documentation, "Channel Types"."""


class Threads(Access):
    """Opens and closes threads, and shows them to people. Methods raise a `PostError` where that did not happen."""

    async def open_thread(self, guild_id: int, channel_id: int, message_id: int | None, name: str) -> int:
        """Start a public thread, on a message where there is one (a message can carry only one thread).

        Raises `Forbidden` where there are no threads, as in a thread or in the text of a voice channel, without asking.
        """
        if not self.is_named(guild_id):
            return await self._thread_unseen(channel_id, message_id, name)
        channel = self._threaded(guild_id, channel_id)
        if message_id is None:
            return await self._thread_without_message(channel, name)
        if channel.guild.get_thread(message_id):
            return message_id  # a thread on a message bears the message's id
        try:
            message = channel.get_partial_message(message_id)
            thread = await answered(
                message.create_thread(name=name[:100], auto_archive_duration=DAY_IN_MINUTES)
            )
        except Rejected as error:
            if code_of(error) == THREAD_EXISTS:
                return message_id  # it sleeps, and we are told only of those that are awake
            raise
        except NotFound:
            return await self._thread_without_message(channel, name)
        return self.opened(thread)

    def _threaded(self, guild_id: int, channel_id: int) -> discord.TextChannel:
        """Return a channel in which the bot may start threads and write in them."""
        guild = self._client.get_guild(guild_id)
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        allowed = self.permissions(guild_id, channel_id)
        if not isinstance(channel, discord.TextChannel) or allowed is None:
            raise Forbidden("not a channel that has threads")
        if not (allowed.create_public_threads and allowed.send_messages_in_threads):
            raise Forbidden("no threads of ours there")
        return channel

    async def _thread_without_message(self, channel: discord.TextChannel, name: str) -> int:
        kinds = discord.ChannelType
        thread = await answered(
            channel.create_thread(
                name=name[:100],
                type=kinds.news_thread if channel.is_news() else kinds.public_thread,
                auto_archive_duration=DAY_IN_MINUTES,
            )
        )
        return self.opened(thread)

    async def _thread_unseen(self, channel_id: int, message_id: int | None, name: str) -> int:
        """Start a thread in a channel that another process knows; on its message, or on none."""
        http, lasts = self._client.http, DAY_IN_MINUTES
        try:
            if message_id is not None:
                made = await answered(
                    http.start_thread_with_message(
                        channel_id, message_id, name=name[:100], auto_archive_duration=lasts
                    )
                )
                return int(made["id"])
        except Rejected as error:
            if message_id is not None and code_of(error) == THREAD_EXISTS:
                return message_id
            raise
        except NotFound:
            pass  # the message is gone
        bare = await answered(
            http.start_thread_without_message(
                channel_id, name=name[:100], auto_archive_duration=lasts, type=PUBLIC_THREAD
            )
        )
        return int(bare["id"])

    async def wake(self, thread_id: int) -> None:
        """Open an archived thread again, in which nothing is edited or answered."""
        await answered(self._client.http.edit_channel(thread_id, archived=False))

    async def close_thread(self, guild_id: int, thread_id: int, last: int) -> None:
        """Archive a thread in which message `last` is the last word.

        It stays open where somebody has written since, where it is not the bot's, and where that is not allowed.
        """
        if self.is_named(guild_id) and self._thread(guild_id, thread_id) is None:
            return  # it is closed or gone
        with suppress(NotFound, Forbidden):
            found: Mapping[str, Any] = await answered(self._client.http.get_channel(thread_id))
            if self._is_ours(found) and int(found.get("last_message_id") or 0) <= last:
                await answered(self._client.http.edit_channel(thread_id, archived=True))

    def _is_ours(self, channel: Mapping[str, Any]) -> bool:
        """Whether what Discord names is a thread of the bot's that is open, and nobody has locked it."""
        state, me = channel.get("thread_metadata") or {"archived": True}, self._client.user
        if state["archived"] or state.get("locked"):
            return False
        return me is not None and channel.get("owner_id") == str(me.id)

    async def add_to_thread(self, thread_id: int, user_id: int) -> None:
        """Show a thread in somebody's channel list."""
        await answered(self._client.http.add_user_to_thread(thread_id, user_id))
