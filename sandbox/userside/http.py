"""The people's requests over HTTP, as the web page makes them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from sandbox import posting, shapes
from sandbox.errors import DiscordError, ErrorCode
from sandbox.model import Channel, User
from sandbox.permissions import Permission
from sandbox.rest.messages import page
from sandbox.rest.routing import parse, respond
from sandbox.services import Services
from sandbox.userside.acts import perform
from sandbox.userside.hub import Hub
from sandbox.validation.commands import LOCALES
from sandbox.validation.form import Form
from sandbox.validation.messages import MOST_CONTENT, Draft

Visit = Callable[[web.Request], Awaitable[tuple[int, Any]]]


class UserSide:
    """The endpoints for people."""

    def __init__(self, services: Services, hub: Hub) -> None:
        self._services = services
        self._world = services.world
        self._hub = hub

    def add_to(self, app: web.Application) -> None:
        """Register the endpoints."""
        router = app.router
        router.add_get("/user/world", _answered(self._see_world))
        router.add_post("/user/users", _answered(self._arrive))
        router.add_get("/user/{user_id}/gateway", self._connect)
        router.add_patch("/user/{user_id}", _answered(self._change))
        router.add_post("/user/{user_id}/dm", _answered(self._open_direct))
        router.add_get("/user/{user_id}/channels/{channel_id}/messages", _answered(self._read))
        router.add_post("/user/{user_id}/channels/{channel_id}/messages", _answered(self._say))
        router.add_delete(
            "/user/{user_id}/channels/{channel_id}/messages/{message_id}", _answered(self._delete)
        )
        router.add_post("/user/{user_id}/interactions", _answered(self._interact))

    async def _see_world(self, request: web.Request) -> tuple[int, Any]:
        people = [shapes.user(user) for user in self._world.users.values() if not user.bot]
        guilds = [{"id": guild.id, "name": guild.name} for guild in self._world.guilds.values()]
        return 200, {"users": people, "guilds": guilds, "bot": shapes.user(self._world.bot)}

    async def _arrive(self, request: web.Request) -> tuple[int, Any]:
        """Make a new person, who joins every server; a name that is known gives back its person."""
        form = Form.of(parse(await request.read()))
        name = form.text("name", 32, 1, required=True)
        form.settle()
        known = self._world.person((name or "").strip())
        return (200, shapes.user(known)) if known else (201, shapes.user(self._welcome(name or "")))

    def _welcome(self, name: str) -> User:
        user = self._world.add_person(name.strip())
        for guild in self._world.guilds.values():
            self._world.add_member(user, guild)
        return user

    def _user(self, request: web.Request) -> User:
        user = self._world.users.get(request.match_info["user_id"])
        if user is None or user.bot:
            raise DiscordError(ErrorCode.UNKNOWN_USER)
        return user

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        try:
            user = self._user(request)
        except DiscordError as error:
            return respond(error.refusal.status, error.body(), {})
        return await self._hub.serve(request, user)

    def _channel(self, request: web.Request, needed: Permission = Permission.VIEW_CHANNEL) -> Channel:
        """Return a channel the person sees, if they may do there what is needed."""
        channel = self._world.channels.get(request.match_info["channel_id"])
        if channel is None:
            raise DiscordError(ErrorCode.UNKNOWN_CHANNEL)
        granted = self._world.permissions_of(self._user(request), channel)
        if not granted & Permission.VIEW_CHANNEL:
            raise DiscordError(ErrorCode.MISSING_ACCESS)
        if granted & needed != needed:
            raise DiscordError(ErrorCode.MISSING_PERMISSIONS)
        return channel

    async def _change(self, request: web.Request) -> tuple[int, Any]:
        user, form = self._user(request), Form.of(parse(await request.read()))
        dms_open = form.flag("dms_open", default=user.dms_open)
        locale = form.text("locale", 6) or user.locale
        if locale not in LOCALES:
            form.complain("BASE_TYPE_CHOICES", "Value must be one of the locales of Discord.", "locale")
        form.settle()
        user.dms_open, user.locale = dms_open, locale
        self._world.user_changed(user)
        return 200, {**shapes.own_user(user), "dms_open": user.dms_open}

    async def _open_direct(self, request: web.Request) -> tuple[int, Any]:
        user, form = self._user(request), Form.of(parse(await request.read()))
        other = self._world.users.get(form.snowflake("recipient_id", required=True) or "")
        form.settle()
        if other is None or other is user:
            raise DiscordError(ErrorCode.UNKNOWN_USER)
        return 200, shapes.direct_channel(self._world.direct_channel(user, other), user)

    async def _read(self, request: web.Request) -> tuple[int, Any]:
        user, channel = (
            self._user(request),
            self._channel(request, Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY),
        )
        mine = [m for m in channel.messages.values() if m.visible_to in (None, user.id)]
        return 200, [shapes.message(self._world, message) for message in page(mine, request.query)]

    async def _say(self, request: web.Request) -> tuple[int, Any]:
        user, channel = self._user(request), self._channel(request)
        speak = Permission.SEND_MESSAGES_IN_THREADS if channel.thread else Permission.SEND_MESSAGES
        self._channel(request, speak)
        if (
            channel.thread
            and channel.thread.locked
            and not self._world.may(user, channel, Permission.MANAGE_THREADS)
        ):
            raise DiscordError(ErrorCode.THREAD_LOCKED)
        form = Form.of(parse(await request.read()))
        content = form.text("content", MOST_CONTENT) or ""
        form.settle()
        if not content.strip():
            raise DiscordError(ErrorCode.EMPTY_MESSAGE)
        draft = Draft(content=content, nonce=form.data.get("nonce"))
        return 200, shapes.message(self._world, posting.post(self._world, channel, user, draft))

    async def _delete(self, request: web.Request) -> tuple[int, Any]:
        user, channel = self._user(request), self._channel(request)
        message = channel.messages.get(request.match_info["message_id"])
        if message is None or message.visible_to not in (None, user.id):
            raise DiscordError(ErrorCode.UNKNOWN_MESSAGE)
        if message.author is not user and not message.visible_to:
            self._channel(request, Permission.MANAGE_MESSAGES)
        self._world.delete_message(message)
        return 204, None

    async def _interact(self, request: web.Request) -> tuple[int, Any]:
        body = parse(await request.read())
        perform(self._services, self._user(request), body, forced="force" in request.query)
        return 204, None


def _answered(visit: Visit) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """Turn answers and refusals into responses."""

    async def handle(request: web.Request) -> web.StreamResponse:
        try:
            status, answer = await visit(request)
        except DiscordError as error:
            return respond(error.refusal.status, error.body(), {})
        return respond(status, answer, {})

    return handle
