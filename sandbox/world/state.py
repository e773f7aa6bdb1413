"""All state of the sandbox: what there is, who may do what, and who listens."""

from __future__ import annotations

from collections.abc import Callable

from sandbox import permissions, shapes
from sandbox.cdn import Cdn
from sandbox.clock import Clock
from sandbox.model import Channel, ChannelKind, Event, Guild, Json, User
from sandbox.permissions import DIRECT, Permission
from sandbox.snowflakes import Snowflakes, named


class State:
    """What there is; subclasses change it."""

    def __init__(self, clock: Clock, bot_name: str = "Paddock") -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bot = User(named("bot"), bot_name, bot=True)
        self.users: dict[str, User] = {self.bot.id: self.bot}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.direct: dict[frozenset[str], Channel] = {}
        self.commands: dict[str | None, dict[str, Json]] = {None: {}}
        """Application commands by guild (None: global) and id."""
        self.listeners: list[Callable[[Event], None]] = []
        self.cdn = Cdn()

    def publish(
        self,
        name: str,
        data: Json,
        guild: str | None = None,
        channel: str | None = None,
        only: str | None = None,
    ) -> None:
        """Tell every listener what has happened."""
        event = Event(name, data, guild, channel, only)
        for listener in self.listeners:
            listener(event)

    def channel_event(self, name: str, channel: Channel, **extra: object) -> None:
        """Tell that a channel or thread was made, changed or deleted."""
        self.publish(name, {**shapes.channel(channel), **extra}, channel.guild_id, channel.id)

    def user_changed(self, user: User) -> None:
        """Tell an account that its own settings are others now."""
        self.publish("USER_UPDATE", {**shapes.own_user(user), "dms_open": user.dms_open}, only=user.id)

    def _named(self, *names: str) -> str:
        """Return the id for a name, the next free one should two names ever meet."""
        snowflake = named(*names)
        while snowflake in self.users or snowflake in self.guilds or snowflake in self.channels:
            snowflake = str(int(snowflake) + 1)
        return snowflake

    def parent_of(self, channel: Channel) -> Channel:
        """Return the channel a thread hangs from, or the channel itself."""
        return self.channels[channel.parent_id] if channel.thread and channel.parent_id else channel

    def permissions_of(self, user: User, channel: Channel) -> int:
        """Return what an account may do in a channel of any kind; 0 for a stranger."""
        if channel.guild_id is None:
            return int(DIRECT) if user in channel.recipients else 0
        guild = self.guilds[channel.guild_id]
        member = guild.members.get(user.id)
        if member is None:
            return 0
        if not channel.thread:
            return permissions.in_channel(guild, member, channel)
        granted = permissions.in_channel(
            guild, member, self.parent_of(channel), Permission.SEND_MESSAGES_IN_THREADS
        )
        private = channel.kind == ChannelKind.PRIVATE_THREAD
        inside = user.id in channel.thread.members or granted & Permission.MANAGE_THREADS
        return 0 if private and not inside else granted

    def may(self, user: User, channel: Channel, needed: Permission) -> bool:
        """Tell whether an account has every one of these permissions in a channel."""
        return self.permissions_of(user, channel) & needed == needed

    def share_a_guild(self, one: User, other: User) -> bool:
        """Tell whether two accounts are members of one server."""
        return any(one.id in g.members and other.id in g.members for g in self.guilds.values())

    def may_hear(self, user: User, event: Event) -> bool:
        """Tell whether an account may know of an event."""
        if event.only is not None:
            return event.only == user.id
        if event.channel_id is not None:
            channel = self.channels.get(event.channel_id)
            return channel is not None and self.may(user, channel, Permission.VIEW_CHANNEL)
        if event.guild_id is not None:
            return user.id in self.guilds[event.guild_id].members
        return True
