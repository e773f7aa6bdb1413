"""Sends, edits and removes messages, and sorts what may go wrong into five kinds.

Source of the error codes: Discord's documentation, "Opcodes and Status Codes", JSON error codes.
"""

from __future__ import annotations

import hashlib
import re
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Literal

import aiohttp
import discord

from bot.outbox.errors import (
    DirectMessagesClosed,
    Forbidden,
    NotFound,
    PostError,
    Rejected,
    Retryable,
)
from bot.outbox.post import Posted
from bot.ui import thinking
from bot.ui.message_layout import MessageLayout

DIRECT_MESSAGES_CLOSED = frozenset({50007, 50278})
"""Blocked by the user; closed to members of the servers they share, or no server shared."""
ANSWERED_ALREADY = 40060
THREAD_EXISTS = 160004
THREAD_LOCKED = 160005
THREAD_ARCHIVED = 50083

DAY_IN_MINUTES: Literal[1440] = 1440
NONCE_LENGTH = 25

REMEMBERED = 1_000
"""How many places that were deleted are remembered: long enough for posts that were on their way."""

ORIGINAL: Any = "@original"
"""What stands for the id of the message that answers an interaction."""


def nonce(*facts: object) -> str:
    """Name a post, so that Discord hands back the message it already has instead of posting it twice.

    Source: Discord's documentation, "Create Message", `enforce_nonce`; at most 25 characters.
    """
    return hashlib.sha256(":".join(map(str, facts)).encode()).hexdigest()[:NONCE_LENGTH]


@asynccontextmanager
async def sorted_errors() -> AsyncIterator[None]:
    """Turn what discord.py raises into one of the five kinds."""
    try:
        yield
    except discord.NotFound as error:
        raise NotFound(f"{error.status} {error.code}") from error
    except discord.Forbidden as error:
        kind = DirectMessagesClosed if error.code in DIRECT_MESSAGES_CLOSED else Forbidden
        raise kind(f"{error.status} {error.code}") from error
    except (discord.DiscordServerError, discord.RateLimited) as error:
        raise Retryable(type(error).__name__) from error
    except discord.HTTPException as error:
        if error.code in {THREAD_ARCHIVED, THREAD_LOCKED}:
            raise Forbidden(f"{error.status} {error.code}") from error
        if error.status == 429:
            raise Retryable("429") from error
        raise Rejected(" ".join([f"{error.status} {error.code}", *_rejected_fields(error)])) from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise Retryable(type(error).__name__) from error


def _rejected_fields(error: discord.HTTPException) -> list[str]:
    """Name the fields that Discord does not take, without what it says of them: that may repeat what is in them."""
    return _FIELD.findall(error.text)


_FIELD = re.compile(
    r"^In ((?:data\.)?(?:attachments|components|content|embeds|flags|name|nonce|type)(?:\.\w+)*): ",
    re.MULTILINE,
)


async def in_place(interaction: discord.Interaction, layout: MessageLayout) -> None:
    """Show a sheet in the message an interaction belongs to, or in the place of “thinking…”."""
    async with sorted_errors():
        await interaction.edit_original_response(
            view=layout.build(),
            attachments=layout.files(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
    thinking.keep(interaction)


class Poster:
    """The bot's hand on Discord's messages. Every method raises a `PostError` when the post did not happen."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._newest: dict[int, int] = {}
        self._deleted: deque[int] = deque(maxlen=REMEMBERED)

    def permissions(self, guild_id: int, channel_id: int) -> discord.Permissions | None:
        """What the bot may do in a channel, None where it does not know the channel.

        Raises `Retryable` while the server itself is out of order, or has not been named yet after a start.
        """
        guild = self._client.get_guild(guild_id)
        if guild is not None and guild.unavailable:
            raise Retryable("the server is not there")
        channel = guild.get_channel_or_thread(channel_id) if guild else None
        if guild is None or channel is None or guild.me is None:
            return None
        try:
            return channel.permissions_for(guild.me)
        except discord.ClientException:
            return None  # a thread whose parent is unknown

    def deleted(self, channel_id: int) -> None:
        """Note that a channel or thread is no more."""
        self._deleted.append(channel_id)

    def may_write(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot can post there, for all it knows; of a thread that sleeps it knows nothing.

        Raises `Retryable` as `permissions` does.
        """
        allowed = self.permissions(guild_id, channel_id)
        if allowed is None:
            return self._may_be_there(guild_id, channel_id)
        thread = self._thread(guild_id, channel_id)
        writes = allowed.send_messages if thread is None else allowed.send_messages_in_threads
        return allowed.view_channel and writes and not _is_closed(thread, allowed)

    def may_edit(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot can edit its messages there; in a thread that sleeps nothing is edited.

        Raises `Retryable` as `permissions` does.
        """
        allowed = self.permissions(guild_id, channel_id)
        if allowed is None:
            return False
        return allowed.view_channel and not _is_closed(self._thread(guild_id, channel_id), allowed)

    def may_delete(self, guild_id: int, channel_id: int) -> bool:
        """Whether the bot can delete its messages there, for all it knows. Raises `Retryable` as `permissions` does."""
        allowed = self.permissions(guild_id, channel_id)
        return self._may_be_there(guild_id, channel_id) if allowed is None else allowed.view_channel

    def _may_be_there(self, guild_id: int, channel_id: int) -> bool:
        return self._client.get_guild(guild_id) is not None and channel_id not in self._deleted

    def _thread(self, guild_id: int, channel_id: int) -> discord.Thread | None:
        guild = self._client.get_guild(guild_id)
        return guild.get_thread(channel_id) if guild else None

    async def send(
        self, channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False
    ) -> Posted:
        """Post a new message; the same `name` posts it once only, and the second time brings it up to date.

        A `silent` one notifies nobody. Source: Discord's documentation, "Message Flags", `SUPPRESS_NOTIFICATIONS`.
        """
        channel = self._client.get_partial_messageable(channel_id)
        async with sorted_errors():
            message = await channel.send(
                view=layout.build(),
                files=layout.files(),
                allowed_mentions=layout.mentions(),
                nonce=name,
                silent=silent,
            )
        posted = Posted(channel_id, message.id)
        if not _says(message, layout):
            await self.edit(posted, layout)  # an earlier run posted it, and the table has moved on since
        return posted

    async def edit(self, place: Posted, layout: MessageLayout) -> None:
        """Show another sheet in a message that stands."""
        message = self._message(place)
        async with sorted_errors():
            await message.edit(
                view=layout.build(),
                attachments=layout.files(),
                allowed_mentions=discord.AllowedMentions.none(),
            )

    async def edit_words(self, place: Posted, layout: MessageLayout) -> None:
        """Show another sheet in a message that keeps its pictures."""
        async with sorted_errors():
            await self._message(place).edit(
                view=layout.build(), allowed_mentions=discord.AllowedMentions.none()
            )

    async def edit_answer(self, interaction: discord.Interaction, layout: MessageLayout) -> None:
        """Show a sheet in the message an interaction belongs to, or in its deferred answer."""
        await in_place(interaction, layout)

    async def edit_pressed(self, interaction: discord.Interaction, layout: MessageLayout) -> None:
        """Show a sheet in the message that was pressed, which keeps its pictures."""
        async with sorted_errors():
            await interaction.edit_original_response(
                view=layout.build(), allowed_mentions=discord.AllowedMentions.none()
            )

    async def answer_late(self, token: str, layout: MessageLayout) -> None:
        """Show a sheet in the place of “thinking…”, by the token of an interaction; one that is answered stays so."""
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        async with sorted_errors():
            if (await webhook.fetch_message(ORIGINAL)).flags.loading:
                nobody = discord.AllowedMentions.none()
                await webhook.edit_message(ORIGINAL, view=layout.build(), allowed_mentions=nobody)

    def heard(self, channel_id: int, message_id: int) -> None:
        """Note the newest message of a direct-message channel."""
        self._newest[channel_id] = max(message_id, self._newest.get(channel_id, 0))

    def is_on_top(self, place: Posted) -> bool:
        """Whether a direct message is the newest of its channel, as far as is known."""
        return self._newest.get(place.channel_id, place.message_id) <= place.message_id

    def locale(self, guild_id: int) -> str | None:
        """The language a server prefers."""
        guild = self._client.get_guild(guild_id)
        return str(guild.preferred_locale) if guild else None

    async def delete(self, place: Posted) -> None:
        """Remove a message; one that is gone already is removed."""
        try:
            async with sorted_errors():
                await self._message(place).delete()
        except NotFound:
            return

    async def direct_channel(self, user_id: int) -> int:
        """Find the channel of the direct messages with a user."""
        async with sorted_errors():
            return (await self._client.create_dm(discord.Object(user_id))).id

    async def open_thread(self, guild_id: int, channel_id: int, message_id: int | None, name: str) -> int:
        """Start a public thread, on a message where there is one (a message can carry only one thread).

        Raises `Forbidden` where there are no threads, as in a thread or in the text of a voice channel, without asking.
        """
        channel = self._threaded(guild_id, channel_id)
        if message_id is not None and channel.guild.get_thread(message_id):
            return message_id  # a thread on a message bears the message's id
        if message_id is not None:
            try:
                async with sorted_errors():
                    thread = await channel.get_partial_message(message_id).create_thread(
                        name=name[:100], auto_archive_duration=DAY_IN_MINUTES
                    )
            except Rejected as error:
                if _code(error) == THREAD_EXISTS:
                    return message_id  # it sleeps, and we are told only of those that are awake
                raise
            except NotFound:
                pass
            else:
                return thread.id
        return await self._thread_without_message(channel, name)

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
        async with sorted_errors():
            thread = await channel.create_thread(
                name=name[:100],
                type=kinds.news_thread if channel.is_news() else kinds.public_thread,
                auto_archive_duration=DAY_IN_MINUTES,
            )
        return thread.id

    async def add_to_thread(self, thread_id: int, user_id: int) -> None:
        """Show a thread in somebody's channel list."""
        async with sorted_errors():
            await self._client.http.add_user_to_thread(thread_id, user_id)

    def _message(self, place: Posted) -> discord.PartialMessage:
        return self._client.get_partial_messageable(place.channel_id).get_partial_message(place.message_id)


def _is_closed(thread: discord.Thread | None, allowed: discord.Permissions) -> bool:
    return thread is not None and thread.locked and not allowed.manage_threads


def _says(message: discord.Message, layout: MessageLayout) -> bool:
    parts = [
        part for box in message.components if isinstance(box, discord.Container) for part in box.children
    ]
    said = " ".join(part.content for part in parts if isinstance(part, discord.TextDisplay))
    return said.split() == f"{layout.text} {layout.footer}".split()


def _code(error: PostError) -> int | None:
    cause = error.__cause__
    return cause.code if isinstance(cause, discord.HTTPException) else None
