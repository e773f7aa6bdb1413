"""Who pressed, and where they want a table to be, read from an interaction: plain facts, which the tables judge."""

from __future__ import annotations

import discord

from bot.tables import Person, Table, Visitor
from bot.texts.markup import storable

NEEDED = ("view_channel", "send_messages")
NEEDED_IN_A_THREAD = ("view_channel", "send_messages_in_threads")
"""What the bot has to be allowed in a channel to run a table there; threads and pictures are niceties."""


def person(interaction: discord.Interaction) -> Person:
    """Return who pressed, by the name they bear in this server."""
    return Person(interaction.user.id, storable(interaction.user.display_name))


def visitor(interaction: discord.Interaction, home: int | None = None) -> Visitor:
    """Tell who asks for a table to be where they are; or at `home`, as long as the server has that channel."""
    assert interaction.guild_id is not None
    assert interaction.channel_id is not None
    channel: object = interaction.channel
    allowed, channel_id = interaction.app_permissions, interaction.channel_id
    if interaction.guild and (there := _known(interaction.guild, home)):
        channel, allowed, channel_id = there, there.permissions_for(interaction.guild.me), there.id
    thread = channel if isinstance(channel, discord.Thread) else None
    member = interaction.user
    roles = member.roles if isinstance(member, discord.Member) else ()
    return Visitor(
        guild_id=interaction.guild_id,
        channel_id=channel_id,
        parent_id=thread.parent_id if thread else None,
        roles=frozenset(role.id for role in roles),
        may_manage=interaction.permissions.manage_guild,
        denied=tuple(
            name for name in (NEEDED_IN_A_THREAD if thread else NEEDED) if not getattr(allowed, name)
        ),
    )


def thread_of(interaction: discord.Interaction, table: Table, home: Visitor) -> int | None:
    """Return the thread of a race, if that is where they pressed and the bot may still write there.

    One that sleeps is woken up by a post. `home` is the channel to which it belongs.
    """
    thread, allowed = interaction.channel, interaction.app_permissions
    if not isinstance(thread, discord.Thread) or thread.id != table.thread_id:
        return None
    is_closed = thread.locked and not allowed.manage_threads
    is_barred = not all(getattr(allowed, name) for name in NEEDED_IN_A_THREAD)
    return None if is_closed or is_barred or thread.id == home.channel_id else thread.id


def may_see(interaction: discord.Interaction, table: Table) -> bool:
    """Whether somebody may know of a table of their server: they are part of it, or see a channel where it stands.

    Whoever manages the server may. Of a channel that the bot does not know, nobody else is taken to see it.
    """
    user = interaction.user
    if (
        user.id in {table.host_id, *table.owners}
        or table.seat_of(user.id)
        or interaction.permissions.manage_guild
    ):
        return True
    places = {table.channel_id, table.stands_in}
    return interaction.channel_id in places or any(_sees(interaction, place) for place in places)


def _sees(interaction: discord.Interaction, channel_id: int) -> bool:
    """Whether somebody sees a channel or thread, for all that the bot knows."""
    place = _known(interaction.guild, channel_id) if interaction.guild else None
    user = interaction.user
    if place is None or not isinstance(user, discord.Member):
        return False
    allowed = place.permissions_for(user)
    if isinstance(place, discord.Thread) and place.is_private():
        return allowed.manage_threads or any(member.id == user.id for member in place.members)
    return allowed.view_channel


def _known(guild: discord.Guild, home: int | None) -> discord.abc.GuildChannel | discord.Thread | None:
    """Return a channel or thread of which the bot knows what it may do there."""
    there = guild.get_channel_or_thread(home) if home else None
    return None if isinstance(there, discord.Thread) and there.parent is None else there
