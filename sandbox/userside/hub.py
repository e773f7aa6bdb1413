"""The people's websockets: everybody is sent what Discord would show them, and nothing else."""

from __future__ import annotations

import asyncio
import contextlib
import json
import weakref

from aiohttp import WSCloseCode, WSMsgType, web

from sandbox import shapes
from sandbox.model import Channel, Event, Guild, Json, User
from sandbox.permissions import Permission
from sandbox.world import World

Outbox = asyncio.Queue[str]


class Hub:
    """All connections of people."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._outboxes: dict[str, set[Outbox]] = {}
        self._sockets: weakref.WeakSet[web.WebSocketResponse] = weakref.WeakSet()
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        text: str | None = None
        for user_id, outboxes in self._outboxes.items():
            user = self._world.users[user_id]
            if not self.may_hear(user, event):
                continue
            if event.name == "GUILD_CREATE":
                text = _frame(event.name, self.guild(self._world.guilds[event.data["id"]], user))
            text = text or _frame(event.name, event.data)
            for outbox in outboxes:
                outbox.put_nowait(text)

    def may_hear(self, user: User, event: Event) -> bool:
        """Tell whether a person may know of an event."""
        if event.only is not None:
            return event.only == user.id
        if event.channel_id is not None:
            channel = self._world.channels.get(event.channel_id)
            return channel is not None and self._world.may(user, channel, Permission.VIEW_CHANNEL)
        if event.guild_id is not None:
            return user.id in self._world.guilds[event.guild_id].members
        return True

    async def serve(self, request: web.Request, user: User) -> web.WebSocketResponse:
        """Serve one person's websocket."""
        socket = web.WebSocketResponse(heartbeat=30, timeout=0.5)
        await socket.prepare(request)
        self._sockets.add(socket)
        outbox: Outbox = asyncio.Queue()
        outbox.put_nowait(_frame("READY", self.ready(user)))
        self._outboxes.setdefault(user.id, set()).add(outbox)
        writer = asyncio.create_task(_write(socket, outbox))
        try:
            async for message in socket:
                if message.type == WSMsgType.ERROR:
                    break
        finally:
            self._sockets.discard(socket)
            self._leave(user, outbox)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return socket

    async def close(self) -> None:
        """Close every connection, because the server goes away."""
        await asyncio.gather(*(socket.close(code=WSCloseCode.GOING_AWAY) for socket in set(self._sockets)))

    def _leave(self, user: User, outbox: Outbox) -> None:
        outboxes = self._outboxes[user.id]
        outboxes.discard(outbox)
        if not outboxes:
            del self._outboxes[user.id]

    def ready(self, user: User) -> Json:
        """Return all a person sees on signing in."""
        world = self._world
        mine = [guild for guild in world.guilds.values() if user.id in guild.members]
        direct = [channel for channel in world.direct.values() if user in channel.recipients]
        return {
            "user": {**shapes.own_user(user), "dms_open": user.dms_open},
            "users": [shapes.user(each) for each in world.users.values()],
            "guilds": [self.guild(guild, user) for guild in mine],
            "private_channels": [shapes.direct_channel(channel, user) for channel in direct],
            "commands": {place or "global": list(each.values()) for place, each in world.commands.items()},
        }

    def guild(self, guild: Guild, user: User) -> Json:
        """Return a guild with the channels and threads that a person sees."""

        def visible(channels: dict[str, Channel]) -> list[Json]:
            seen = [c for c in channels.values() if self._world.may(user, c, Permission.VIEW_CHANNEL)]
            return [shapes.channel(channel) for channel in seen]

        return {
            "id": guild.id,
            "name": guild.name,
            "owner_id": guild.owner_id,
            "channels": visible(guild.channels),
            "threads": visible(guild.threads),
            "members": [shapes.member(member) for member in guild.members.values()],
            "roles": [shapes.role(role) for role in guild.roles.values()],
        }


def _frame(name: str, data: Json) -> str:
    return json.dumps({"t": name, "d": data}, ensure_ascii=False, separators=(",", ":"))


async def _write(socket: web.WebSocketResponse, outbox: Outbox) -> None:
    with contextlib.suppress(ConnectionError):
        while True:
            await socket.send_str(await outbox.get())
