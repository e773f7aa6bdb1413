"""Accounts, servers, channels and messages in the shapes of Discord's API.

Source: Discord's OpenAPI description, the response schemas of the same names.
"""

from __future__ import annotations

from typing import Protocol

from sandbox.cdn import Cdn
from sandbox.model import Attachment, Channel, Flag, Guild, Json, Member, Message, MessageKind, Role, User


class Known(Protocol):
    """What the shape of a message is completed from: addresses of files, and the channels by id."""

    cdn: Cdn
    channels: dict[str, Channel]


def user(account: User) -> Json:
    """An account as others see it."""
    shape: Json = {
        "id": account.id,
        "username": account.username,
        "discriminator": "0000" if account.bot else "0",
        "global_name": account.display_name,
        "avatar": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
    }
    if account.bot:
        shape["bot"] = True
    return shape


def own_user(account: User) -> Json:
    """An account as it sees itself."""
    return {**user(account), "mfa_enabled": False, "locale": account.locale, "verified": True, "email": None}


def partial_member(member: Member) -> Json:
    """A member without the account."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": member.joined_at,
        "nick": member.nick,
        "pending": False,
        "premium_since": None,
        "roles": list(member.role_ids),
        "mute": False,
        "deaf": False,
    }


def member(place: Member) -> Json:
    """A member of a guild."""
    return {**partial_member(place), "user": user(place.user)}


def role(thing: Role) -> Json:
    """A role."""
    shape: Json = {
        "id": thing.id,
        "name": thing.name,
        "permissions": str(thing.permissions),
        "position": thing.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": thing.bot_id is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if thing.bot_id:
        shape["tags"] = {"bot_id": thing.bot_id}
    return shape


def channel(place: Channel) -> Json:
    """A text channel or thread."""
    shape: Json = {
        "id": place.id,
        "type": int(place.kind),
        "guild_id": place.guild_id,
        "name": place.name,
        "parent_id": place.parent_id,
        "last_message_id": place.last_message_id,
        "flags": 0,
        "rate_limit_per_user": place.slowmode,
    }
    if place.thread:
        return {**shape, **_thread(place)}
    return {
        **shape,
        "topic": place.topic,
        "position": place.position,
        "nsfw": place.nsfw,
        "permission_overwrites": [
            {"id": o.id, "type": o.kind, "allow": str(int(o.allow)), "deny": str(int(o.deny))}
            for o in place.overwrites.values()
        ],
    }


def _thread(place: Channel) -> Json:
    state = place.thread
    assert state
    return {
        "owner_id": state.owner_id,
        "thread_metadata": {
            "archived": state.archived,
            "archive_timestamp": state.archive_changed,
            "auto_archive_duration": state.auto_archive_minutes,
            "locked": state.locked,
            "create_timestamp": state.created,
            "invitable": state.invitable,
        },
        "message_count": sum(_counts(message) for message in place.messages.values()),
        "member_count": min(len(state.members), 50),
        "total_message_sent": state.total_sent,
    }


def _counts(message: Message) -> bool:
    """Tell whether a message is one of its thread's, which the first one and those for one person are not."""
    return message.kind != MessageKind.THREAD_STARTER and not message.visible_to


def thread_member(place: Channel, user_id: str) -> Json:
    """Somebody's membership of a thread."""
    assert place.thread
    joined = place.thread.members[user_id]
    return {"id": place.id, "user_id": user_id, "join_timestamp": joined, "flags": 0}


def direct_channel(place: Channel, viewer: User) -> Json:
    """A direct-message channel as one side sees it: the recipient is the other."""
    return {
        "id": place.id,
        "type": int(place.kind),
        "last_message_id": place.last_message_id,
        "flags": 0,
        "recipients": [user(place.other(viewer.id))],
    }


def seen_channel(place: Channel, viewer: User) -> Json:
    """A channel of any kind as an account sees it: with its own membership, if it is in the thread."""
    if place.guild_id is None:
        return direct_channel(place, viewer)
    shape = channel(place)
    if place.thread and viewer.id in place.thread.members:
        shape["member"] = thread_member(place, viewer.id)
    return shape


def guild(server: Guild) -> Json:
    """A guild with its roles, as REST answers."""
    return {
        "id": server.id,
        "name": server.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": server.owner_id,
        "application_id": None,
        "region": "us-east",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": server.system_channel_id,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(each) for each in server.roles.values()],
        "default_message_notifications": 0,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": server.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def attachment(cdn: Cdn, file: Attachment, channel_id: str, *, ephemeral: bool = False) -> Json:
    """A file on a message, with the address it is served from."""
    url = cdn.address(file, channel_id)
    shape: Json = {
        "id": file.id,
        "filename": file.filename,
        "size": file.size,
        "url": url,
        "proxy_url": url,
        "content_type": file.content_type,
        "flags": 0,
    }
    optional = {
        "description": file.description,
        "title": file.title,
        "width": file.width,
        "height": file.height,
        "ephemeral": ephemeral or None,
    }
    return shape | {key: value for key, value in optional.items() if value is not None}


def message(known: Known, post: Message) -> Json:
    """A message."""
    ephemeral = bool(post.flags & Flag.EPHEMERAL)
    shape: Json = {
        "id": post.id,
        "channel_id": post.channel_id,
        "type": post.kind,
        "author": user(post.author),
        "content": post.content,
        "timestamp": post.timestamp,
        "edited_timestamp": post.edited,
        "tts": post.tts,
        "mention_everyone": post.mention_everyone,
        "mentions": [user(each) for each in post.mentions],
        "mention_roles": post.mention_roles,
        "attachments": [
            attachment(known.cdn, f, post.channel_id, ephemeral=ephemeral) for f in post.attachments
        ],
        "embeds": post.embeds,
        "components": post.components,
        "pinned": False,
        "flags": post.flags,
    }
    if post.nonce is not None:
        shape["nonce"] = post.nonce
    if post.position is not None:
        shape["position"] = post.position
    if post.webhook_id:
        shape["webhook_id"] = shape["application_id"] = post.webhook_id
    if post.reference:
        shape["message_reference"] = post.reference
        if "message_id" in post.reference:  # else it is about a channel
            shape["referenced_message"] = _referenced(known, post.reference)
    if post.answers:
        shape["interaction_metadata"] = post.answers
        if post.answers_name:
            shape["interaction"] = {
                "id": post.answers["id"],
                "type": post.answers["type"],
                "name": post.answers_name,
                "user": post.answers["user"],
            }
    if post.flags & Flag.HAS_THREAD and (thread := known.channels.get(post.id)):
        shape["thread"] = channel(thread)
    return shape


def _referenced(known: Known, reference: Json) -> Json | None:
    """The message replied to, one level deep, or None if it is gone."""
    place = known.channels.get(reference["channel_id"])
    found = place.messages.get(reference["message_id"]) if place else None
    if found is None:
        return None
    shape = message(known, found)
    shape.pop("referenced_message", None)
    return shape
