"""Who wants a table to be where, read from an interaction: plain facts, which the tables judge."""

from __future__ import annotations

import discord

from bot.tables import Visitor

NEEDED = ("view_channel", "send_messages")
NEEDED_IN_A_THREAD = ("view_channel", "send_messages_in_threads")
"""What the bot has to be allowed in a channel to run a table there; threads and pictures are niceties."""


def visitor(interaction: discord.Interaction, home: int | None = None) -> Visitor:
    """Tell who asks for a table to be where they are; or at `home`, as long as the server has that channel."""
    guild, member = interaction.guild, interaction.user
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    place: object = interaction.channel
    allowed, channel_id = interaction.app_permissions, interaction.channel_id
    there = guild.get_channel_or_thread(home) if guild and home not in {None, channel_id} else None
    if guild and there:
        place, allowed, channel_id = there, there.permissions_for(guild.me), there.id
    is_thread = isinstance(place, discord.Thread)
    needed = NEEDED_IN_A_THREAD if is_thread else NEEDED
    return Visitor(
        guild_id=interaction.guild_id,
        channel_id=channel_id,
        parent_id=place.parent_id if isinstance(place, discord.Thread) else None,
        roles=frozenset(role.id for role in member.roles)
        if isinstance(member, discord.Member)
        else frozenset(),
        may_manage=interaction.permissions.manage_guild,
        denied=tuple(name for name in needed if not getattr(allowed, name)),
    )
