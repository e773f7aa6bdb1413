"""Sends, edits and removes messages.

Of what Discord answers little is needed. So discord.py's own requests are used, which keep to its rate limits and
raise its errors, and not its messages, of which each answer makes another one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import discord
from discord.http import handle_message_parameters

from bot.messages.layout import MessageLayout
from bot.outbox import Found, NotFound, Opened, Posted
from bot.remembered import Remembered
from bot.shards import Shards
from bot.ui.post_errors import answered, with_retries
from bot.ui.respond import show_in_place
from bot.ui.threads import Threads

NONCE_LENGTH = 25

REMEMBERED = 50_000
"""Of how many channels of direct messages it is known which message is the newest."""

CONTAINER = 17
TEXT = 10
"""Source: Discord's documentation, "Component Types"."""

SILENT = discord.MessageFlags(suppress_notifications=True).value
"""The flag of a message that has notified nobody."""

KEPT: Sequence[discord.File] = discord.utils.MISSING
"""The files that a message has already."""

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
        self._newest = Remembered[int, int](REMEMBERED)

    async def send(
        self, channel_id: int, layout: MessageLayout, name: str, *, silent: bool = False
    ) -> Posted:
        """Post a new message; the same `name` posts it once only, and the second time brings it up to date.

        It returns `Found` where the message of that name said something else, or was silent: Discord notifies of new
        messages, never of edits, so nobody has heard of this. A `silent` one notifies nobody.
        Source: Discord's documentation, "Message Flags", `SUPPRESS_NOTIFICATIONS`.
        """
        flags = discord.MessageFlags(suppress_notifications=silent)
        view, files, mentions = layout.build(), layout.files(), layout.mentions()

        async def request() -> Mapping[str, Any]:
            with handle_message_parameters(
                view=view, files=files, allowed_mentions=mentions, nonce=name, flags=flags
            ) as params:
                return await self._client.http.send_message(channel_id, params=params)

        message = await answered(request())
        posted, says_it = Posted(channel_id, int(message["id"])), _says(message, layout)
        if not says_it:
            await self.edit(posted, layout)  # an earlier run posted it, and the table has moved on since
        was_silent = bool(message.get("flags", 0) & SILENT)
        return posted if says_it and was_silent <= silent else Found(*posted)

    async def edit(self, posted: Posted, layout: MessageLayout, *, keeps_pictures: bool = False) -> None:
        """Show another layout in a message that stands. `keeps_pictures`: only its words change."""

        async def request() -> None:
            with handle_message_parameters(
                view=layout.build(),
                attachments=KEPT if keeps_pictures else layout.files(),
                allowed_mentions=discord.AllowedMentions.none(),
            ) as params:
                await self._client.http.edit_message(posted.channel_id, posted.message_id, params=params)

        await with_retries(lambda: answered(request()))

    async def edit_words(self, posted: Posted, layout: MessageLayout) -> None:
        """Show another layout in a message that keeps its pictures."""
        await self.edit(posted, layout, keeps_pictures=True)

    async def edit_answer(self, interaction: discord.Interaction, layout: MessageLayout) -> int:
        """Show a layout in the message an interaction belongs to, or in its deferred answer; return its id."""
        return await show_in_place(interaction, layout)

    async def edit_pressed(self, interaction: discord.Interaction, layout: MessageLayout) -> None:
        """Show a layout in the message that was pressed, which keeps its pictures."""
        await show_in_place(interaction, layout, keeps_pictures=True)

    async def edit_opened(
        self, opened: Opened, layout: MessageLayout, *, keeps_pictures: bool = False
    ) -> None:
        """Show a layout in a desk that its owner has opened. `keeps_pictures`: only its words change."""

        async def request() -> None:
            await self._answered_by(opened.token).edit_message(
                ORIGINAL,
                view=layout.build(),
                attachments=KEPT if keeps_pictures else layout.files(),
                allowed_mentions=discord.AllowedMentions.none(),
            )

        await with_retries(lambda: answered(request()))

    async def edit_opened_words(self, opened: Opened, layout: MessageLayout) -> None:
        """Show a layout in a desk that its owner has opened, which keeps its pictures."""
        await self.edit_opened(opened, layout, keeps_pictures=True)

    def _answered_by(self, token: str) -> discord.Webhook:
        """Return what the answer to an interaction is edited by."""
        assert self._client.application_id is not None
        return discord.Webhook.partial(self._client.application_id, token, client=self._client)

    def heard(self, channel_id: int, message_id: int) -> None:
        """Note the newest message of a direct-message channel."""
        self._newest[channel_id] = max(message_id, self._newest.get(channel_id, 0))

    def is_on_top(self, posted: Posted) -> bool:
        """Whether a direct message is the newest of its channel, as far as is known."""
        return self._newest.get(posted.channel_id, posted.message_id) <= posted.message_id

    async def delete(self, posted: Posted) -> None:
        """Remove a message; one that is gone already is removed."""
        delete = self._client.http.delete_message
        with suppress(NotFound):
            await with_retries(lambda: answered(delete(posted.channel_id, posted.message_id)))

    async def direct_channel(self, user_id: int) -> int:
        """Find the channel of the direct messages with a user."""
        return (await answered(self._client.create_dm(discord.Object(user_id)))).id


def _says(message: Mapping[str, Any], layout: MessageLayout) -> bool:
    said = " ".join(
        part["content"]
        for box in message["components"]
        if box["type"] == CONTAINER
        for part in box["components"]
        if part["type"] == TEXT
    )
    return said.split() == f"{layout.text} {layout.reminder} {layout.footer}".split()
