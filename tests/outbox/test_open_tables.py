"""A database of before, with tables of all games in the middle of a race: nothing due is lost, nothing posted twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.db import Database
from bot.db.moving import move_data
from bot.pictures.pool import Pictures
from bot.tables import Status, Table, day_commands, lobby_commands
from bot.ui.clicks.dispatch import Clicks
from tests.databases import POSTGRESQL
from tests.outbox import open_tables
from tests.outbox.open_tables import READ_AT, Recorder, posted_next, standing_messages
from tests.tables.playing import TableRig
from tests.ui.clicks.test_clicks import STALE, Pressed
from tests.ui.screens.test_calls import follow
from tests.ui.wall import Painted, clicks_on, controls, render_pool

__all__ = ["render_pool"]


class Found(NamedTuple):
    """A process on a database that an earlier program left, and what that would have posted next, by table."""

    rig: TableRig
    wall: Recorder
    tables: dict[str, str]
    posted_next: dict[str, Any]


@pytest.fixture
async def found(
    backend: str, no_database_url: str, tmp_path: Path, steady_luck: None
) -> AsyncIterator[Found]:
    """On PostgreSQL it is the same database, brought up to date as a file and moved there."""
    file = tmp_path / "paddock.db"
    told = open_tables.unpack(file)
    store = await Database.open(f"sqlite+aiosqlite:///{file}")
    if backend == POSTGRESQL:
        await store.close()
        move_data(f"sqlite+aiosqlite:///{file}", no_database_url)
        store = await Database.open(no_database_url)
    stands = standing_messages(file)
    tables = {what: each["table"] for what, each in told.items()}
    posted = {what: each["done"] for what, each in told.items()}
    yield Found(TableRig(store, READ_AT), Recorder(stands), tables, posted)
    await store.close()


async def test_what_was_due_is_posted_and_races_of_corrected_rules_end_and_nothing_is_posted_twice(
    found: Found,
) -> None:
    assert await posted_next(found.rig, found.wall, found.tables) == found.posted_next

    assert not any((await posted_next(found.rig, found.wall, found.tables)).values())
    assert len(set(found.wall.names)) == len(found.wall.names)


@pytest.mark.long
async def test_every_table_goes_on_by_presses_to_its_end_or_ends_by_corrected_rules(
    found: Found, render_pool: Pictures
) -> None:
    rig, luck = found.rig, Random(1)
    painted = Painted(rig, found.wall, render_pool)
    clicks = clicks_on(painted)
    pressed = set()
    await rig.tables.outdated.end_all()
    for what, table_id in found.tables.items():
        await painted.paint(table_id)
        table = await rig.table(table_id)
        if table.status is Status.LOBBY:
            for number in range(2):
                await rig.tables.step(lobby_commands.add_computer, table_id, table.host_id, f"Tin {number}")
            await rig.start(table_id)
        elif not table.status.is_open:
            continue
        elif table.paused_at is not None:
            await rig.tables.step(day_commands.resume, table_id, table.host_id)
        await follow(rig, table_id)
        await painted.paint(table_id)
        pressed |= {table.game} if await _press(found, clicks, table) else set()
        public = len(found.wall.messages)
        while await rig.decide(table_id, luck) is not None:
            if luck.random() < 0.05:
                await painted.paint(table_id)
        await painted.paint(table_id)
        assert len(found.wall.messages) > public, what
        assert (await rig.table(table_id)).status is Status.FINISHED, what
        assert await painted.problems(table_id) == [], what
    assert pressed == {"jockey", "turfe", "newmarket"}, "races of the others end: their rules were corrected"


async def _press(found: Found, clicks: Clicks, table: Table) -> bool:
    """Press something on the desk of one who is asked; whether there was such a desk."""
    standing = await found.rig.standing(table.table_id)
    for number, asked in standing.asked.items():
        user_id = (await found.rig.table(table.table_id)).seats[number].user_id
        for place, layout in found.wall.messages.items():
            mine = [each for each in controls(layout) if each.startswith(f"p:{table.table_id}:{asked}:")]
            if place.channel_id == user_id and mine:
                press = Pressed(user_id, mine[0], place, "red")
                await clicks.take(press)
                assert press.first
                assert STALE not in press.said
                return True
    return False
