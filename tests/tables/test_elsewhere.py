"""What another process has made of a table is read once, for everybody who watches the table here."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from random import Random

import pytest
from sqlalchemy import Connection

from bot.db.errors import DatabaseBusy
from bot.outbox import posts_of
from bot.tables import Refused
from bot.tables.elsewhere import ChangedElsewhere
from bot.tables.step import Made
from tests.counting import counting
from tests.databases import reading
from tests.tables.playing import ANA, TableRig


@dataclass
class Seen:
    """A look at a table."""

    made: Made | None
    pressers: Collection[int] = ()


async def look(rig: TableRig, table_id: str) -> Seen:
    """Look at a table."""

    def seen(db: Connection) -> Seen:
        known, standing = rig.tables.read.known_in(db, table_id)
        return Seen(Made(known, standing, posts_of(db, table_id)) if standing else None)

    try:
        return await rig.database.read(seen)
    except Refused:
        return Seen(None)


async def noticed(rig: TableRig, table_id: str) -> list[Made | None]:
    """Have a process hear that another one changed a table; return what two who watch there are handed."""
    watchers, handed, told = rig.tables.watchers, list[Made | None](), asyncio.Event()
    watchers.add(lambda _: handed.append(watchers.made))
    watchers.add(lambda _: handed.append(watchers.made))
    watchers.add(lambda changed: told.set() if changed == table_id else None)
    begun = list[Seen]()
    elsewhere = ChangedElsewhere(partial(look, rig), rig.tables.read, watchers, begun.append)
    elsewhere.notice(table_id)
    await told.wait()
    await elsewhere.close()
    assert [each.made for each in begun] == handed[:1] if handed[0] else not begun
    return handed


async def test_all_who_watch_are_handed_what_one_reading_found(rig: TableRig) -> None:
    table_id = await rig.race(people=2)
    await rig.decide(table_id, Random(2))
    other = rig.restarted()
    await other.decide(table_id, Random(3))

    with counting(rig.database) as counted:
        first, second = await noticed(rig, table_id)

    assert (counted.reading, counted.writing) == (1, 0)
    assert first is second is not None
    with reading(other.database) as db:
        known, standing = other.tables.read.known_in(db, table_id)
    assert standing is not None
    assert first.known == known
    assert first.standing.length == standing.length
    assert {key: post.requested for key, post in first.posts.items()} == await rig.requested(table_id)


async def test_what_they_are_handed_is_remembered_so_that_the_next_reads_only_the_version(
    rig: TableRig,
) -> None:
    table_id = await rig.race(people=2)
    await rig.restarted().decide(table_id, Random(3))
    await noticed(rig, table_id)

    with counting(rig.database) as counted:
        await rig.tables.read.with_standing(table_id)

    assert [each.split("FROM")[0].split() for each in counted.statements] == [["SELECT", "tables.version"]]


@pytest.mark.parametrize("is_there", [True, False])
async def test_of_a_lobby_and_of_no_table_at_all_they_are_told_and_see_for_themselves(
    rig: TableRig, *, is_there: bool
) -> None:
    table_id = await rig.lobby(people=2) if is_there else "NOSUCH"
    assert await noticed(rig, table_id) == [None, None]


async def test_who_looks_at_their_desk_is_known_though_the_first_reading_fails(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await rig.race(people=2)
    monkeypatch.setattr("bot.work_queue.FIRST_PAUSE", 0.01)
    monkeypatch.setattr(rig.tables.read, "hear", lambda *_: ANA.user_id)
    troubles, begun, has_begun = [DatabaseBusy("the database is away")], list[Seen](), asyncio.Event()

    async def look_in_trouble(table_id: str) -> Seen:
        if troubles:
            raise troubles.pop()
        return await look(rig, table_id)

    def begin(seen: Seen) -> None:
        begun.append(seen)
        has_begun.set()

    elsewhere = ChangedElsewhere(look_in_trouble, rig.tables.read, rig.tables.watchers, begin)
    elsewhere.notice(table_id)
    await has_begun.wait()
    await elsewhere.close()

    assert [set(each.pressers) for each in begun] == [{ANA.user_id}]
