"""Accounts, servers, channels and messages, as plain state; it is kept in files by these names (`world/as_text.py`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

Json = dict[str, Any]
"""An object of Discord's API."""


class ChannelKind(IntEnum):
    """Discord's channel types, those that exist here."""

    TEXT = 0
    DIRECT = 1
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


class InteractionKind(IntEnum):
    """What a person did: Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Callback(IntEnum):
    """The kinds of a first answer: Discord's callback types."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


class MessageKind(IntEnum):
    """Discord's message types, those that exist here."""

    DEFAULT = 0
    THREAD_CREATED = 18
    """Tells of a new thread."""
    REPLY = 19
    COMMAND = 20
    THREAD_STARTER = 21
    """The first message of a thread that began on a message, to which it refers."""


class Flag:
    """Message flags."""

    SUPPRESS_EMBEDS = 1 << 2
    HAS_THREAD = 1 << 5
    EPHEMERAL = 1 << 6
    LOADING = 1 << 7
    SUPPRESS_NOTIFICATIONS = 1 << 12
    IS_COMPONENTS_V2 = 1 << 15


@dataclass(slots=True, eq=False)
class User:
    """An account: a person, or the bot."""

    id: str
    username: str
    display_name: str | None = None
    bot: bool = False
    locale: str = "en-US"
    dms_open: bool = True
    """Whether this person accepts direct messages from members of shared servers."""


@dataclass(slots=True, eq=False)
class Role:
    """A role of a guild; the one with the guild's own id is @everyone."""

    id: str
    name: str
    permissions: int
    position: int = 0
    bot_id: str | None = None
    """The bot whose own, managed role this is."""


@dataclass(slots=True, eq=False)
class Member:
    """An account's membership of a guild."""

    user: User
    joined_at: str
    role_ids: list[str] = field(default_factory=list)
    nick: str | None = None


@dataclass(slots=True)
class Overwrite:
    """What a channel allows or denies to one role (kind 0) or one member (kind 1)."""

    id: str
    kind: int
    allow: int = 0
    deny: int = 0


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message."""

    id: str
    filename: str
    data: bytes
    """Empty once the CDN has run out of room for it."""
    size: int
    content_type: str
    description: str | None = None
    title: str | None = None
    width: int | None = None
    height: int | None = None
    spoiler: bool = False


@dataclass(slots=True, eq=False)
class Message:
    """A message. `visible_to` names the only person who sees it, if it is ephemeral."""

    id: str
    channel_id: str
    author: User
    timestamp: str
    kind: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    edited: str | None = None
    nonce: str | int | None = None
    tts: bool = False
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    mention_everyone: bool = False
    reference: Json | None = None
    answers: Json | None = None
    """Interaction metadata, if the message answers an interaction."""
    answers_name: str | None = None
    webhook_id: str | None = None
    visible_to: str | None = None
    position: int | None = None
    """Where in a thread it stands, counted as Discord does: roughly."""


@dataclass(slots=True, eq=False)
class ThreadState:
    """What a thread has beyond a channel."""

    owner_id: str
    created: str
    auto_archive_minutes: int = 1440
    archived: bool = False
    locked: bool = False
    archive_changed: str = ""
    invitable: bool = True
    total_sent: int = 0
    members: dict[str, str] = field(default_factory=dict)
    """Who is in it, and since when."""


@dataclass(slots=True, eq=False)
class Channel:
    """A text channel, a thread (`thread` is set) or a direct-message channel (`recipients` are set)."""

    id: str
    kind: ChannelKind
    name: str = ""
    guild_id: str | None = None
    parent_id: str | None = None
    topic: str | None = None
    position: int = 0
    nsfw: bool = False
    slowmode: int = 0
    overwrites: dict[str, Overwrite] = field(default_factory=dict)
    recipients: tuple[User, ...] = ()
    thread: ThreadState | None = None
    last_message_id: str | None = None
    messages: dict[str, Message] = field(default_factory=dict)
    """By id, oldest first."""

    def other(self, user_id: str) -> User:
        """Return the other side of a direct-message channel."""
        first, second = self.recipients
        return second if first.id == user_id else first


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: str
    name: str
    owner_id: str
    locale: str = "en-US"
    created: str = ""
    system_channel_id: str | None = None
    """Where Discord itself announces who joined."""
    roles: dict[str, Role] = field(default_factory=dict)
    members: dict[str, Member] = field(default_factory=dict)
    channels: dict[str, Channel] = field(default_factory=dict)
    threads: dict[str, Channel] = field(default_factory=dict)

    def channel(self, name: str) -> Channel:
        """Return the text channel or thread of a name, with or without the #."""
        wanted = name.removeprefix("#")
        for channel in (*self.channels.values(), *self.threads.values()):
            if channel.name == wanted:
                return channel
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as Discord's gateway tells it.

    `guild_id` and `channel_id` decide who may hear of it; `only` narrows it to one account.
    """

    name: str
    data: Json
    guild_id: str | None = None
    channel_id: str | None = None
    only: str | None = None
