"""Whatever lets go of rows of tables that are over locks those tables first, so that it meets nobody half-way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextvars import Context
from random import Random

import pytest
from sqlalchemy import text, update

from bot.store import Store
from bot.store.locks import hold_table
from bot.store.schema import log, metadata, outbox, presses, seats
from bot.tables import erasure, retention
from bot.tables.deadlines import DAY
from bot.tables.retention import Keeping, Sweeper
from tests.databases import on_postgresql
from tests.tables.playing import BEN, TableRig
from tests.waiting import until

pytestmark = on_postgresql

WAITING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


@pytest.fixture
async def rig(new_url: str) -> AsyncIterator[TableRig]:
    store = await Store.open(new_url)
    yield TableRig(store)
    await store.close()


async def over(rig: TableRig) -> str:
    """Play a race day to its end, with everything posted."""
    table_id = await rig.race()
    await rig.play_out(table_id, Random(3))
    async with rig.store.writing() as db:
        await db.execute(update(outbox).values(fulfilled=outbox.c.requested))
    return table_id


async def waits_for_the_table(rig: TableRig, table_id: str, change: Awaitable[object]) -> None:
    """Have a change wait for who holds a table, who then writes whatever there is of it."""

    async def somebody_waits() -> bool:
        async with rig.store.reading() as db:
            return bool(await db.scalar(WAITING))

    async def looked() -> bool:
        return await asyncio.get_running_loop().create_task(somebody_waits(), context=Context())

    async def changed() -> None:
        await change

    async with rig.store.writing() as db:
        await hold_table(db, table_id)
        changing = asyncio.get_running_loop().create_task(changed(), context=Context())
        await until(looked)
        for table in (log, outbox, presses, seats):
            key = list(table.primary_key)[-1]
            await db.execute(update(table).where(table.c.table_id == table_id).values({key: key}))
    await changing


@pytest.mark.parametrize("keeping", [Keeping(), Keeping(traces=None, logs=7)])
async def test_what_is_old_is_let_go_under_the_lock_of_its_table(rig: TableRig, keeping: Keeping) -> None:
    table_id = await over(rig)
    rig.time += 8 * DAY
    await waits_for_the_table(
        rig, table_id, Sweeper(rig.store, rig.clock.now, keeping).sweep(rig.clock.now())
    )


async def test_rows_of_a_table_that_is_shown_no_more_go_under_its_lock(
    rig: TableRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await over(rig)
    rig.time += 8 * DAY
    sweeper = Sweeper(rig.store, rig.clock.now, Keeping(traces=None, logs=7))
    with monkeypatch.context() as patch:
        patch.setattr(Sweeper, "_empty", _nothing)
        await sweeper.sweep(rig.clock.now())
    monkeypatch.setattr(retention, "ROWS_AT_ONCE", 3)
    await waits_for_the_table(rig, table_id, sweeper.sweep(rig.clock.now()))


async def test_somebody_is_forgotten_under_the_locks_of_all_tables_that_name_them(rig: TableRig) -> None:
    table_id = await over(rig)

    async def erase() -> None:
        async with rig.store.writing() as db:
            await erasure.erase(db, BEN.user_id, rig.time, lambda _, seat: f"Player {seat}")

    await waits_for_the_table(rig, table_id, erase())
    everything = await rig.everything()
    assert not [name for name in metadata.tables for row in everything[name] if BEN.user_id in row]


async def _nothing(_sweeper: Sweeper, _now: int) -> bool:
    return False
