"""What a person has been sent: the messages, channels and commands that their client shows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.client.message import SeenMessage
from sandbox.model import Channel, Json

PATIENCE = 60.0
"""Seconds that a person waits for something: the machine may be busy with something else."""

T = TypeVar("T")
Place = str | Channel | SeenMessage
"""A channel: its name with #, its id, itself, or a message in it."""


class Inbox:
    """Everything one person was sent since signing in."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.received: list[Json] = []
        """Every event this person was ever sent, and every answer: what they could possibly know."""
        self.ready: Json = {}
        self._channels: dict[str, Json] = {}
        self._commands: dict[str, list[Json]] = {}
        self.most_messages: int | None = None
        """How many messages this person's client keeps, the newest; None: all."""
        self._messages: dict[str, SeenMessage] = {}
        self._news = asyncio.Event()

    def take(self, name: str, data: Json) -> None:
        """Take in one event of the gateway, and let whoever waits look again."""
        self.received.append({"t": name, "d": data})
        match name:
            case "READY":
                self._take_ready(data)
            case "GUILD_CREATE":
                self._take_guild(data)
            case "MESSAGE_CREATE" | "MESSAGE_UPDATE":
                self._take_message(data)
            case "MESSAGE_DELETE":
                self._messages.pop(data["id"], None)
            case "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "THREAD_CREATE" | "THREAD_UPDATE":
                self._channels[data["id"]] = data
            case "CHANNEL_DELETE" | "THREAD_DELETE":
                self._channels.pop(data["id"], None)
            case "COMMANDS_UPDATE":
                self._commands[data["guild_id"] or "global"] = data["commands"]
        self._news.set()

    def _take_ready(self, data: Json) -> None:
        self.ready = data
        self._commands = data["commands"]
        self._channels.update({channel["id"]: channel for channel in data["private_channels"]})
        for guild in data["guilds"]:
            self._take_guild(guild)

    def _take_guild(self, guild: Json) -> None:
        self._channels.update({channel["id"]: channel for channel in (*guild["channels"], *guild["threads"])})

    def _take_message(self, data: Json) -> None:
        before = self._messages.get(data["id"])
        self._messages[data["id"]] = SeenMessage(data, before.revision + 1 if before else 0)
        if self.most_messages is not None and len(self._messages) > self.most_messages:
            del self._messages[next(iter(self._messages))]

    @property
    def bot_id(self) -> str:
        """The bot's account."""
        return next(str(user["id"]) for user in self.ready["users"] if user.get("bot"))

    def seen(self, message_id: str) -> SeenMessage | None:
        """Return a message's present state, if this person has seen it and it is still there."""
        return self._messages.get(message_id)

    def messages(self, place: Place | None = None) -> list[SeenMessage]:
        """Return the messages seen since signing in, in one channel or in all, oldest first."""
        found = sorted(self._messages.values(), key=lambda message: int(message.id))
        if place is None:
            return found
        channel_id = self.channel_id(place)
        return [message for message in found if message.channel_id == channel_id]

    @property
    def direct_messages(self) -> list[SeenMessage]:
        """The messages seen in direct messages with the bot, oldest first."""
        return [message for message in self.messages() if self.is_direct(message.channel_id)]

    def is_direct(self, channel_id: str) -> bool:
        """Whether a channel holds direct messages with the bot."""
        people = self._channels.get(channel_id, {}).get("recipients", ())
        return any(person["id"] == self.bot_id for person in people)

    @property
    def channels(self) -> list[Json]:
        """The channels, threads and direct-message channels this person sees."""
        return list(self._channels.values())

    def channel_id(self, place: Place) -> str:
        """Return a channel's id; LookupError if this person sees no channel of the name."""
        if isinstance(place, Channel):
            return place.id
        if isinstance(place, SeenMessage):
            return place.channel_id
        if place in self._channels or place.isdecimal():
            return place
        name = place.removeprefix("#")
        for channel in self._channels.values():
            if channel.get("name") == name:
                return str(channel["id"])
        raise LookupError(f"{self.name} sees no channel {place!r}")

    async def wait_for(self, find: Callable[[], T | None], timeout: float, what: str) -> T:  # noqa: ASYNC109
        """Wait until something is found; TimeoutError tells what was waited for and what was seen last."""
        try:
            async with asyncio.timeout(timeout):
                while (found := find()) is None:
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            last = "\n".join(f"  {message.text[:200]!r}" for message in self.messages()[-5:])
            raise TimeoutError(f"{self.name} waited {timeout} s for {what}; last seen:\n{last}") from None
        return found

    async def wait_message(
        self,
        predicate: Callable[[SeenMessage], object],
        timeout: float = PATIENCE,  # noqa: ASYNC109 - tests name their patience
        place: Place | None = None,
    ) -> SeenMessage:
        """Wait for a message, new or already there; the newest that fits."""

        def find() -> SeenMessage | None:
            return next((m for m in reversed(self.messages(place)) if predicate(m)), None)

        return await self.wait_for(find, timeout, "a message")
