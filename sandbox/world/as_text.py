"""What there is in a world as text, and back.

`of_user` writes an account whole; wherever else one is named, its id is written. The names of the fields are those of
`sandbox.model`: whoever changes one raises the keeper's `FORM`.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.clock import Clock
from sandbox.model import (
    Attachment,
    Channel,
    ChannelKind,
    Guild,
    Json,
    Member,
    Message,
    Overwrite,
    Role,
    ThreadState,
    User,
)
from sandbox.world import World


def of_user(user: User) -> str:
    """Write an account."""
    return _text(_fields(user))


def of_guild(guild: Guild) -> str:
    """Write a server with its roles and members; its channels and threads name it themselves."""
    return _text(_fields(guild, without=("channels", "threads")))


def of_channel(channel: Channel) -> str:
    """Write a channel of any kind, without its messages."""
    return _text(_fields(channel, without=("messages",)))


def of_commands(place: str | None, commands: Mapping[str, Json]) -> str:
    """Write the commands of a server, or with None as `place` those that are everywhere."""
    return _text({"place": place, "commands": list(commands.values())})


def of_message(message: Message) -> str:
    """Write a message, without the bytes of its files."""
    return _text(_fields(message))


def _text(thing: Json) -> str:
    return json.dumps(thing, default=_plain, separators=(",", ":"))


def _plain(thing: object) -> object:
    if isinstance(thing, User):
        return thing.id
    if isinstance(thing, bytes):
        return ""
    if dataclasses.is_dataclass(thing):
        return _fields(thing)
    raise TypeError(f"{type(thing).__name__} cannot be written")


def _fields(thing: Any, without: tuple[str, ...] = ()) -> Json:
    return {f.name: getattr(thing, f.name) for f in dataclasses.fields(thing) if f.name not in without}


def world_from(texts: Mapping[str, Sequence[str]], clock: Clock) -> World:
    """Read a world without messages; `texts` by kind (user, guild, channel, commands), each kind in its order.

    Raises `LookupError`, `TypeError` or `ValueError` for what was not written here.
    """
    return _Reading(
        World(clock), {kind: [json.loads(each) for each in texts[kind]] for kind in texts}
    ).world()


def message_from(text: str, world: World, files: Mapping[str, bytes]) -> Message:
    """Read a message of a world; of a file that is not among `files`, by ids, the bytes are gone."""
    row = json.loads(text)
    row["author"] = world.users[row["author"]]
    row["mentions"] = [world.users[user_id] for user_id in row["mentions"]]
    row["attachments"] = [
        Attachment(**{**each, "data": files.get(each["id"], b"")}) for each in row["attachments"]
    ]
    return Message(**row)


class _Reading:
    """A world that is being read."""

    def __init__(self, world: World, things: Mapping[str, Sequence[Json]]) -> None:
        self._world = world
        self._things = things

    def world(self) -> World:
        """Return the world once everything in it has its place."""
        world = self._world
        world.users = {row["id"]: User(**row) for row in self._things["user"]}
        world.bot = world.users[world.bot.id]
        for row in self._things["guild"]:
            world.guilds[row["id"]] = self._guild(row)
        for row in self._things["channel"]:
            self._place(self._channel(row))
        for row in self._things["commands"]:
            world.commands[row["place"]] = {each["id"]: each for each in row["commands"]}
        return world

    def _guild(self, row: Json) -> Guild:
        roles = {role_id: Role(**role) for role_id, role in row.pop("roles").items()}
        members = {
            user_id: Member(**{**member, "user": self._world.users[user_id]})
            for user_id, member in row.pop("members").items()
        }
        return Guild(**row, roles=roles, members=members)

    def _channel(self, row: Json) -> Channel:
        row["kind"] = ChannelKind(row["kind"])
        row["overwrites"] = {target: Overwrite(**each) for target, each in row["overwrites"].items()}
        row["recipients"] = tuple(self._world.users[user_id] for user_id in row["recipients"])
        row["thread"] = ThreadState(**row["thread"]) if row["thread"] else None
        return Channel(**row)

    def _place(self, channel: Channel) -> None:
        world = self._world
        world.channels[channel.id] = channel
        if channel.guild_id is None:
            world.direct[frozenset(user.id for user in channel.recipients)] = channel
            return
        guild = world.guilds[channel.guild_id]
        (guild.threads if channel.thread else guild.channels)[channel.id] = channel
