"""A draft becomes a message, or the new state of an old one."""

from __future__ import annotations

import re

from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Channel, Json, Message, MessageKind, User
from sandbox.permissions import Permission
from sandbox.validation.messages import Draft
from sandbox.world import World

_USER_MENTION = re.compile(r"<@!?(\d+)>")
_ROLE_MENTION = re.compile(r"<@&(\d+)>")


def post(
    world: World,
    channel: Channel,
    author: User,
    draft: Draft,
    *,
    kind: MessageKind = MessageKind.DEFAULT,
    flags: int = 0,
    answers: Json | None = None,
    answers_name: str | None = None,
    webhook_id: str | None = None,
    visible_to: str | None = None,
    refers_to: Json | None = None,
) -> Message:
    """Post a draft in a channel; `refers_to` is what it is about, where it answers no message."""
    reference = _resolve_reference(world, channel, author, draft)
    message = Message(
        world.ids.new(),
        channel.id,
        author,
        world.clock.stamp(),
        kind=MessageKind.REPLY if reference else kind,
        tts=draft.tts,
        nonce=draft.nonce,
        reference=reference or refers_to,
        answers=answers,
        answers_name=answers_name,
        webhook_id=webhook_id,
        visible_to=visible_to,
    )
    _fill(world, message, draft, draft.flags | flags)
    if channel.thread and not visible_to:
        _join_by_talking(world, channel, message)
    world.add_message(message)
    return message


def _join_by_talking(world: World, thread: Channel, message: Message) -> None:
    """Let who speaks in a thread join it, and whom they mention, if they can see it."""
    for user in (message.author, *message.mentions):
        if world.may(user, world.parent_of(thread), Permission.VIEW_CHANNEL):
            world.join_thread(thread, user)


def edit(world: World, message: Message, draft: Draft, *, stamp: bool = True) -> None:
    """Give a message its new state."""
    _fill(world, message, draft, draft.flags)
    if stamp:
        message.edited = world.clock.stamp()
    world.message_event("MESSAGE_UPDATE", message)


def _fill(world: World, message: Message, draft: Draft, flags: int) -> None:
    message.content = draft.content
    message.embeds = draft.embeds
    message.components = draft.components
    message.attachments = draft.attachments
    for file in draft.attachments:
        world.cdn.keep(file)
    message.flags = flags
    _note_mentions(world, message, draft)


def _note_mentions(world: World, message: Message, draft: Draft) -> None:
    """Keep the mentions that the text makes and `allowed_mentions` lets through."""
    text, allowed = draft.text, draft.allowed
    if "@" not in text:
        message.mentions, message.mention_roles, message.mention_everyone = [], [], False
        return
    parse = ("users", "roles", "everyone") if allowed is None else allowed.get("parse") or ()
    users = _filtered(_USER_MENTION.findall(text), "users", parse, allowed)
    message.mentions = [world.users[user_id] for user_id in users if user_id in world.users]
    message.mention_roles = _filtered(_ROLE_MENTION.findall(text), "roles", parse, allowed)
    message.mention_everyone = "everyone" in parse and ("@everyone" in text or "@here" in text)


def _filtered(found: list[str], kind: str, parse: object, allowed: Json | None) -> list[str]:
    unique = list(dict.fromkeys(found))
    if kind in parse:  # type: ignore[operator]
        return unique
    named = {str(each) for each in (allowed or {}).get(kind) or ()}
    return [each for each in unique if each in named]


def _resolve_reference(world: World, channel: Channel, author: User, draft: Draft) -> Json | None:
    """Check the message a reply refers to."""
    form = draft.reference
    if form is None:
        return None
    message_id = form.snowflake("message_id", required=True)
    must_exist = form.flag("fail_if_not_exists", default=True)
    form.settle()
    if not world.may(author, channel, Permission.READ_MESSAGE_HISTORY):
        raise DiscordError(ErrorCode.REPLY_NEEDS_HISTORY)
    found = channel.messages.get(message_id or "")
    if found is None or found.visible_to:
        if not must_exist:
            return None
        form.complain("REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.settle()
    reference = {"type": 0, "channel_id": channel.id, "message_id": message_id}
    return reference | ({"guild_id": channel.guild_id} if channel.guild_id else {})
