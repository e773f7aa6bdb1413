"""Who may do what where, computed as Discord does.

Source: Discord, "Permissions": bitwise flags, permission hierarchy, overwrites, implicit permissions.
"""

from __future__ import annotations

from enum import IntFlag

from sandbox.model import Channel, Guild, Member


class Permission(IntFlag):
    """The permissions that matter to a bot which writes messages and opens threads."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    SEND_POLLS = 1 << 49
    PIN_MESSAGES = 1 << 51


P = Permission
ALL = (1 << 53) - 1
NOTHING = P(0)

EVERYONE = (
    P.CREATE_INSTANT_INVITE
    | P.ADD_REACTIONS
    | P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.USE_EXTERNAL_EMOJIS
    | P.CONNECT
    | P.SPEAK
    | P.CHANGE_NICKNAME
    | P.USE_APPLICATION_COMMANDS
    | P.CREATE_PUBLIC_THREADS
    | P.SEND_MESSAGES_IN_THREADS
)
"""What everybody may do in a new server."""

BOT = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.CREATE_PUBLIC_THREADS
    | P.SEND_MESSAGES_IN_THREADS
)
"""What the bot's own role grants: the invitation a careful server owner accepts."""

DIRECT = (
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.EMBED_LINKS
    | P.ATTACH_FILES
    | P.READ_MESSAGE_HISTORY
    | P.ADD_REACTIONS
    | P.USE_EXTERNAL_EMOJIS
    | P.MENTION_EVERYONE
    | P.USE_APPLICATION_COMMANDS
)
"""What both sides of a direct-message channel may do in it."""

_NEEDS_SENDING = P.MENTION_EVERYONE | P.SEND_TTS_MESSAGES | P.ATTACH_FILES | P.EMBED_LINKS


def in_guild(guild: Guild, member: Member) -> int:
    """Return a member's permissions before any channel has its say."""
    if guild.owner_id == member.user.id:
        return ALL
    permissions = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        permissions |= guild.roles[role_id].permissions
    return ALL if permissions & P.ADMINISTRATOR else permissions


def in_channel(guild: Guild, member: Member, channel: Channel, speak: Permission = P.SEND_MESSAGES) -> int:
    """Return a member's permissions in a channel, or in its threads, where `speak` is another permission."""
    permissions = in_guild(guild, member)
    if permissions == ALL:
        return ALL
    permissions = _overwritten(permissions, guild, member, channel)
    if not permissions & P.VIEW_CHANNEL:
        return 0
    return permissions if permissions & speak else permissions & ~_NEEDS_SENDING


def _overwritten(permissions: int, guild: Guild, member: Member, channel: Channel) -> int:
    """Apply a channel's overwrites in Discord's order: @everyone, all roles together, the member."""
    overwrites = channel.overwrites
    if not overwrites:
        return permissions
    if everyone := overwrites.get(guild.id):
        permissions = permissions & ~everyone.deny | everyone.allow
    roles = [overwrites[role_id] for role_id in member.role_ids if role_id in overwrites]
    for role in roles:
        permissions &= ~role.deny
    for role in roles:
        permissions |= role.allow
    if own := overwrites.get(member.user.id):
        permissions = permissions & ~own.deny | own.allow
    return permissions
