"""Direct messages, threads and messages."""

from __future__ import annotations

from sandbox import shapes
from sandbox.model import Channel, ChannelKind, Json, Message, MessageKind, ThreadState, User
from sandbox.world.state import State


class Talk(State):
    """Direct messages, threads and messages, and how they change."""

    # Direct messages

    def direct_channel(self, one: User, other: User) -> Channel:
        """Return the direct-message channel of two accounts, opened now if they never spoke."""
        pair = frozenset((one.id, other.id))
        if channel := self.direct.get(pair):
            return channel
        channel = Channel(self._named("dm", *sorted(pair)), ChannelKind.DIRECT, recipients=(one, other))
        self.direct[pair] = self.channels[channel.id] = channel
        for user in channel.recipients:
            if not user.bot:
                self.publish("CHANNEL_CREATE", shapes.direct_channel(channel, user), only=user.id)
        return channel

    def open_direct_messages(self, user: User) -> None:
        """Let a person accept direct messages from members of shared servers again."""
        user.dms_open = True
        self.user_changed(user)

    def close_direct_messages(self, user: User) -> None:
        """Let a person refuse direct messages from members of shared servers."""
        user.dms_open = False
        self.user_changed(user)

    # Threads

    def add_thread(
        self, name: str, parent: Channel, owner: User, *, thread_id: str | None = None, **traits: object
    ) -> Channel:
        """Open a thread that its owner has joined; `traits` are those of `ThreadState`, and `kind`."""
        now = self.clock.stamp()
        kind = ChannelKind(traits.pop("kind", ChannelKind.PUBLIC_THREAD))  # type: ignore[arg-type]
        state = ThreadState(owner.id, now, archive_changed=now, members={owner.id: now}, **traits)  # type: ignore[arg-type]
        assert parent.guild_id
        thread = Channel(thread_id or self.ids.new(), kind, name, parent.guild_id, parent.id, thread=state)
        self.channels[thread.id] = self.guilds[parent.guild_id].threads[thread.id] = thread
        self.channel_event("THREAD_CREATE", thread, newly_created=True)
        self._thread_members_changed(thread, [owner.id], [])
        return thread

    def join_thread(self, thread: Channel, user: User) -> None:
        """Add somebody to a thread."""
        assert thread.thread
        if user.id in thread.thread.members:
            return
        thread.thread.members[user.id] = self.clock.stamp()
        if not user.bot:
            self.publish("THREAD_CREATE", shapes.channel(thread), thread.guild_id, thread.id, only=user.id)
        self._thread_members_changed(thread, [user.id], [])

    def leave_thread(self, thread: Channel, user: User) -> None:
        """Take somebody out of a thread."""
        assert thread.thread
        if thread.thread.members.pop(user.id, None):
            self._thread_members_changed(thread, [], [user.id])

    def _thread_members_changed(self, thread: Channel, added: list[str], removed: list[str]) -> None:
        assert thread.thread
        assert thread.guild_id
        members = self.guilds[thread.guild_id].members
        self.publish(
            "THREAD_MEMBERS_UPDATE",
            {
                "id": thread.id,
                "guild_id": thread.guild_id,
                "member_count": min(len(thread.thread.members), 50),
                "added_members": [
                    {
                        **shapes.thread_member(thread, user_id),
                        "member": shapes.member(members[user_id]),
                        "presence": None,
                    }
                    for user_id in added
                ],
                "removed_member_ids": removed,
            },
            thread.guild_id,
            thread.id,
        )

    def archive_thread(self, thread: Channel, *, archived: bool = True) -> None:
        """Archive a thread, or make it active again."""
        assert thread.thread
        thread.thread.archived = archived
        thread.thread.archive_changed = self.clock.stamp()
        self.channel_event("THREAD_UPDATE", thread)

    def lock_thread(self, thread: Channel, *, locked: bool = True) -> None:
        """Lock a thread, so that only moderators speak in it, or unlock it."""
        assert thread.thread
        thread.thread.locked = locked
        self.channel_event("THREAD_UPDATE", thread)

    # Messages

    def add_message(self, message: Message) -> None:
        """Post a message; an archived thread becomes active again."""
        channel = self.channels[message.channel_id]
        if channel.thread:
            if channel.thread.archived and not message.visible_to:
                self.archive_thread(channel, archived=False)
            message.position = channel.thread.total_sent
            if message.kind != MessageKind.THREAD_STARTER and not message.visible_to:
                channel.thread.total_sent += 1
        channel.messages[message.id] = message
        if not message.visible_to:
            channel.last_message_id = message.id
        self.message_event("MESSAGE_CREATE", message)

    def message_event(self, name: str, message: Message) -> None:
        """Tell that a message was posted or edited."""
        channel = self.channels[message.channel_id]
        data = shapes.message(self, message)
        if channel.guild_id:
            data["guild_id"] = channel.guild_id
            member = self.guilds[channel.guild_id].members.get(message.author.id)
            if member and not message.webhook_id:
                data["member"] = shapes.partial_member(member)
        data["channel_type"] = channel.kind
        self.publish(name, data, channel.guild_id, channel.id, message.visible_to)

    def delete_message(self, message: Message) -> None:
        """Delete a message."""
        channel = self.channels[message.channel_id]
        del channel.messages[message.id]
        gone: Json = {"id": message.id, "channel_id": channel.id}
        if channel.guild_id:
            gone["guild_id"] = channel.guild_id
        self.publish("MESSAGE_DELETE", gone, channel.guild_id, channel.id, message.visible_to)
