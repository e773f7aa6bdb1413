"""The bot's websocket: hello, identify, heartbeats, resume, and which events are sent.

Source: Discord, "Gateway": connection lifecycle, opcodes and close codes.
"""

from __future__ import annotations

import asyncio
import json
from enum import IntEnum
from typing import Any

from aiohttp import WSMsgType, web

from sandbox import shapes
from sandbox.faults import Kind
from sandbox.gateway.compression import packer
from sandbox.gateway.intents import KNOWN, PRIVILEGED, Intent, application_flags, blanked, passes
from sandbox.gateway.session import Session, frame
from sandbox.model import Event, Guild, Json
from sandbox.permissions import Permission
from sandbox.services import Services
from sandbox.sockets import Connection, Sockets

HEARTBEAT_MS = 41_250
ACK_SECONDS = 0.05
"""As long as a real network takes: discord.py notes that it sent a heartbeat only a moment after it did."""
REFUSAL_SECONDS = 1.0
"""After which an IDENTIFY that came too soon is refused: some libraries send the next one at once."""
RESUMABLE_SECONDS = 180
LATE_SECONDS = 0.1
"""After which an event that waits for the one behind it is sent, if none comes."""


class Op(IntEnum):
    """Gateway opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


_WITH_AN_OBJECT = (Op.IDENTIFY, Op.RESUME, Op.REQUEST_MEMBERS)


class Close(IntEnum):
    """Gateway close codes."""

    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQUENCE = 4007
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Rejected(Exception):
    """The connection has to be closed with a code."""

    def __init__(self, code: Close) -> None:
        super().__init__(code.name)
        self.code = code


class Gateway:
    """All sessions of the bot."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._world = services.world
        self.sessions: dict[str, Session] = {}
        self.silence_seconds = HEARTBEAT_MS / 1000 * 1.5
        """How long a connection may miss its heartbeat."""
        self._sockets = Sockets()
        self.heartbeat_ms = HEARTBEAT_MS
        """How often a bot is told to send a heartbeat."""
        self.too_soon = 0
        """How many IDENTIFYs were refused because they came too soon."""
        services.world.listeners.append(self._hear)
        services.faults.attach(self)

    @property
    def connections(self) -> list[Connection]:
        """The connections that are open."""
        return [s.connection for s in self.sessions.values() if s.connection]

    # Faults on demand

    def drop(self, *, resumable: bool = True) -> None:
        """Cut every connection of the bot as a broken network does; without `resumable` its sessions are gone."""
        for connection in self.connections:
            connection.drop()
        if not resumable:
            self.sessions.clear()

    def freeze(self, seconds: float | None = None) -> None:
        """Send nothing over the connections that stand, no acknowledgement either; after some `seconds` they break."""
        for connection in self.connections:
            connection.freeze()
            if seconds is not None:
                asyncio.get_running_loop().call_later(seconds, connection.drop)

    def reconnect(self) -> None:
        """Ask every connection to reconnect and resume."""
        for connection in self.connections:
            _send(connection, Op.RECONNECT)

    def invalidate(self, *, resumable: bool = False) -> None:
        """Declare every session invalid; without `resumable` the bot has to identify anew."""
        for connection in self.connections:
            _send(connection, Op.INVALID_SESSION, resumable)
        if not resumable:
            self.sessions.clear()

    async def close(self) -> None:
        """Close every connection, because the server goes away."""
        await self._sockets.close()

    # Events

    def _hear(self, event: Event) -> None:
        """Pass an event on to the shards it belongs to, if the bot may know of it."""
        if not self.sessions or not self._world.may_hear(self._world.bot, event):
            return
        self._forget_old()
        for session in self.sessions.values():
            if session.covers(event.guild_id) and passes(event, session.intents, self._world.bot.id):
                self._deliver(session, event.name, self._as_seen(event, session))
        self._services.faults.befall_gateway()

    def _deliver(self, session: Session, name: str, data: Json) -> None:
        """Send an event, as often and as late as faults have it."""
        match self._services.faults.befalls(name):
            case Kind.LOST:
                return
            case Kind.REORDERED:
                session.postpone(name, data)
                asyncio.get_running_loop().call_later(LATE_SECONDS, session.catch_up)
                return
            case Kind.DOUBLED:
                session.dispatch(name, data)
        session.dispatch(name, data)
        session.catch_up()

    def _as_seen(self, event: Event, session: Session) -> Json:
        match event.name:
            case "GUILD_CREATE":
                joined = self._whole_guild(self._world.guilds[event.data["id"]], session.intents)
                del joined["unavailable"]  # Discord leaves it out of a server that the bot has just joined
                return joined
            case "MESSAGE_CREATE" | "MESSAGE_UPDATE":
                return blanked(event.data, session.intents, self._world.bot.id)
            case "THREAD_CREATE" | "THREAD_UPDATE":
                thread = self._world.channels[event.data["id"]]
                return shapes.seen_channel(thread, self._world.bot) | event.data
        return event.data

    def _whole_guild(self, guild: Guild, intents: int) -> Json:
        """Return what GUILD_CREATE tells: all members only with the presences intent, else just the bot."""
        bot = self._world.bot
        members = guild.members.values() if intents & Intent.GUILD_PRESENCES else [guild.members[bot.id]]
        threads = [t for t in guild.threads.values() if t.thread and not t.thread.archived]
        return {
            **shapes.guild(guild),
            "joined_at": guild.members[bot.id].joined_at,
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "voice_states": [],
            "members": [shapes.member(member) for member in members],
            "channels": [shapes.channel(channel) for channel in guild.channels.values()],
            "threads": [
                shapes.seen_channel(t, bot)
                for t in threads
                if self._world.may(bot, t, Permission.VIEW_CHANNEL)
            ],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def _forget_old(self) -> None:
        now = self._world.clock.now()
        old = [
            i
            for i, s in self.sessions.items()
            if s.left_at is not None and now - s.left_at > RESUMABLE_SECONDS
        ]
        for session_id in old:
            del self.sessions[session_id]

    # Payloads

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one websocket."""
        socket = web.WebSocketResponse(
            max_msg_size=65_536, compress=False, timeout=0.5, receive_timeout=self.silence_seconds
        )
        await socket.prepare(request)
        async with self._sockets.opened(socket, packer(request.query.get("compress"))) as connection:
            try:
                await self._listen(connection)
            finally:
                self._leave(connection)
        return socket

    async def _listen(self, connection: Connection) -> None:
        """Answer what arrives until the connection is closed."""
        socket, session = connection.socket, None
        _send(connection, Op.HELLO, {"heartbeat_interval": self.heartbeat_ms, "_trace": ["sandbox"]})
        try:
            async for message in socket:
                if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                    session = self._answer(connection, session, message.data)
        except Rejected as rejected:
            await socket.close(code=rejected.code, message=rejected.code.name.encode())
        except TimeoutError:
            await socket.close(code=Close.SESSION_TIMED_OUT, message=b"No heartbeat")

    def _leave(self, connection: Connection) -> None:
        """Keep a session for a resume, unless the bot closed its connection in good order."""
        session = next((s for s in self.sessions.values() if s.connection is connection), None)
        if session is None:
            return
        session.connection = None
        session.left_at = self._world.clock.now()
        if connection.socket.close_code in (1000, 1001):
            del self.sessions[session.id]

    def _answer(self, connection: Connection, session: Session | None, text: str | bytes) -> Session | None:
        """Answer one payload; return the session the connection has from now on."""
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError):
            raise Rejected(Close.DECODE_ERROR) from None
        if op in _WITH_AN_OBJECT and not isinstance(data, dict):
            raise Rejected(Close.DECODE_ERROR)
        if op == Op.HEARTBEAT:
            asyncio.get_running_loop().call_later(ACK_SECONDS, _send, connection, Op.HEARTBEAT_ACK)
        elif op == Op.IDENTIFY:
            return self._identify(connection, session, data)
        elif op == Op.RESUME:
            return self._resume(connection, data)
        elif session is None:
            raise Rejected(Close.NOT_AUTHENTICATED)
        elif op == Op.REQUEST_MEMBERS:
            self._send_members(session, data)
        elif op not in (Op.PRESENCE, Op.VOICE_STATE):
            raise Rejected(Close.UNKNOWN_OPCODE)
        return session

    def _identify(self, connection: Connection, session: Session | None, data: Any) -> Session | None:
        if session is not None and session.id in self.sessions:  # else it was declared invalid
            raise Rejected(Close.ALREADY_AUTHENTICATED)
        self._refuse_stranger(data)
        shard, shards = data.get("shard") or (0, 1)
        if not 0 <= shard < shards:
            raise Rejected(Close.INVALID_SHARD)
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN:
            raise Rejected(Close.INVALID_INTENTS)
        if intents & PRIVILEGED & ~self._services.privileged:
            raise Rejected(Close.DISALLOWED_INTENTS)
        if not self._services.limiter.may_identify(shard % self._services.max_concurrency):
            self.too_soon += 1
            asyncio.get_running_loop().call_later(
                REFUSAL_SECONDS, _send, connection, Op.INVALID_SESSION, False
            )
            return None
        session = Session(shard, shards, intents, connection=connection)
        self.sessions[session.id] = session
        self._welcome(session)
        return session

    def _refuse_stranger(self, data: Any) -> None:
        """Refuse a token that is not the bot's; Discord takes one that begins as in REST, too."""
        if str(data.get("token")).removeprefix("Bot ") != self._services.token:
            raise Rejected(Close.AUTHENTICATION_FAILED)

    def _welcome(self, session: Session) -> None:
        """Send READY and the shard's guilds."""
        bot = self._world.bot
        guilds = [g for g in self._world.guilds.values() if bot.id in g.members and session.covers(g.id)]
        session.dispatch(
            "READY",
            {
                "v": 10,
                "user": shapes.own_user(bot),
                "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
                "session_id": session.id,
                "resume_gateway_url": self._services.gateway_url,
                "shard": [session.shard, session.shards],
                "application": {"id": bot.id, "flags": application_flags(self._services.privileged)},
                "private_channels": [],
                "relationships": [],
                "presences": [],
                "user_settings": {},
                "_trace": ["sandbox"],
            },
        )
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                session.dispatch("GUILD_CREATE", self._whole_guild(guild, session.intents))

    def _resume(self, connection: Connection, data: Any) -> Session | None:
        self._refuse_stranger(data)
        self._forget_old()
        session = self.sessions.get(data.get("session_id"))
        sequence = data.get("seq") or 0
        if session is None or not session.can_resume(sequence):
            if session and sequence > session.sequence:
                raise Rejected(Close.INVALID_SEQUENCE)
            _send(connection, Op.INVALID_SESSION, False)
            return None
        session.connection, session.left_at = connection, None
        session.replay(sequence)
        session.dispatch("RESUMED", {"_trace": ["sandbox"]})
        return session

    def _send_members(self, session: Session, data: Any) -> None:
        """Answer a request for members, in one chunk."""
        guild = self._world.guilds.get(str(data.get("guild_id")))
        if guild is None:
            return
        wanted = data.get("user_ids")
        if wanted is not None:
            ids = [str(each) for each in (wanted if isinstance(wanted, list) else [wanted])]
            found = [guild.members[user_id] for user_id in ids if user_id in guild.members]
        else:
            query = (data.get("query") or "").lower()
            found = [m for m in guild.members.values() if m.user.username.lower().startswith(query)]
            found = found[: data.get("limit") or None]
        session.dispatch(
            "GUILD_MEMBERS_CHUNK",
            {
                "guild_id": guild.id,
                "members": [shapes.member(member) for member in found],
                "chunk_index": 0,
                "chunk_count": 1,
                "nonce": data.get("nonce"),
                "not_found": [],
            },
        )


def _send(connection: Connection, op: Op, data: Any = None) -> None:
    connection.send(frame(op, data))
