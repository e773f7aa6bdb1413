"""People and places: accounts, servers, members, roles, channels and what they allow."""

from __future__ import annotations

from collections.abc import Iterable

from sandbox import shapes
from sandbox.model import Channel, ChannelKind, Guild, Json, Member, Overwrite, Role, User
from sandbox.permissions import BOT, EVERYONE, NOTHING, Permission
from sandbox.world.state import State


class Places(State):
    """People and places, and how they change."""

    # People

    def person(self, name: str) -> User | None:
        """Return the person of this display name or user name, if there is one."""
        return next(
            (u for u in self.users.values() if not u.bot and name in (u.display_name, u.username)), None
        )

    def add_person(self, name: str) -> User:
        """Return the person of this name, made now if there is none."""
        if found := self.person(name):
            return found
        username = "".join(c for c in name.lower() if c.isalnum() or c in "._") or "someone"
        user = User(self._named("user", name), username, display_name=name)
        self.users[user.id] = user
        return user

    # Guilds, members and roles

    def add_guild(self, name: str, owner: User, *, with_bot: bool = True) -> Guild:
        """Make a server that the owner and the bot have joined."""
        guild_id = self._named("guild", name)
        guild = Guild(guild_id, name, owner.id, created=self.clock.stamp())
        guild.roles[guild_id] = Role(guild_id, "@everyone", int(EVERYONE))
        self.guilds[guild_id] = guild
        self._admit(owner, guild)
        if with_bot:
            self.add_bot(guild)
        return guild

    def add_bot(self, guild: Guild) -> None:
        """Let the bot join, with its own managed role."""
        role = Role(self._named("role", guild.id, self.bot.id), self.bot.username, int(BOT), 1, self.bot.id)
        guild.roles[role.id] = role
        self._admit(self.bot, guild).role_ids.append(role.id)
        self.publish("GUILD_CREATE", {"id": guild.id}, guild.id, only=self.bot.id)
        self._told_of_member(self.bot, guild)

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a server, with its own role and its commands for the server."""
        self.publish("GUILD_DELETE", {"id": guild.id}, guild.id, only=self.bot.id)
        del guild.members[self.bot.id]
        guild.roles = {i: role for i, role in guild.roles.items() if role.bot_id != self.bot.id}
        self.commands.pop(guild.id, None)
        self._told_of_leaving(self.bot, guild)

    def speak(self, guild: Guild, locale: str) -> None:
        """Have a server prefer another language."""
        guild.locale = locale
        self.publish("GUILD_UPDATE", shapes.guild(guild), guild.id, only=self.bot.id)

    def add_member(self, user: User, guild: Guild) -> None:
        """Let a person join a server."""
        if user.id in guild.members:
            return
        self._admit(user, guild)
        self.publish("GUILD_CREATE", {"id": guild.id}, guild.id, only=user.id)
        self._told_of_member(user, guild)

    def remove_member(self, user: User, guild: Guild) -> None:
        """Let a person leave a server."""
        del guild.members[user.id]
        for thread in guild.threads.values():
            assert thread.thread
            thread.thread.members.pop(user.id, None)
        self._told_of_leaving(user, guild)
        self.publish("GUILD_DELETE", {"id": guild.id}, guild.id, only=user.id)

    def _admit(self, user: User, guild: Guild) -> Member:
        member = guild.members[user.id] = Member(user, self.clock.stamp())
        return member

    def _told_of_member(self, user: User, guild: Guild) -> None:
        self.publish(
            "GUILD_MEMBER_ADD", {"guild_id": guild.id, **shapes.member(guild.members[user.id])}, guild.id
        )

    def _told_of_leaving(self, user: User, guild: Guild) -> None:
        self.publish("GUILD_MEMBER_REMOVE", {"guild_id": guild.id, "user": shapes.user(user)}, guild.id)

    def add_role(self, name: str, guild: Guild, granted: Permission = NOTHING) -> Role:
        """Make a role that nobody has yet."""
        role = Role(self._named("role", guild.id, name), name, int(granted), len(guild.roles))
        guild.roles[role.id] = role
        self.publish("GUILD_ROLE_CREATE", {"guild_id": guild.id, "role": shapes.role(role)}, guild.id)
        return role

    def give_role(self, role: Role, user: User, guild: Guild) -> None:
        """Give a member a role."""
        member = guild.members[user.id]
        if role.id not in member.role_ids:
            member.role_ids.append(role.id)
        self.publish("GUILD_MEMBER_UPDATE", {"guild_id": guild.id, **shapes.member(member)}, guild.id)

    def set_role_permissions(self, role: Role, granted: Permission, guild: Guild) -> None:
        """Set what a role grants in the whole server."""
        role.permissions = int(granted)
        self.publish("GUILD_ROLE_UPDATE", {"guild_id": guild.id, "role": shapes.role(role)}, guild.id)

    def delete_role(self, role: Role, guild: Guild) -> None:
        """Delete a role, and take it from whoever had it."""
        for member in guild.members.values():
            member.role_ids = [role_id for role_id in member.role_ids if role_id != role.id]
        del guild.roles[role.id]
        self.publish("GUILD_ROLE_DELETE", {"guild_id": guild.id, "role_id": role.id}, guild.id)

    def bot_role(self, guild: Guild) -> Role:
        """Return the bot's own role in a server."""
        return next(role for role in guild.roles.values() if role.bot_id == self.bot.id)

    # Channels and permissions

    def add_channel(self, name: str, guild: Guild) -> Channel:
        """Make a text channel."""
        channel = Channel(
            self._named("channel", guild.id, name),
            ChannelKind.TEXT,
            name,
            guild.id,
            position=len(guild.channels),
        )
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.channel_event("CHANNEL_CREATE", channel)
        return channel

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or one thread."""
        assert channel.guild_id
        guild = self.guilds[channel.guild_id]
        for thread in [t for t in guild.threads.values() if t.parent_id == channel.id]:
            self.delete_channel(thread)
        # Told before it is gone: who may hear of it depends on the channel's own overwrites.
        if channel.thread:
            gone: Json = {
                "id": channel.id,
                "guild_id": guild.id,
                "parent_id": channel.parent_id,
                "type": channel.kind,
            }
            self.publish("THREAD_DELETE", gone, guild.id, channel.id)
            del guild.threads[channel.id]
        else:
            self.channel_event("CHANNEL_DELETE", channel)
            del guild.channels[channel.id]
        del self.channels[channel.id]

    def permit(
        self,
        subject: User | Role,
        granted: Permission,
        channel: Channel | None = None,
        guild: Guild | None = None,
    ) -> None:
        """Allow a member or role something in a channel, or in every channel of the guild."""
        self._overwrite(subject, channel, guild, allow=granted)

    def deny(
        self,
        subject: User | Role,
        denied: Permission,
        channel: Channel | None = None,
        guild: Guild | None = None,
    ) -> None:
        """Deny a member or role something in a channel, or in every channel of the guild."""
        self._overwrite(subject, channel, guild, deny=denied)

    def _overwrite(
        self,
        subject: User | Role,
        channel: Channel | None,
        guild: Guild | None,
        allow: Permission = NOTHING,
        deny: Permission = NOTHING,
    ) -> None:
        if channel is not None:
            channels: Iterable[Channel] = [self.parent_of(channel)]
        else:
            assert guild is not None
            channels = guild.channels.values()
        for each in channels:
            overwrite = each.overwrites.setdefault(
                subject.id, Overwrite(subject.id, int(isinstance(subject, User)))
            )
            overwrite.allow = overwrite.allow & ~deny | allow
            overwrite.deny = overwrite.deny & ~allow | deny
            self.channel_event("CHANNEL_UPDATE", each)
