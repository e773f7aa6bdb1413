"""Whether a table may be run in a channel: what Discord lets the bot do there, and what the server has settled on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.servers import ServerSettings, read_settings
from bot.texts import Texts
from bot.ui.answers import say

if TYPE_CHECKING:
    from bot.client import Paddock

NEEDED = ("view_channel", "send_messages")
NEEDED_IN_A_THREAD = ("view_channel", "send_messages_in_threads")
"""What the bot has to be allowed in a channel to run a table there; threads and pictures are niceties."""


async def may_post(interaction: discord.Interaction, t: Texts) -> bool:
    """Tell whoever used a command if the bot may not run a table in this channel."""
    needed = NEEDED_IN_A_THREAD if isinstance(interaction.channel, discord.Thread) else NEEDED
    missing = [name for name in needed if not getattr(interaction.app_permissions, name)]
    if missing:
        await say(interaction, t.answers.not_allowed_here([t.answers.permissions[name] for name in missing]))
    return not missing


async def is_welcome_here(bot: Paddock, interaction: discord.Interaction, t: Texts) -> bool:
    """Tell whoever wants to open a table if this server keeps tables elsewhere, or to other people."""
    assert interaction.guild_id is not None
    async with bot.store.reading() as db:
        settings = await read_settings(db, interaction.guild_id)
    if not _is_a_place_for_tables(interaction, settings):
        await say(interaction, t.answers.not_in_this_channel(settings.channels))
        return False
    if not _may_open(interaction, settings):
        await say(interaction, t.answers.not_for_you(settings.openers))
        return False
    return True


def _is_a_place_for_tables(interaction: discord.Interaction, settings: ServerSettings) -> bool:
    parent = interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
    return not settings.channels or bool({interaction.channel_id, parent} & set(settings.channels))


def _may_open(interaction: discord.Interaction, settings: ServerSettings) -> bool:
    if not settings.openers or interaction.permissions.manage_guild:
        return True
    member = interaction.user
    return isinstance(member, discord.Member) and any(member.get_role(role) for role in settings.openers)
