"""Messages of a channel, read, posted, edited and deleted by the bot."""

from __future__ import annotations

from sandbox import posting, shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Channel, Message
from sandbox.permissions import Permission
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes, body_of
from sandbox.snowflakes import moment_of
from sandbox.validation.form import Form
from sandbox.validation.messages import Draft, read_draft

routes = Routes()
OLD_SECONDS = 3600
NONCE_SECONDS = 300


@routes.on("GET", "/channels/{channel_id}/messages")
def list_messages(call: Call) -> Answer:
    """Return up to 100 messages, newest first; none to who may not read the history."""
    channel = call.channel()
    if not call.world.may(call.bot, channel, Permission.READ_MESSAGE_HISTORY):
        return 200, []
    found = page([m for m in channel.messages.values() if not m.visible_to], call.query)
    return 200, [shapes.message(call.world, message) for message in found]


def page(messages: list[Message], query: object) -> list[Message]:
    """Cut messages (oldest first) to a page (newest first) by `limit`, `before`, `after` and `around`."""
    form = Form(dict(query))  # type: ignore[call-overload]
    limit = form.integer("limit", 1, 100) or 50
    before, after, around = (form.integer(key, 0) for key in ("before", "after", "around"))
    form.settle()
    if before is not None:
        messages = [m for m in messages if int(m.id) < before]
    elif after is not None:
        return [m for m in messages if int(m.id) > after][:limit][::-1]
    elif around is not None:
        earlier = [m for m in messages if int(m.id) < around][-(limit // 2) :]
        later = [m for m in messages if int(m.id) >= around][: limit - len(earlier)]
        messages = earlier + later
    return messages[-limit:][::-1]


@routes.on("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    """Return one message."""
    return 200, shapes.message(call.world, _message(call, call.channel(Permission.READ_MESSAGE_HISTORY)))


def _message(call: Call, channel: Channel) -> Message:
    """Return the message in the path; ephemeral ones are within reach of their interaction's token only."""
    message = channel.messages.get(call.params["message_id"])
    if message is None or message.visible_to:
        raise DiscordError(ErrorCode.UNKNOWN_MESSAGE)
    return message


@routes.on("POST", "/channels/{channel_id}/messages")
def create_message(call: Call) -> Answer:
    """Post a message; the same nonce within some minutes gives back the message that is already there."""
    channel = call.channel()
    _refuse_unless_writable(call, channel)
    draft = read_draft(body_of(call), call.uploads, call.world, channel)
    _refuse_without_permission(call, channel, draft)
    if draft.enforce_nonce and (earlier := _by_nonce(call, channel, draft)):
        return 200, shapes.message(call.world, earlier)
    return 200, shapes.message(call.world, posting.post(call.world, channel, call.bot, draft))


def _refuse_unless_writable(call: Call, channel: Channel) -> None:
    """Refuse where the person takes no messages, the thread is locked, or a permission is missing."""
    if channel.guild_id is None:
        person = channel.other(call.bot.id)
        if not call.world.share_a_guild(person, call.bot):
            raise DiscordError(ErrorCode.NO_MUTUAL_GUILDS)
        if not person.dms_open:
            raise DiscordError(ErrorCode.CANNOT_MESSAGE_USER)
        return
    call.require(channel, Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES)
    refuse_locked(call, channel)


def refuse_locked(call: Call, channel: Channel) -> None:
    """Refuse in a locked thread, unless the bot moderates it."""
    state = channel.thread
    if state and state.locked and not call.world.may(call.bot, channel, Permission.MANAGE_THREADS):
        raise DiscordError(ErrorCode.THREAD_ARCHIVED if state.archived else ErrorCode.THREAD_LOCKED)


def refuse_archived(call: Call, channel: Channel) -> None:
    """Refuse everything but posting and deleting in an archived thread."""
    if channel.thread and channel.thread.archived:
        raise DiscordError(ErrorCode.THREAD_ARCHIVED)


def _refuse_without_permission(call: Call, channel: Channel, draft: Draft) -> None:
    if draft.brings_files:
        call.require(channel, Permission.ATTACH_FILES)
    if draft.brings_embeds:
        call.require(channel, Permission.EMBED_LINKS)


def _by_nonce(call: Call, channel: Channel, draft: Draft) -> Message | None:
    if draft.nonce is None:
        return None
    now = call.world.clock.now()
    for message in reversed(channel.messages.values()):
        if now - moment_of(message.id) > NONCE_SECONDS:
            return None
        if (
            message.author is call.bot
            and message.nonce is not None
            and str(message.nonce) == str(draft.nonce)
        ):
            return message
    return None


@routes.on("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(call: Call) -> Answer:
    """Edit one of the bot's messages; old ones only now and then."""
    channel = call.channel()
    message = _message(call, channel)
    if message.author is not call.bot:
        raise DiscordError(ErrorCode.NOT_THE_AUTHOR)
    refuse_archived(call, channel)
    refuse_locked(call, channel)
    if call.world.clock.now() - moment_of(message.id) > OLD_SECONDS:
        call.services.limiter.spend_old_edit(channel.id)
    draft = read_draft(body_of(call), call.uploads, call.world, channel, old=message)
    if channel.guild_id:
        _refuse_without_permission(call, channel, draft)
    posting.edit(call.world, message, draft)
    return 200, shapes.message(call.world, message)


@routes.on("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> Answer:
    """Delete the bot's own message, or anybody's with the permission to manage messages."""
    channel = call.channel()
    message = _message(call, channel)
    if message.author is not call.bot:
        if channel.guild_id is None:
            raise DiscordError(ErrorCode.NOT_IN_DIRECT_MESSAGES)
        call.require(channel, Permission.MANAGE_MESSAGES)
    if channel.thread and channel.thread.archived:
        refuse_locked(call, channel)
    call.world.delete_message(message)
    return NO_CONTENT


@routes.on("POST", "/channels/{channel_id}/messages/bulk-delete")
def bulk_delete(call: Call) -> Answer:
    """Delete 2 to 100 messages at once."""
    channel = call.channel(Permission.MANAGE_MESSAGES)
    form = Form.of(call.body)
    wanted = [str(each) for each in form.values("messages", 100, 2, required=True)]
    form.settle()
    for message_id in wanted:
        if message := channel.messages.get(message_id):
            call.world.delete_message(message)
    return NO_CONTENT


@routes.on("POST", "/channels/{channel_id}/typing")
def type_in(call: Call) -> Answer:
    """Show that the bot is typing."""
    channel = call.channel()
    _refuse_unless_writable(call, channel)
    data = {
        "channel_id": channel.id,
        "user_id": call.bot.id,
        "timestamp": int(call.world.clock.now()),
    }
    if channel.guild_id:
        data["guild_id"] = channel.guild_id
    call.world.publish("TYPING_START", data, channel.guild_id, channel.id)
    return NO_CONTENT
