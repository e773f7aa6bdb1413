"""A world in a file: what was posted, changed and deleted is there again after a kill."""

from __future__ import annotations

import dataclasses
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sandbox import posting
from sandbox.clock import Clock
from sandbox.model import Attachment, Channel, ChannelKind, Event, Flag, Message, User
from sandbox.permissions import Permission
from sandbox.validation.messages import Draft
from sandbox.world import World
from sandbox.world.keeper import kept_world


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what could not be written be written with the very next change."""
    monkeypatch.setattr("sandbox.world.keeper.PAUSE", 0)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "world.db"


def test_what_is_kept_is_its_users_alone(file: Path) -> None:
    before = os.umask(0o022)
    try:
        with kept_world(file, Clock()):
            found = {path.stat().st_mode & 0o777 for path in file.parent.iterdir()}
    finally:
        os.umask(before)
    assert found == {0o600}


@pytest.fixture
def world(file: Path) -> Iterator[World]:
    with kept_world(file, Clock()) as world:
        yield world


def after_a_kill(file: Path) -> World:
    """The world that the next process finds, had this one been killed just now."""
    killed = file.parent / "killed"
    shutil.rmtree(killed, ignore_errors=True)
    killed.mkdir()
    for part in file.parent.glob(f"{file.name}*"):
        shutil.copy(part, killed)
    with kept_world(killed / file.name, Clock()) as world:
        return world


def all_of(world: World) -> dict[str, Any]:
    """Everything that a world holds, but what is for one person's eyes."""
    return {
        "users": {user_id: dataclasses.asdict(user) for user_id, user in world.users.items()},
        "guilds": [dataclasses.asdict(guild) for guild in world.guilds.values()],
        "channels": {channel_id: shown(channel) for channel_id, channel in world.channels.items()},
        "direct": {pair: channel.id for pair, channel in world.direct.items()},
        "commands": world.commands,
        "files": {
            file.id: file.data
            for channel in world.channels.values()
            for message in channel.messages.values()
            for file in message.attachments
            if world.cdn.get(file.id)
        },
    }


def shown(channel: Channel) -> dict[str, Any]:
    fields = dataclasses.asdict(channel)
    fields["messages"] = [each for each in fields["messages"].values() if not each["visible_to"]]
    return fields


def picture(world: World, data: bytes) -> Attachment:
    return Attachment(
        world.ids.new(), "board.png", data, len(data), "image/png", "Six lanes", width=6, height=4
    )


def say(
    world: World, channel: Channel, author: User, content: str, *files: Attachment, **traits: Any
) -> Message:
    return posting.post(world, channel, author, Draft(content=content, attachments=list(files)), **traits)


def test_whatever_happens_is_there_after_a_kill_at_that_moment(world: World, file: Path) -> None:
    guild = next(iter(world.guilds.values()))
    channel, (ana, ben) = guild.channel("race-night"), (world.person("Ana"), world.person("Ben"))
    assert ana
    assert ben

    def kept() -> bool:
        return all_of(after_a_kill(file)) == all_of(world)

    lobby = say(world, channel, world.bot, "A table is open", picture(world, b"lobby"))
    assert kept()
    thread = world.add_thread("Jockey", channel, world.bot, kind=ChannelKind.PUBLIC_THREAD)
    assert kept()
    there = {"type": 0, "channel_id": thread.id, "guild_id": guild.id}
    say(world, channel, world.bot, "Jockey", refers_to=there)
    assert kept()
    world.join_thread(thread, ana)
    assert kept()
    desk = say(world, world.direct_channel(world.bot, ana), world.bot, "Your hand", picture(world, b"hand"))
    assert kept()
    say(world, thread, ben, f"Good luck, <@{ana.id}>")
    assert thread.messages[thread.last_message_id or ""].mentions == [ana]
    assert kept()
    posting.edit(
        world, desk, Draft(content="You have played", attachments=[picture(world, b"a smaller hand")])
    )
    assert kept()
    world.delete_message(lobby)
    assert kept()
    world.close_direct_messages(ben)
    assert kept()
    steward = world.add_role("steward", guild, Permission.MANAGE_MESSAGES)
    world.give_role(steward, ben, guild)
    world.deny(steward, Permission.SEND_MESSAGES, channel)
    assert kept()
    world.archive_thread(thread)
    assert kept()
    say(world, thread, world.bot, "Awake again")
    assert kept()
    world.remove_member(ben, guild)
    assert kept()
    world.add_guild("Another course", owner=ben)
    assert kept()
    world.delete_channel(channel)
    assert kept()


def test_one_account_is_one_object_wherever_it_is_named(world: World, file: Path) -> None:
    guild = next(iter(world.guilds.values()))
    ana = world.person("Ana")
    assert ana
    say(world, world.direct_channel(world.bot, ana), world.bot, f"Hello <@{ana.id}>")
    again = after_a_kill(file)
    ana = again.person("Ana")
    assert ana
    direct = again.direct_channel(again.bot, ana)
    (message,) = direct.messages.values()
    assert message.author is again.bot
    assert message.mentions == [ana]
    assert message.mentions[0] is ana
    assert again.bot in direct.recipients
    assert again.guilds[guild.id].members[ana.id].user is ana


def test_what_only_one_person_saw_and_what_still_thinks_is_gone(world: World, file: Path) -> None:
    channel, ana = next(iter(world.guilds.values())).channel("race-night"), world.person("Ana")
    assert ana
    say(world, channel, world.bot, "Only you see this", visible_to=ana.id)
    say(world, channel, world.bot, "", flags=Flag.LOADING)
    say(world, channel, ana, "Hello")
    found = after_a_kill(file).channels[channel.id].messages.values()
    assert [message.content for message in found] == ["Hello"]


def test_new_ids_follow_those_that_were_given_out_even_where_the_clock_was_set_back(file: Path) -> None:
    clock = Clock()
    clock.advance(3600)
    with kept_world(file, clock) as world:
        channel, ana = next(iter(world.guilds.values())).channel("race-night"), world.person("Ana")
        assert ana
        last = say(world, channel, ana, "Hello")
    with kept_world(file, Clock()) as world:
        assert int(world.ids.new()) > int(last.id)


def test_files_of_messages_that_are_gone_take_no_room(world: World, file: Path) -> None:
    channel = next(iter(world.guilds.values())).channel("race-night")
    gone = say(world, channel, world.bot, "A board", picture(world, b"1"), picture(world, b"2"))
    edited = say(world, channel, world.bot, "A board", picture(world, b"3"))
    world.delete_message(gone)
    posting.edit(world, edited, Draft(content="A board", attachments=[picture(world, b"4")]))
    after_a_kill(file)
    with sqlite3.connect(file.parent / "killed" / file.name) as db:
        assert db.execute("SELECT data FROM files").fetchall() == [(b"4",)]


def test_past_its_room_the_oldest_files_are_let_go_when_it_is_opened(
    world: World, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = next(iter(world.guilds.values())).channel("race-night")
    for data in (b"old", b"new"):
        say(world, channel, world.bot, "A board", picture(world, data))
    monkeypatch.setattr("sandbox.world.keeper.ROOM_BYTES", 5)
    again = after_a_kill(file).channels[channel.id].messages.values()
    assert [message.attachments[0].data for message in again] == [b"", b"new"]


def test_past_its_room_the_oldest_files_are_let_go_as_new_ones_come(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.world.keeper.ROOM_BYTES", 8)
    with kept_world(file, Clock()) as world:
        channel = next(iter(world.guilds.values())).channel("race-night")
        for data in (b"one", b"two", b"three", b"four"):
            say(world, channel, world.bot, "A board", picture(world, data))
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("SELECT data FROM files ORDER BY id").fetchall() == [(b"four",)]


def test_whoever_speaks_for_the_first_time_is_known_after_a_kill(world: World, file: Path) -> None:
    eve = world.add_person("Eve")
    said = say(world, next(iter(world.guilds.values())).channel("race-night"), eve, "Good evening")
    assert after_a_kill(file).channels[said.channel_id].messages[said.id].author.display_name == "Eve"


def test_a_second_process_is_told_that_the_file_is_in_use(world: World, file: Path) -> None:
    with pytest.raises(OSError, match="is locked"), kept_world(file, Clock()):
        pass


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere" / "world.db"
    with pytest.raises(OSError, match="nowhere"), kept_world(missing, Clock()):
        pass


@pytest.mark.parametrize(
    "spoilt", ["of another form", "no database", "half a thing", "half a character", "another table"]
)
def test_a_file_that_cannot_be_read_is_moved_aside_and_said_to_be(
    file: Path, spoilt: str, caplog: pytest.LogCaptureFixture
) -> None:
    with kept_world(file, Clock()):
        pass
    match spoilt:
        case "of another form":
            change(file, "PRAGMA user_version = 99")
        case "half a thing":
            change(file, "UPDATE things SET json = substr(json, 1, 9)")
        case "half a character":
            change(file, "UPDATE things SET json = cast(x'7b22c37d' AS TEXT)")
        case "another table":
            change(file, "ALTER TABLE things RENAME COLUMN json TO said")
        case _:
            file.write_bytes(b"These are the memoirs of a racehorse. " * 100)
    size = file.stat().st_size
    with caplog.at_level(logging.WARNING), kept_world(file, Clock()) as world:
        assert world.person("Ana")
    assert "The sandbox begins anew" in caplog.text
    assert file.with_name("world.db.unreadable").stat().st_size == size


def test_what_is_moved_aside_takes_the_place_of_nothing(file: Path) -> None:
    aside = [file.with_name(f"world.db.unreadable{n}") for n in ("", "-2", "-3")]
    for name in aside:
        name.write_bytes(name.name.encode())
    file.write_bytes(b"These are the memoirs of a racehorse. " * 100)
    with kept_world(file, Clock()):
        pass
    assert [name.read_bytes() for name in aside] == [name.name.encode() for name in aside]
    assert file.with_name("world.db.unreadable-4").read_bytes().startswith(b"These are")


def test_what_a_kill_left_beside_an_unreadable_file_is_moved_with_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept_world(file, Clock()):
        pass
    change(file, "PRAGMA user_version = 99")
    beside = file.with_name("world.db-wal")
    beside.write_bytes(b"what came last")
    with monkeypatch.context() as patch:  # as where the file is too damaged for it to be written back
        patch.setattr("sandbox.world.keeper._Rows.close", lambda _: beside.write_bytes(b"what came last"))
        with kept_world(file, Clock()):
            pass
    assert file.with_name("world.db.unreadable-wal").read_bytes() == b"what came last"


def test_a_file_that_could_be_read_is_not_moved_aside_for_a_fault_of_writing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept_world(file, Clock()) as world:
        say(world, next(iter(world.guilds.values())).channel("race-night"), world.bot, "Hello")

    def spoilt(_: object) -> str:
        raise TypeError("a Horse cannot be written")

    with monkeypatch.context() as patch:
        patch.setattr("sandbox.world.as_text.of_user", spoilt)
        with pytest.raises(TypeError, match="Horse"), kept_world(file, Clock()):
            pass
    with kept_world(file, Clock()) as world:
        (message,) = next(iter(world.guilds.values())).channel("race-night").messages.values()
    assert message.content == "Hello"
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def test_a_file_of_the_first_form_is_still_read(file: Path) -> None:
    first = Path(__file__).parents[1] / "golden" / "worlds" / "form-1.sql"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(first.read_text())
    with kept_world(file, Clock()) as world:
        guild, ana = next(iter(world.guilds.values())), world.person("Ana")
        assert ana
        (lobby,) = guild.channel("race-night").messages.values()
        (thread,) = guild.threads.values()
        (hand,) = world.direct_channel(world.bot, ana).messages.values()
    assert not list(file.parent.glob("*unreadable*"))
    assert (lobby.content, lobby.attachments[0].data) == ("A table is open", b"lobby")
    assert (thread.name, [each.mentions for each in thread.messages.values()]) == ("Jockey", [[ana]])
    assert hand.content == "Your hand"


def change(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(statement)
        db.commit()


def test_whoever_is_told_of_a_message_finds_it_written(world: World, file: Path) -> None:
    channel, found = next(iter(world.guilds.values())).channel("race-night"), list[str]()

    def told(event: Event) -> None:
        there = after_a_kill(file).channels[channel.id].messages
        found.append(there[event.data["id"]].content)

    world.listeners.append(told)
    say(world, channel, world.bot, "A table is open")
    assert found == ["A table is open"]


def test_what_could_not_be_written_is_written_with_the_next_change(
    world: World, file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel, ana = next(iter(world.guilds.values())).channel("race-night"), world.person("Ana")
    assert ana
    deleted = say(world, channel, ana, "Deleted while the disk is full")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("sandbox.world.keeper._Rows._put", full)
        patch.setattr("sandbox.world.keeper._Rows._delete", full)
        say(world, channel, ana, "Posted while the disk is full")
        world.delete_message(deleted)
    assert caplog.text.count("cannot be kept") == 1
    say(world, channel, ana, "Posted when there is room again")
    assert all_of(after_a_kill(file)) == all_of(world)


def test_a_channel_that_is_deleted_first_after_the_disk_was_full_takes_nothing_else_with_it(
    world: World, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guild = next(iter(world.guilds.values()))
    kept, deleted = guild.channel("race-night"), guild.channel("paddock-talk")
    say(world, deleted, world.bot, "Said in a channel that goes")

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("sandbox.world.keeper._Rows._put", full)
        say(world, kept, world.bot, "Posted while the disk is full")
    world.delete_channel(deleted)
    say(world, kept, world.bot, "Posted when there is room again")
    assert all_of(after_a_kill(file)) == all_of(world)


def test_a_message_of_a_channel_that_is_not_there_does_not_make_the_others_unreadable(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with kept_world(file, Clock()) as world:
        guild = next(iter(world.guilds.values()))
        say(world, guild.channel("race-night"), world.bot, "Hello")
        gone = guild.channel("paddock-talk")
        say(world, gone, world.bot, "Lost")
    change(file, f"DELETE FROM things WHERE id = '{gone.id}'")
    with kept_world(file, Clock()) as world:
        (message,) = next(iter(world.guilds.values())).channel("race-night").messages.values()
    assert message.content == "Hello"
    assert "anew" not in caplog.text


def test_half_a_character_is_kept_and_everybody_hears_of_it(world: World, file: Path) -> None:
    heard = list[str]()
    world.listeners.append(lambda event: heard.append(event.name))
    said = say(world, next(iter(world.guilds.values())).channel("race-night"), world.bot, "\ud83d")
    assert heard == ["MESSAGE_CREATE"]
    assert after_a_kill(file).channels[said.channel_id].messages[said.id].content == "\ud83d"


def test_what_cannot_be_written_keeps_nobody_from_hearing_of_it(
    world: World, file: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, channel = list[str](), next(iter(world.guilds.values())).channel("race-night")
    world.listeners.append(lambda event: heard.append(event.name))

    def spoilt(_: object) -> str:
        raise TypeError("a Horse cannot be written")

    with monkeypatch.context() as patch:
        patch.setattr("sandbox.world.as_text.of_message", spoilt)
        say(world, channel, world.bot, "Hello")
    assert heard == ["MESSAGE_CREATE"]
    assert "cannot be kept" in caplog.text
    say(world, channel, world.bot, "And again")
    assert all_of(after_a_kill(file)) == all_of(world)
