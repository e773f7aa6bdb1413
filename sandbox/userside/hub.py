"""The people's websockets: everybody is sent what Discord would show them, and nothing else."""

from __future__ import annotations

from aiohttp import WSMsgType, web

from sandbox import shapes
from sandbox.model import Channel, Event, Guild, Json, User
from sandbox.permissions import Permission
from sandbox.sockets import Connection, Sockets, written
from sandbox.world import World


class Hub:
    """All connections of people."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._connections: dict[str, set[Connection]] = {}
        self._sockets = Sockets()
        world.listeners.append(self._hear)

    def _hear(self, event: Event) -> None:
        text: str | None = None
        for user_id, connections in self._connections.items():
            user = self._world.users[user_id]
            if not self._world.may_hear(user, event):
                continue
            if event.name == "GUILD_CREATE":
                text = _event(event.name, self.guild(self._world.guilds[event.data["id"]], user))
            text = text or _event(event.name, event.data)
            for connection in connections:
                connection.send(text)

    async def serve(self, request: web.Request, user: User) -> web.WebSocketResponse:
        """Serve one person's websocket."""
        socket = web.WebSocketResponse(heartbeat=30, timeout=0.5)
        await socket.prepare(request)
        async with self._sockets.opened(socket) as connection:
            connection.send(_event("READY", self.ready(user)))
            self._connections.setdefault(user.id, set()).add(connection)
            try:
                async for message in socket:
                    if message.type == WSMsgType.ERROR:
                        break
            finally:
                self._leave(user, connection)
        return socket

    async def close(self) -> None:
        """Close every connection, because the server goes away."""
        await self._sockets.close()

    def _leave(self, user: User, connection: Connection) -> None:
        connections = self._connections[user.id]
        connections.discard(connection)
        if not connections:
            del self._connections[user.id]

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


def _event(name: str, data: Json) -> str:
    return written({"t": name, "d": data})
