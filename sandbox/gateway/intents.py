"""Which events an intent lets through.

Source: Discord, "Gateway": list of intents, message content intent.
"""

from __future__ import annotations

from enum import IntFlag

from sandbox.model import Event, Json


class Intent(IntFlag):
    """The intents of events that can happen here."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_MESSAGE_TYPING = 1 << 11
    DIRECT_MESSAGES = 1 << 12
    DIRECT_MESSAGE_TYPING = 1 << 14
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
_FLAGS = {
    Intent.GUILD_PRESENCES: 1 << 13,
    Intent.GUILD_MEMBERS: 1 << 15,
    Intent.MESSAGE_CONTENT: 1 << 19,
}
KNOWN = (1 << 26) - 1

ALWAYS = Intent(0)
_NEEDED: dict[str, tuple[Intent, Intent]] = {
    "INTERACTION_CREATE": (ALWAYS, ALWAYS),
    "GUILD_CREATE": (Intent.GUILDS, ALWAYS),
    "GUILD_UPDATE": (Intent.GUILDS, ALWAYS),
    "GUILD_DELETE": (Intent.GUILDS, ALWAYS),
    "GUILD_ROLE_CREATE": (Intent.GUILDS, ALWAYS),
    "GUILD_ROLE_UPDATE": (Intent.GUILDS, ALWAYS),
    "GUILD_ROLE_DELETE": (Intent.GUILDS, ALWAYS),
    "CHANNEL_CREATE": (Intent.GUILDS, ALWAYS),
    "CHANNEL_UPDATE": (Intent.GUILDS, ALWAYS),
    "CHANNEL_DELETE": (Intent.GUILDS, ALWAYS),
    "THREAD_CREATE": (Intent.GUILDS, ALWAYS),
    "THREAD_UPDATE": (Intent.GUILDS, ALWAYS),
    "THREAD_DELETE": (Intent.GUILDS, ALWAYS),
    "THREAD_MEMBERS_UPDATE": (Intent.GUILDS, ALWAYS),
    "GUILD_MEMBER_ADD": (Intent.GUILD_MEMBERS, ALWAYS),
    "GUILD_MEMBER_UPDATE": (Intent.GUILD_MEMBERS, ALWAYS),
    "GUILD_MEMBER_REMOVE": (Intent.GUILD_MEMBERS, ALWAYS),
    "MESSAGE_CREATE": (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    "MESSAGE_UPDATE": (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    "MESSAGE_DELETE": (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES),
    "TYPING_START": (Intent.GUILD_MESSAGE_TYPING, Intent.DIRECT_MESSAGE_TYPING),
}
"""What an event needs in a guild and in direct messages; events that are not here never reach a bot."""


def application_flags(privileged: int) -> int:
    """Return the flags of an application in few servers for which these privileged intents are switched on."""
    return sum(flag for intent, flag in _FLAGS.items() if privileged & intent)


def passes(event: Event, intents: int, bot_id: str) -> bool:
    """Tell whether a session with these intents is sent an event."""
    if event.name not in _NEEDED:
        return False
    if event.name == "THREAD_MEMBERS_UPDATE" and not intents & Intent.GUILD_MEMBERS:
        added = [each["user_id"] for each in event.data["added_members"]]
        return bool(intents & Intent.GUILDS) and bot_id in (*added, *event.data["removed_member_ids"])
    in_guild, in_direct = _NEEDED[event.name]
    needed = in_guild if event.guild_id else in_direct
    return intents & needed == needed


def blanked(data: Json, intents: int, bot_id: str) -> Json:
    """Return a message without what only the message content intent shows.

    The bot's own messages, those in direct messages and those that mention it stay whole.
    """
    if intents & Intent.MESSAGE_CONTENT or "guild_id" not in data or data["author"]["id"] == bot_id:
        return data
    if any(user["id"] == bot_id for user in data["mentions"]):
        return data
    return {**data, "content": "", "embeds": [], "attachments": [], "components": []}
