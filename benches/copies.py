"""Copies of a table in play, in the database and on the sandbox: a thousand tables in seconds, without a press.

A copy differs in nothing but its names: the table's own, and those of its server, channels, people and messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sqlalchemy import Integer, NullPool, Table, create_engine, make_url, select, update

from bot.db import schema
from bot.db.schema import deadlines, metadata, tables
from bot.db.statements import inserting
from sandbox.model import Channel, Guild, Json, Message, User
from sandbox.world import World

DAY = 24 * 3600
"""Seconds that the clocks of copies run: none of them runs out while somebody measures."""

ASIDE = {schema.users}
"""What is of no table."""

MONEY = {schema.accounts, schema.movements}

Names = Mapping[str, str]
"""What is called otherwise in a copy: ids, as text."""


class Course(NamedTuple):
    """A server with its people and channels, of which each has one table."""

    guild: Guild
    people: Sequence[User]
    channel: Channel
    direct: Sequence[Channel]
    """With the bot, by person."""

    @classmethod
    def add(cls, world: World, number: int, people: int) -> Course:
        """Make another one."""
        users = [world.add_person(f"Runner {number} {chair}") for chair in range(people)]
        guild = world.add_guild(f"Downs {number}", owner=users[0])
        for user in users[1:]:
            world.add_member(user, guild)
        direct = [world.direct_channel(user, world.bot) for user in users]
        return cls(guild, users, world.add_channel("races", guild), direct)

    @classmethod
    def of(cls, world: World, guild: Guild) -> Course:
        """Return one that is there, its owner first."""
        people = [member.user for member in guild.members.values() if not member.user.bot]
        people.sort(key=lambda user: user.id != guild.owner_id)
        direct = [world.direct_channel(user, world.bot) for user in people]
        return cls(guild, people, guild.channel("races"), direct)

    @property
    def ids(self) -> list[str]:
        """What is called otherwise in another."""
        return [
            self.guild.id,
            self.channel.id,
            *(user.id for user in self.people),
            *(channel.id for channel in self.direct),
        ]


class Copy(NamedTuple):
    """A table on a course."""

    table_id: str
    course: Course
    thread: Channel


def numbered(number: int) -> str:
    """Return the id of a copied table."""
    letters = "ABCDEFGHJKMNPQRSTVWXYZ"
    digits = [letters[number // len(letters) ** place % len(letters)] for place in range(4)]
    return "ZZ" + "".join(reversed(digits))


def copy_on_sandbox(world: World, original: Copy, table_id: str, course: Course) -> tuple[Copy, Names]:
    """Show on another course what is shown of a table; return the copy, and what is called otherwise."""
    thread = world.add_thread(original.thread.name, course.channel, world.bot)
    for user in course.people:
        world.join_thread(thread, user)
    names = dict(zip(original.course.ids, course.ids, strict=True))
    names |= {original.table_id: table_id, original.thread.id: thread.id}
    shown = [
        (original.course.channel, course.channel),
        (original.thread, thread),
        *zip(original.course.direct, course.direct, strict=True),
    ]
    users = {user.id: user for user in (*course.people, world.bot)}
    for source, target in shown:
        for message_id in source.messages:
            # A thread is called as the message that it began with.
            names.setdefault(message_id, world.ids.new())
        for message in source.messages.values():
            made = _message(message, target, names, users)
            target.messages[made.id] = made
            target.last_message_id = made.id
    return Copy(table_id, course, thread), names


def _message(message: Message, channel: Channel, names: Names, users: Mapping[str, User]) -> Message:
    renamed = Renamed(names)
    components: list[Json] = renamed.plain(message.components)
    return replace(
        message,
        id=names[message.id],
        channel_id=channel.id,
        content=renamed.text(message.content),
        components=components,
        mentions=[users[names.get(user.id, user.id)] for user in message.mentions],
        nonce=None,
        answers=None,
        reference=None,
    )


class Renamed:
    """Says everything with other names."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._numbers = {int(old): int(new) for old, new in names.items() if old.isdecimal()}
        self._any = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))

    def text(self, text: str) -> str:
        """Return text with the other names in it."""
        return self._any.sub(lambda found: self._names[found[0]], text)

    def plain(self, value: Any) -> Any:
        """Return plain data with the other names in it."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict):
            return {key: self.plain(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self.plain(each) for each in value]
        return self._numbers.get(value, value) if isinstance(value, int) else value


DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}


def copy_rows(database: str, names: Iterable[Names], *, with_money: bool = True) -> None:
    """Write down all that a database has of one table once more for each of these names; clocks run for a day.

    What is there already under such a name stays. Without money the copies are played for practice.
    """
    address = make_url(database)
    engine = create_engine(address.set(drivername=DRIVERS[address.get_backend_name()]), poolclass=NullPool)
    with engine.begin() as db:
        renamed = [Renamed(each) for each in names]
        aside = ASIDE if with_money else ASIDE | MONEY
        for table in metadata.sorted_tables:
            rows = [] if table in aside else [dict(row) for row in db.execute(select(table)).mappings()]
            if copies := [*_renamed(rows, renamed, _numbers_itself(table))]:
                if table is tables and not with_money:
                    copies = [{**each, "stakes": False, "buy_in": 0} for each in copies]
                put = inserting(engine.dialect.name, table)
                db.execute(put.on_conflict_do_nothing(), copies)
        db.execute(update(tables).values(clock=DAY))
        db.execute(update(deadlines).values(due_at=deadlines.c.due_at + 1000 * DAY))


def _numbers_itself(table: Table) -> str | None:
    """Name the key that the database gives a row of a table by itself, None if it gives none."""
    (first, *others) = table.primary_key.columns
    is_counted = not others and isinstance(first.type, Integer) and first.autoincrement is not False
    return first.name if is_counted else None


def _renamed(
    rows: Sequence[dict[str, Any]], renamed: Sequence[Renamed], counted: str | None
) -> Iterator[dict[str, Any]]:
    """Yield the copies of rows that have something in them which is called otherwise."""
    for row in rows:
        for each in renamed:
            copied = each.plain(row)
            if copied == row:
                continue
            if counted:
                del copied[counted]
            yield copied
