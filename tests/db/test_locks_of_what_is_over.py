"""Whatever lets go of rows of tables that are over locks those tables first, so that it meets nobody half-way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, text, update

from bot.db import Database
from bot.db.locks import hold_table
from bot.db.schema import log, metadata, outbox, presses, seats
from bot.tables import erasure, retention
from bot.tables.deadlines import DAY
from bot.tables.retention import Retention, Sweeper
from tests.databases import on_postgresql, writing
from tests.tables.playing import BEN, TableRig
from tests.waiting import until

pytestmark = on_postgresql

WAITING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture
async def rig(new_url: str) -> AsyncIterator[TableRig]:
    store = await Database.open(new_url)
    yield TableRig(store)
    await store.close()


async def over(rig: TableRig) -> str:
    """Play a race day to its end, with everything posted."""
    table_id = await rig.race()
    await rig.play_out(table_id, Random(3))
    with writing(rig.database) as db:
        db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    return table_id


async def waits_for_the_table(
    rig: TableRig, pause: Any, table_id: str, change: Coroutine[Any, Any, object]
) -> None:
    """Have a change wait for who holds a table, who then writes whatever there is of it."""

    def hold(db: Connection) -> None:
        hold_table(db, table_id)
        pause()
        for table in (log, outbox, presses, seats):
            key = list(table.primary_key)[-1]
            db.execute(update(table).where(table.c.table_id == table_id).values({key: key}))

    async def somebody_waits() -> bool:
        return bool(await rig.database.read(lambda db: db.scalar(WAITING)))

    holding = asyncio.create_task(rig.database.write(hold))
    await pause.reached()
    changing = asyncio.create_task(change)
    await until(somebody_waits)
    pause.end()
    await asyncio.gather(holding, changing)


@pytest.mark.parametrize("keeping", [Retention(), Retention(traces=None, logs=7)])
async def test_what_is_old_is_let_go_under_the_lock_of_its_table(
    rig: TableRig, pause: Any, keeping: Retention
) -> None:
    table_id = await over(rig)
    rig.time += 8 * DAY
    await waits_for_the_table(
        rig, pause, table_id, Sweeper(rig.database, rig.clock.now, keeping).sweep(rig.clock.now())
    )


async def test_rows_of_a_table_that_is_shown_no_more_go_under_its_lock(
    rig: TableRig, pause: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await over(rig)
    rig.time += 8 * DAY
    sweeper = Sweeper(rig.database, rig.clock.now, Retention(traces=None, logs=7))
    with monkeypatch.context() as patch:
        patch.setattr(Sweeper, "_empty", _nothing)
        await sweeper.sweep(rig.clock.now())
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 3)
    await waits_for_the_table(rig, pause, table_id, sweeper.sweep(rig.clock.now()))


async def test_somebody_is_forgotten_under_the_locks_of_all_tables_that_name_them(
    rig: TableRig, pause: Any
) -> None:
    table_id = await over(rig)
    erase = rig.database.write(
        erasure.erase, rig.tables.games, BEN.user_id, rig.time, lambda _, seat: f"Player {seat}"
    )
    await waits_for_the_table(rig, pause, table_id, erase)
    everything = await rig.everything()
    assert not [name for name in metadata.tables for row in everything[name] if BEN.user_id in row]


async def _nothing(_sweeper: Sweeper, _now: int) -> bool:
    return False
