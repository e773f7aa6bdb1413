"""Sends, edits and removes messages."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from typing import Any

import discord

from bot.outbox import NotFound, Posted
from bot.shards import Shards
from bot.ui.answers import show_in_place
from bot.ui.insisting import insist
from bot.ui.message_layout import MessageLayout
from bot.ui.post_errors import sorted_errors
from bot.ui.threads import Threads

NONCE_LENGTH = 25

ORIGINAL: Any = "@original"
"""What stands for the id of the message that answers an interaction."""


def nonce(*facts: object) -> str:
    """Name a post, so that Discord hands back the message it already has instead of posting it twice.

    Source: Discord's documentation, "Create Message", `enforce_nonce`; at most 25 characters.
    """
    return hashlib.sha256(":".join(map(str, facts)).encode()).hexdigest()[:NONCE_LENGTH]


class Poster(Threads):
    """Posts and edits the bot's messages. Every method raises a `PostError` when the post did not happen."""

    def __init__(self, client: discord.Client, shards: Shards | None = None) -> None:
        """`shards` are those whose servers Discord names to this process; None: all."""
        super().__init__(client, shards)
        self._newest: dict[int, int] = {}

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

    async def edit(self, posted: Posted, layout: MessageLayout) -> None:
        """Show another layout in a message that stands."""

        async def once() -> None:
            async with sorted_errors():
                await self._message(posted).edit(
                    view=layout.build(),
                    attachments=layout.files(),
                    allowed_mentions=discord.AllowedMentions.none(),
                )

        await insist(once)

    async def edit_words(self, posted: Posted, layout: MessageLayout) -> None:
        """Show another layout in a message that keeps its pictures."""

        async def once() -> None:
            async with sorted_errors():
                await self._message(posted).edit(
                    view=layout.build(), allowed_mentions=discord.AllowedMentions.none()
                )

        await insist(once)

    async def edit_answer(self, interaction: discord.Interaction, layout: MessageLayout) -> None:
        """Show a layout in the message an interaction belongs to, or in its deferred answer."""
        await show_in_place(interaction, layout)

    async def edit_pressed(self, interaction: discord.Interaction, layout: MessageLayout) -> None:
        """Show a layout in the message that was pressed, which keeps its pictures."""

        async def once() -> None:
            async with sorted_errors():
                await interaction.edit_original_response(
                    view=layout.build(), allowed_mentions=discord.AllowedMentions.none()
                )

        await insist(once)

    async def answer_late(self, token: str, layout: MessageLayout) -> None:
        """Show a layout in the place of “thinking…”, by the token of an interaction; one that is answered stays so."""
        assert self._client.application_id is not None
        webhook = discord.Webhook.partial(self._client.application_id, token, client=self._client)
        async with sorted_errors():
            if (await webhook.fetch_message(ORIGINAL)).flags.loading:
                nobody = discord.AllowedMentions.none()
                await webhook.edit_message(ORIGINAL, view=layout.build(), allowed_mentions=nobody)

    def heard(self, channel_id: int, message_id: int) -> None:
        """Note the newest message of a direct-message channel."""
        self._newest[channel_id] = max(message_id, self._newest.get(channel_id, 0))

    def is_on_top(self, posted: Posted) -> bool:
        """Whether a direct message is the newest of its channel, as far as is known."""
        return self._newest.get(posted.channel_id, posted.message_id) <= posted.message_id

    async def delete(self, posted: Posted) -> None:
        """Remove a message; one that is gone already is removed."""

        async def once() -> None:
            async with sorted_errors():
                await self._message(posted).delete()

        with suppress(NotFound):
            await insist(once)

    async def direct_channel(self, user_id: int) -> int:
        """Find the channel of the direct messages with a user."""
        async with sorted_errors():
            return (await self._client.create_dm(discord.Object(user_id))).id

    def _message(self, posted: Posted) -> discord.PartialMessage:
        return self._client.get_partial_messageable(posted.channel_id).get_partial_message(posted.message_id)


def _says(message: discord.Message, layout: MessageLayout) -> bool:
    parts = [
        part for box in message.components if isinstance(box, discord.Container) for part in box.children
    ]
    said = " ".join(part.content for part in parts if isinstance(part, discord.TextDisplay))
    return said.split() == f"{layout.text} {layout.footer}".split()
