"""Guilds, their channels, members and roles, and the bot's own account."""

from __future__ import annotations

from sandbox import permissions, shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.gateway.intents import Intent, application_flags
from sandbox.model import Guild, Json, Member, Role
from sandbox.permissions import Permission
from sandbox.rest.channels import threads_shape
from sandbox.rest.routing import NO_CONTENT, Answer, Call, Routes
from sandbox.validation.form import Form

routes = Routes()
_SOUNDS = {
    1: ("quack", "🦆"),
    2: ("airhorn", "🔊"),
    3: ("cricket", "🦗"),
    4: ("golf clap", "👏"),
    5: ("sad horn", "🎺"),
    7: ("ba dum tss", "🥁"),
}
"""The sounds that everybody has in a voice channel, by id."""


@routes.on("GET", "/guilds/{guild_id}")
def get_guild(call: Call) -> Answer:
    """Return a guild."""
    guild = call.guild()
    return 200, shapes.guild(guild) | _counts(call, guild)


def _counts(call: Call, guild: Guild) -> Json:
    """Return how many members a guild has, if that is asked for."""
    if call.query.get("with_counts", "").lower() not in ("true", "1"):
        return {}
    return {
        "approximate_member_count": len(guild.members),
        "approximate_presence_count": len(guild.members),
    }


@routes.on("GET", "/guilds/{guild_id}/channels")
def list_channels(call: Call) -> Answer:
    """Return a guild's channels without its threads."""
    return 200, [shapes.channel(channel) for channel in call.guild().channels.values()]


@routes.on("POST", "/guilds/{guild_id}/channels")
def create_channel(call: Call) -> Answer:
    """Make a text channel."""
    guild = call.guild()
    _require(call, guild, Permission.MANAGE_CHANNELS)
    form = Form.of(call.body)
    name = form.text("name", 100, 1, required=True)
    form.choice("type", (0,), default=0)
    form.settle()
    return 201, shapes.channel(call.world.add_channel(name or "", guild))


def _require(call: Call, guild: Guild, needed: Permission) -> None:
    if permissions.in_guild(guild, guild.members[call.bot.id]) & needed != needed:
        raise DiscordError(ErrorCode.MISSING_PERMISSIONS)


@routes.on("GET", "/guilds/{guild_id}/threads/active")
def list_active_threads(call: Call) -> Answer:
    """Return the active threads the bot can see."""
    threads = [t for t in call.guild().threads.values() if t.thread and not t.thread.archived]
    return 200, threads_shape(
        call, [t for t in threads if call.world.may(call.bot, t, Permission.VIEW_CHANNEL)]
    )


@routes.on("GET", "/guilds/{guild_id}/members")
def list_members(call: Call) -> Answer:
    """Return members by id; needs the privileged members intent."""
    guild = call.guild()
    if not call.services.privileged & Intent.GUILD_MEMBERS:
        raise DiscordError(ErrorCode.MISSING_ACCESS)
    form = Form(dict(call.query))
    limit, after = form.integer("limit", 1, 1000) or 1, form.integer("after", 0) or 0
    form.settle()
    found = sorted((m for i, m in guild.members.items() if int(i) > after), key=lambda m: int(m.user.id))
    return 200, [shapes.member(member) for member in found[:limit]]


@routes.on("GET", "/guilds/{guild_id}/members/search")
def search_members(call: Call) -> Answer:
    """Return members whose name begins so."""
    form = Form(dict(call.query))
    query, limit = form.text("query", 100, 1, required=True) or "", form.integer("limit", 1, 1000) or 1
    form.settle()
    found = [m for m in call.guild().members.values() if begins(m, query)]
    return 200, [shapes.member(member) for member in found[:limit]]


def begins(member: Member, query: str) -> bool:
    """Tell whether one of a member's names begins with a text."""
    names = (member.user.username, member.user.display_name, member.nick)
    return any(name and name.lower().startswith(query.lower()) for name in names)


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: Call) -> Answer:
    """Return a member."""
    return 200, shapes.member(_member(call, call.guild()))


def _member(call: Call, guild: Guild) -> Member:
    if call.params["user_id"] not in call.world.users:
        raise DiscordError(ErrorCode.UNKNOWN_USER)
    member = guild.members.get(call.params["user_id"])
    if member is None:
        raise DiscordError(ErrorCode.UNKNOWN_MEMBER)
    return member


@routes.on("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def add_role(call: Call) -> Answer:
    """Give a member a role."""
    guild, member, role = _member_and_role(call)
    call.world.give_role(role, member.user, guild)
    return NO_CONTENT


@routes.on("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def remove_role(call: Call) -> Answer:
    """Take a role from a member."""
    guild, member, role = _member_and_role(call)
    if role.id in member.role_ids:
        member.role_ids.remove(role.id)
        call.world.publish("GUILD_MEMBER_UPDATE", {"guild_id": guild.id, **shapes.member(member)}, guild.id)
    return NO_CONTENT


def _member_and_role(call: Call) -> tuple[Guild, Member, Role]:
    """Return who gets which role, if the bot may manage roles and stands above this one."""
    guild = call.guild()
    member = _member(call, guild)
    role = guild.roles.get(call.params["role_id"])
    if role is None:
        raise DiscordError(ErrorCode.UNKNOWN_ROLE)
    _require(call, guild, Permission.MANAGE_ROLES)
    mine = max(guild.roles[role_id].position for role_id in guild.members[call.bot.id].role_ids)
    if role.position >= mine:
        raise DiscordError(ErrorCode.MISSING_PERMISSIONS)
    return guild, member, role


@routes.on("GET", "/guilds/{guild_id}/roles")
def list_roles(call: Call) -> Answer:
    """Return a guild's roles."""
    return 200, [shapes.role(role) for role in call.guild().roles.values()]


# The bot's own account


@routes.on("GET", "/users/@me")
def get_me(call: Call) -> Answer:
    """Return the bot's account."""
    return 200, shapes.own_user(call.bot)


@routes.on("GET", "/users/@me/guilds")
def list_my_guilds(call: Call) -> Answer:
    """Return the guilds the bot is in, by id."""
    form = Form(dict(call.query))
    limit = form.integer("limit", 1, 200) or 200
    after, before = form.integer("after", 0) or 0, form.integer("before", 0)
    form.settle()
    mine = sorted(
        (
            guild
            for guild in call.world.guilds.values()
            if call.bot.id in guild.members
            and after < int(guild.id)
            and (not before or int(guild.id) < before)
        ),
        key=lambda guild: int(guild.id),
    )
    mine = mine[-limit:] if before else mine[:limit]
    return 200, [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(permissions.in_guild(guild, guild.members[call.bot.id])),
            "features": [],
            **_counts(call, guild),
        }
        for guild in mine
    ]


@routes.on("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: Call) -> Answer:
    """Let the bot leave a guild."""
    call.world.remove_bot(call.guild())
    return NO_CONTENT


@routes.on("POST", "/users/@me/channels")
def open_direct_messages(call: Call) -> Answer:
    """Open the direct-message channel with somebody; whether messages are welcome shows when one is sent."""
    form = Form.of(call.body)
    recipient = form.snowflake("recipient_id", required=True)
    form.settle()
    user = call.world.users.get(recipient or "")
    if user is None or user is call.bot:
        raise DiscordError(ErrorCode.CANNOT_MESSAGE_USER if user else ErrorCode.UNKNOWN_USER)
    return 200, shapes.direct_channel(call.world.direct_channel(call.bot, user), call.bot)


@routes.on("GET", "/users/{user_id}")
def get_user(call: Call) -> Answer:
    """Return an account."""
    user = call.world.users.get(call.params["user_id"])
    if user is None:
        raise DiscordError(ErrorCode.UNKNOWN_USER)
    return 200, shapes.user(user)


@routes.on("GET", "/oauth2/applications/@me")
@routes.on("GET", "/applications/@me")
def get_application(call: Call) -> Answer:
    """Return the bot's application; its owner is the owner of the first guild."""
    owner = next((call.world.users[g.owner_id] for g in call.world.guilds.values()), call.bot)
    return 200, application(call) | {
        "owner": shapes.user(owner),
        "bot": shapes.user(call.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "approximate_guild_count": len(call.world.guilds),
    }


def application(call: Call) -> Json:
    """Return what is fixed of the application."""
    flags = application_flags(call.services.privileged)
    return {
        "id": call.bot.id,
        "name": call.bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


@routes.on("GET", "/soundboard-default-sounds")
def list_default_sounds(call: Call) -> Answer:
    """Return the sounds of voice channels; there are none of those here, but some libraries ask at the start."""
    return 200, [
        {
            "name": name,
            "sound_id": str(number),
            "volume": 1.0,
            "emoji_id": None,
            "emoji_name": emoji,
            "available": True,
        }
        for number, (name, emoji) in _SOUNDS.items()
    ]


@routes.on("GET", "/gateway", open=True)
def get_gateway(call: Call) -> Answer:
    """Return where the gateway is."""
    return 200, {"url": call.services.gateway_url}


@routes.on("GET", "/gateway/bot")
def get_gateway_for_bot(call: Call) -> Answer:
    """Return where the gateway is, and how many shards to open."""
    start = call.services.limiter.session_start_limit()
    return 200, {
        "url": call.services.gateway_url,
        "shards": call.services.shards,
        "session_start_limit": {**start, "max_concurrency": call.services.max_concurrency},
    }
