"""A world in a file: whoever opens it again, also after a kill, finds every message where it stood.

Every change is written when it is told to the listeners, before whoever made it has an answer. As on Discord a message
that one person alone sees, and one that still says "thinking", is gone once the client is opened anew.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, count
from pathlib import Path

from sandbox.cdn import ROOM_BYTES
from sandbox.clock import Clock
from sandbox.model import Event, Flag, Message
from sandbox.world import World, as_text

logger = logging.getLogger(__name__)
FORM = 2
"""The number of the form in which things are written."""

READABLE = (0, 1, FORM)
"""The forms of files that are read, 0 for a new one: in form 1 messages have no position."""

_TABLES = """
CREATE TABLE IF NOT EXISTS things (n INTEGER PRIMARY KEY, kind TEXT, id TEXT, json TEXT NOT NULL, UNIQUE (kind, id));
CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, channel_id TEXT NOT NULL, json TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS messages_of_a_channel ON messages (channel_id);
CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, message_id INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS files_of_a_message ON files (message_id);
"""
_PASSING = ("INTERACTION_", "TYPING_")
"""How the events begin that change nothing which is kept."""

PAUSE = 1.0
"""Seconds for which nothing is written after that has failed: to write everything takes a while."""

_IN_THE_WAY = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
"""What keeps a file from being used, whatever stands in it: it is left as it is."""


@contextmanager
def kept_world(file: Path, clock: Clock) -> Iterator[World]:
    """Open the world of a file, a furnished one where there is none yet, and keep in it all that happens.

    What cannot be read is moved aside, and said to be. Raises `OSError`, which names the file, where it is in use or
    may not be written.
    """
    try:
        keeper = _opened(file, clock)
    except sqlite3.Error as error:
        raise OSError(errno.EIO, str(error), str(file)) from error
    try:
        yield keeper.world
    finally:
        keeper.close()


def _opened(file: Path, clock: Clock) -> _Keeper:
    rows = _Rows(file)
    try:
        try:
            world = rows.read(clock)
        except (sqlite3.DatabaseError, LookupError, TypeError, ValueError) as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _IN_THE_WAY:
                raise
            rows.close()
            aside = _move_aside(file)
            # Not the error's words: some quote what stands there.
            what = getattr(error, "sqlite_errorname", type(error).__name__)
            logger.warning(
                "The sandbox begins anew: %s cannot be read (%s) and is now %s.", file, what, aside
            )
            rows = _Rows(file)
            world = rows.read(clock)
        return _Keeper(rows, world)
    except BaseException:
        rows.close()
        raise


def _move_aside(file: Path) -> Path:
    """Give a file a name that no other one has, and what SQLite keeps beside it as well; returns the name."""
    endings = chain([""], (f"-{n}" for n in count(2)))
    names = (file.with_name(f"{file.name}.unreadable{ending}") for ending in endings)
    aside = next(name for name in names if not name.exists())
    file.replace(aside)
    for beside in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            file.with_name(file.name + beside).replace(aside.with_name(aside.name + beside))
    return aside


class _Keeper:
    """Writes what happens to a world as it is told of it."""

    def __init__(self, rows: _Rows, world: World) -> None:
        self.world = world
        self._rows = rows
        self._is_behind = False
        self._rests_until = 0.0
        rows.write_all(world)
        world.listeners.insert(0, self._hear)  # before whoever tells people of it

    def _hear(self, event: Event) -> None:
        if event.name.startswith(_PASSING) or time.monotonic() < self._rests_until:
            return
        with self._trying():
            if self._is_behind:
                self._rows.write_all(self.world)
            # After all of it too: what is deleted is told of before it is gone.
            self._rows.write(self.world, event)
            self._is_behind = False

    def close(self) -> None:
        """Write what has not been told to anybody, and let go of the file."""
        self.world.listeners.remove(self._hear)
        try:
            with self._trying():
                if self._is_behind:
                    self._rows.write_all(self.world)
                else:
                    self._rows.write_rest(self.world)
        finally:
            self._rows.close()

    @contextmanager
    def _trying(self) -> Iterator[None]:
        """Write in this block. Where that fails, on a full disk, say, a later change writes everything."""
        try:
            yield
        except Exception as error:
            if not self._is_behind:
                is_known = isinstance(error, sqlite3.Error)
                logger.warning(
                    "The sandbox's messages cannot be kept (%s); tried again with later ones.",
                    error if is_known else type(error).__name__,
                    exc_info=not is_known,
                )
            self._is_behind = True
            self._rests_until = time.monotonic() + PAUSE


class _Rows:
    """The file."""

    def __init__(self, file: Path) -> None:
        if not file.exists():
            with suppress(OSError):  # SQLite says better what is wrong
                os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))
        self._db = sqlite3.connect(file, timeout=1, isolation_level=None)
        self._room = ROOM_BYTES
        """How many bytes of files may be written before the oldest are looked for."""

    def close(self) -> None:
        self._db.close()

    # Reading

    def read(self, clock: Clock) -> World:
        """Return the world that is written here, a furnished one if there is none."""
        # One process at a time; a kill loses nothing without fsync, and a power cut may cost a stand-in its messages.
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = OFF"):
            self._db.execute(f"PRAGMA {pragma}")
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        if form not in READABLE:
            raise ValueError(f"it has form {form}, and {FORM} is read")
        self._db.executescript(f"BEGIN IMMEDIATE; {_TABLES} PRAGMA user_version = {FORM}; COMMIT;")
        if not (things := self._things()):
            return World.furnished(clock)
        world = as_text.world_from(things, clock)
        self._read_messages(world)
        return world

    def _things(self) -> dict[str, list[str]]:
        things: dict[str, list[str]] = {}
        for kind, text in self._db.execute("SELECT kind, json FROM things ORDER BY n"):
            things.setdefault(kind, []).append(text)
        return things

    def _read_messages(self, world: World) -> None:
        """Read all messages, oldest first, with as many of their files as there is room for."""
        self._forget_old_files()
        files = dict(self._db.execute("SELECT id, data FROM files"))
        for (text,) in self._db.execute("SELECT json FROM messages ORDER BY id"):
            message = as_text.message_from(text, world, files)
            channel = world.channels.get(message.channel_id)
            if channel is None or message.flags & Flag.LOADING:
                continue
            channel.messages[message.id] = message
            world.ids.follow(message.id)
            for file in message.attachments:
                if file.data:
                    world.cdn.keep(file)

    def _forget_old_files(self) -> None:
        sized = self._db.execute("SELECT id, length(data) FROM files ORDER BY length(id) DESC, id DESC")
        room = ROOM_BYTES
        too_much: list[tuple[str]] = []
        for file_id, size in sized:
            if too_much or size > room:
                too_much.append((file_id,))
            else:
                room -= size
        self._db.executemany("DELETE FROM files WHERE id = ?", too_much)
        self._room = room

    # Writing

    def write_all(self, world: World) -> None:
        """Write everything, whatever stood here."""
        with self._transaction():
            self._db.execute("DELETE FROM messages")
            self._rest(world)
            for channel in world.channels.values():
                for message in channel.messages.values():
                    self._message(message)
            self._db.execute("DELETE FROM files WHERE message_id NOT IN (SELECT id FROM messages)")

    def write(self, world: World, event: Event) -> None:
        """Write what an event tells of."""
        with self._transaction():
            channel = world.channels.get(event.channel_id or "")
            match event.name:
                case "MESSAGE_CREATE" | "MESSAGE_UPDATE" if channel:
                    message = channel.messages[event.data["id"]]
                    self._message(message)
                    for user in (message.author, *message.mentions):
                        self._put("user", user.id, as_text.of_user(user))
                    self._put("channel", channel.id, as_text.of_channel(channel))
                case "MESSAGE_DELETE":
                    self._delete(event.data["id"])
                case "CHANNEL_DELETE" | "THREAD_DELETE":
                    self._delete_channel(event.data["id"])
                case _ if channel:
                    self._put("channel", channel.id, as_text.of_channel(channel))
                case _:
                    self._rest(world)

    def write_rest(self, world: World) -> None:
        """Write everything but the messages."""
        with self._transaction():
            self._rest(world)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _rest(self, world: World) -> None:
        self._db.execute("DELETE FROM things")
        for user in world.users.values():
            self._put("user", user.id, as_text.of_user(user))
        for guild in world.guilds.values():
            self._put("guild", guild.id, as_text.of_guild(guild))
        for channel in world.channels.values():
            self._put("channel", channel.id, as_text.of_channel(channel))
        for place, commands in world.commands.items():
            self._put("commands", place or "", as_text.of_commands(place, commands))

    def _put(self, kind: str, thing_id: str, text: str) -> None:
        self._db.execute(
            "INSERT INTO things (kind, id, json) VALUES (?, ?, ?) "
            "ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json",
            (kind, thing_id, text),
        )

    def _message(self, message: Message) -> None:
        """Write a message with the files it has now."""
        if message.visible_to:
            return
        number = int(message.id)
        self._db.execute(
            "INSERT OR REPLACE INTO messages VALUES (?, ?, ?)",
            (number, message.channel_id, as_text.of_message(message)),
        )
        stored = {i for (i,) in self._db.execute("SELECT id FROM files WHERE message_id = ?", (number,))}
        files = {file.id: file.data for file in message.attachments if file.data}
        new = [(i, number, data) for i, data in files.items() if i not in stored]
        self._db.executemany("INSERT INTO files VALUES (?, ?, ?)", new)
        self._room -= sum(len(data) for _, _, data in new)
        if self._room < 0:
            self._forget_old_files()
        self._db.executemany("DELETE FROM files WHERE id = ?", [(i,) for i in stored - set(files)])

    def _delete(self, message_id: str) -> None:
        self._db.execute("DELETE FROM files WHERE message_id = ?", (int(message_id),))
        self._db.execute("DELETE FROM messages WHERE id = ?", (int(message_id),))

    def _delete_channel(self, channel_id: str) -> None:
        self._db.execute(
            "DELETE FROM files WHERE message_id IN (SELECT id FROM messages WHERE channel_id = ?)",
            (channel_id,),
        )
        self._db.execute("DELETE FROM messages WHERE channel_id = ?", (channel_id,))
        self._db.execute("DELETE FROM things WHERE kind = 'channel' AND id = ?", (channel_id,))
