"""Channels and threads."""

from __future__ import annotations

from sandbox import posting, shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.gateway.intents import Intent
from sandbox.model import Channel, ChannelKind, Flag, Json, MessageKind, Overwrite, User
from sandbox.permissions import Permission
from sandbox.rest.messages import refuse_archived
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.validation.form import Form
from sandbox.validation.messages import Draft

routes = Routes()
ARCHIVE_MINUTES = (1440, 60, 4320, 10080)


@routes.on("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Answer:
    """Return a channel."""
    return 200, shapes.seen_channel(call.channel(), call.bot)


@routes.on("PATCH", "/channels/{channel_id}")
def edit_channel(call: Call) -> Answer:
    """Edit a channel or thread."""
    channel = call.channel()
    if channel.guild_id is None:
        raise DiscordError(ErrorCode.NOT_IN_DIRECT_MESSAGES)
    form = Form.of(call.body)
    if channel.thread:
        _edit_thread(call, channel, form)
    else:
        _edit_text_channel(call, channel, form)
    return 200, shapes.seen_channel(channel, call.bot)


def _edit_text_channel(call: Call, channel: Channel, form: Form) -> None:
    call.require(channel, Permission.MANAGE_CHANNELS)
    name, topic = form.text("name", 100, 1), form.text("topic", 1024)
    slowmode, nsfw = form.integer("rate_limit_per_user", 0, 21600), form.flag("nsfw", default=channel.nsfw)
    form.settle()
    channel.name = name or channel.name
    channel.topic = topic if form.has("topic") else channel.topic
    channel.slowmode = channel.slowmode if slowmode is None else slowmode
    channel.nsfw = nsfw
    call.world.channel_event("CHANNEL_UPDATE", channel)


def _edit_thread(call: Call, channel: Channel, form: Form) -> None:
    """Edit a thread: its owner may do most, only moderators lock it; an archived one has to be reopened first."""
    state = channel.thread
    assert state
    archived, locked = (
        form.flag("archived", default=state.archived),
        form.flag("locked", default=state.locked),
    )
    name, slowmode = form.text("name", 100, 1), form.integer("rate_limit_per_user", 0, 21600)
    minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES, default=state.auto_archive_minutes)
    form.settle()
    moderates = call.world.may(call.bot, channel, Permission.MANAGE_THREADS)
    if not moderates:
        owner = state.owner_id == call.bot.id
        wakes = archived is False and call.bot.id in state.members and set(form.data) == {"archived"}
        if not (owner or wakes) or form.has("locked") or form.has("rate_limit_per_user"):
            raise DiscordError(ErrorCode.MISSING_PERMISSIONS)
        if state.locked:
            raise DiscordError(ErrorCode.THREAD_LOCKED)
    if state.archived and archived and set(form.data) - {"archived", "locked"}:
        raise DiscordError(ErrorCode.THREAD_ARCHIVED)
    if archived != state.archived or minutes != state.auto_archive_minutes:
        state.archive_changed = call.world.clock.stamp()
    state.archived, state.locked, state.auto_archive_minutes = archived, locked, minutes
    channel.name = name or channel.name
    channel.slowmode = channel.slowmode if slowmode is None else slowmode
    call.world.channel_event("THREAD_UPDATE", channel)


@routes.on("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    """Delete a channel or thread; a direct-message channel is only closed, and opens again when needed."""
    channel = call.channel()
    if channel.guild_id is not None:
        call.require(channel, Permission.MANAGE_THREADS if channel.thread else Permission.MANAGE_CHANNELS)
    shape = shapes.seen_channel(channel, call.bot)
    if channel.guild_id is not None:
        call.world.delete_channel(channel)
    return 200, shape


@routes.on("PUT", "/channels/{channel_id}/permissions/{overwrite_id}")
def set_overwrite(call: Call) -> Answer:
    """Set what a channel allows and denies to a role or member."""
    channel = call.channel(Permission.MANAGE_ROLES)
    form = Form.of(call.body)
    kind = form.choice("type", (0, 1), default=0)
    allow, deny = form.integer("allow", 0) or 0, form.integer("deny", 0) or 0
    form.settle()
    overwrite_id = call.params["overwrite_id"]
    channel.overwrites[overwrite_id] = Overwrite(overwrite_id, kind, Permission(allow), Permission(deny))
    call.world.channel_event("CHANNEL_UPDATE", channel)
    return NO_CONTENT


@routes.on("DELETE", "/channels/{channel_id}/permissions/{overwrite_id}")
def delete_overwrite(call: Call) -> Answer:
    """Remove an overwrite."""
    channel = call.channel(Permission.MANAGE_ROLES)
    if channel.overwrites.pop(call.params["overwrite_id"], None) is None:
        raise DiscordError(ErrorCode.UNKNOWN_OVERWRITE)
    call.world.channel_event("CHANNEL_UPDATE", channel)
    return NO_CONTENT


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_from_message(call: Call) -> Answer:
    """Open a public thread on a message; its id is the message's."""
    channel = call.channel(Permission.CREATE_PUBLIC_THREADS)
    _refuse_thread_here(channel)
    message = channel.messages.get(call.params["message_id"])
    if message is None or message.visible_to:
        raise DiscordError(ErrorCode.UNKNOWN_MESSAGE)
    if message.id in call.world.channels:
        raise DiscordError(ErrorCode.THREAD_EXISTS)
    name, minutes, _ = _read_thread(call)
    message.flags |= Flag.HAS_THREAD
    thread = call.world.add_thread(
        name, channel, call.bot, thread_id=message.id, auto_archive_minutes=minutes
    )
    call.world.message_event("MESSAGE_UPDATE", message)
    started_on = {"type": 0, "channel_id": channel.id, "message_id": message.id, "guild_id": channel.guild_id}
    starter = MessageKind.THREAD_STARTER
    posting.post(call.world, thread, call.bot, Draft(), kind=starter, refers_to=started_on)
    return 201, shapes.seen_channel(thread, call.bot)


@routes.on("POST", "/channels/{channel_id}/threads")
def start_thread(call: Call) -> Answer:
    """Open a thread without a message; private unless the body says otherwise."""
    channel = call.channel()
    _refuse_thread_here(channel)
    form = Form.of(call.body)
    kind = ChannelKind(
        form.choice(
            "type",
            (ChannelKind.PRIVATE_THREAD, ChannelKind.PUBLIC_THREAD),
            default=ChannelKind.PRIVATE_THREAD,
        )
    )
    private = kind == ChannelKind.PRIVATE_THREAD
    call.require(channel, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    name, minutes, invitable = _read_thread(call)
    thread = call.world.add_thread(
        name, channel, call.bot, kind=kind, auto_archive_minutes=minutes, invitable=invitable
    )
    if not private:
        there = {"type": 0, "channel_id": thread.id, "guild_id": channel.guild_id}
        told = Draft(content=name)
        posting.post(call.world, channel, call.bot, told, kind=MessageKind.THREAD_CREATED, refers_to=there)
    return 201, shapes.seen_channel(thread, call.bot)


def _refuse_thread_here(channel: Channel) -> None:
    if channel.kind != ChannelKind.TEXT:
        raise DiscordError(ErrorCode.WRONG_CHANNEL_TYPE)


def _read_thread(call: Call) -> tuple[str, int, bool]:
    form = Form.of(call.body)
    name = form.text("name", 100, 1, required=True)
    minutes = form.choice("auto_archive_duration", ARCHIVE_MINUTES, default=1440)
    form.integer("rate_limit_per_user", 0, 21600)
    invitable = form.flag("invitable", default=True)
    form.settle()
    return name or "", minutes, invitable


# Thread members


def _thread(call: Call) -> Channel:
    thread = call.channel()
    if not thread.thread:
        raise DiscordError(ErrorCode.WRONG_CHANNEL_TYPE)
    return thread


def _somebody(call: Call) -> User:
    user = call.world.users.get(call.params["user_id"])
    if user is None:
        raise DiscordError(ErrorCode.UNKNOWN_USER)
    return user


@routes.on("PUT", "/channels/{channel_id}/thread-members/@me")
def join_thread(call: Call) -> Answer:
    """Let the bot join a thread."""
    thread = _thread(call)
    refuse_archived(call, thread)
    call.world.join_thread(thread, call.bot)
    return NO_CONTENT


@routes.on("DELETE", "/channels/{channel_id}/thread-members/@me")
def leave_thread(call: Call) -> Answer:
    """Let the bot leave a thread."""
    call.world.leave_thread(_thread(call), call.bot)
    return NO_CONTENT


@routes.on("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_to_thread(call: Call) -> Answer:
    """Add somebody who can see the parent channel to a thread."""
    thread, user = _thread(call), _somebody(call)
    refuse_archived(call, thread)
    call.require(thread, Permission.SEND_MESSAGES_IN_THREADS)
    if not call.world.may(user, call.world.parent_of(thread), Permission.VIEW_CHANNEL):
        raise DiscordError(ErrorCode.MISSING_ACCESS)
    call.world.join_thread(thread, user)
    return NO_CONTENT


@routes.on("DELETE", "/channels/{channel_id}/thread-members/{user_id}")
def remove_from_thread(call: Call) -> Answer:
    """Take somebody out of a thread."""
    thread, user = _thread(call), _somebody(call)
    if not _owns_private(call, thread):
        call.require(thread, Permission.MANAGE_THREADS)
    call.world.leave_thread(thread, user)
    return NO_CONTENT


def _owns_private(call: Call, thread: Channel) -> bool:
    state = thread.thread
    return bool(state and state.owner_id == call.bot.id and thread.kind == ChannelKind.PRIVATE_THREAD)


@routes.on("GET", "/channels/{channel_id}/thread-members/{user_id}")
def get_thread_member(call: Call) -> Answer:
    """Return somebody's membership of a thread."""
    thread = _thread(call)
    user_id = call.bot.id if call.params["user_id"] == "@me" else call.params["user_id"]
    assert thread.thread
    if user_id not in thread.thread.members:
        raise DiscordError(ErrorCode.UNKNOWN_MEMBER)
    shape = shapes.thread_member(thread, user_id)
    return 200, shape | _member_of(call, thread, user_id) if _with_member(call) else shape


def _with_member(call: Call) -> bool:
    return call.query.get("with_member", "").lower() in ("true", "1")


def _member_of(call: Call, thread: Channel, user_id: str) -> Json:
    assert thread.guild_id
    return {"member": shapes.member(call.world.guilds[thread.guild_id].members[user_id])}


@routes.on("GET", "/channels/{channel_id}/thread-members")
def list_thread_members(call: Call) -> Answer:
    """Return the members of a thread, by pages with `with_member`; needs the privileged members intent."""
    thread = _thread(call)
    assert thread.thread
    if not call.services.privileged & Intent.GUILD_MEMBERS:
        raise DiscordError(ErrorCode.MISSING_ACCESS)
    form = Form(dict(call.query))
    limit, after = form.integer("limit", 1, 100) or 100, form.integer("after", 0) or 0
    form.settle()
    joined = thread.thread.members
    if not _with_member(call):
        return 200, [shapes.thread_member(thread, user_id) for user_id in joined]
    page = sorted(int(user_id) for user_id in joined if int(user_id) > after)[:limit]
    return 200, [
        shapes.thread_member(thread, user_id) | _member_of(call, thread, user_id)
        for user_id in map(str, page)
    ]


@routes.on("GET", "/channels/{channel_id}/threads/archived/public")
def list_archived(call: Call) -> Answer:
    """Return a channel's archived public threads, latest first."""
    channel = call.channel(Permission.READ_MESSAGE_HISTORY)
    assert channel.guild_id
    found = [
        t
        for t in call.world.guilds[channel.guild_id].threads.values()
        if t.parent_id == channel.id
        and t.kind == ChannelKind.PUBLIC_THREAD
        and t.thread
        and t.thread.archived
    ]
    found.sort(key=lambda t: t.thread.archive_changed if t.thread else "", reverse=True)
    return 200, threads_shape(call, found)


def threads_shape(call: Call, threads: list[Channel]) -> Json:
    """Return threads with the bot's own memberships of them."""
    mine = [t for t in threads if t.thread and call.bot.id in t.thread.members]
    return {
        "threads": [shapes.channel(t) for t in threads],
        "members": [shapes.thread_member(t, call.bot.id) for t in mine],
        "has_more": False,
    }
