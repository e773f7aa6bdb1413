"""A database from before standings were kept: its upgrade counts and rates what was played, as if it always had."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, Table, create_engine, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.schema import DropTable

from bot import bank
from bot.store import Store
from bot.store.migrate import VERSION_TABLE, migrations
from bot.store.schema import accounts, metadata, standings
from tests.bank import money
from tests.bank.conftest import put_table
from tests.bank.test_standings import ANN, BEN, CAT, DAN, DAY, NOW, OTHER, play, race_on
from tests.databases import on_both

COPIED = ("tables", "accounts", "movements", "results")
KEPT = ("standings", "ratings", "accounts")


@pytest.mark.sqlite
async def test_what_was_played_before_counts_as_if_it_was_counted_then(tmp_path: Path) -> None:
    now, before = tmp_path / "now.db", tmp_path / "before.db"
    store = await Store.open(f"sqlite+aiosqlite:///{now}")
    async with store.writing() as db:
        await put_table(db, OTHER, "F")
        await play(db, "A", [ANN, BEN, None], [1500, 900, 600], stake=1000, now=NOW - 40 * DAY)
        await play(db, "H", [DAN, None], [2, 1], game="newmarket", now=NOW - 3 * DAY)
        await play(
            db, "B", [CAT, BEN, DAN, ANN], [3, 1, 3, 1], game="jumpyjack", sides=[0, 1, 0, 1], now=NOW - DAY
        )
        await play(db, "C", [ANN, BEN], [-700, 2300], stake=1000)
        await play(db, "D", [ANN, CAT], [1, 2], guild=OTHER, now=NOW + 1)
        await play(db, "E", [ANN, None], [2500, 0], stake=1000, now=NOW + 2)
        for number in range(6):
            await play(db, f"R{number}", [ANN, BEN, CAT, DAN], [2, 2, 1, 0], now=NOW + (3 + number) * DAY)
        await play(db, "S", [ANN, BEN, 77], [1, 2, 3], now=NOW + 9 * DAY)
        await play(db, "U", [ANN, BEN, 77], [3, 2, 3], now=NOW + 9 * DAY)
        await race_on(db, "A", {CAT: ("red", 100), DAN: ("blue", 50)}, "blue", now=NOW - 40 * DAY)
        await race_on(db, "A", {CAT: ("red", 100), DAN: ("red", 50)}, "blue", number=12)
        await race_on(db, "D", {BEN: ("red", 100), CAT: ("blue", 50)}, "blue", guild=OTHER)
        await bank.buy_in(db, OTHER, "F", [ANN, CAT], 5600, now=NOW + 3)
    await store.close()
    engine = create_engine(f"sqlite:///{before}")
    config = migrations()
    with engine.begin() as db:
        config.attributes["connection"] = db
        command.upgrade(config, "0019")
        copy(now, db)
        db.exec_driver_sql(
            "UPDATE tables SET game = 'jumpyjack', options = '{\"teams\": 2}' WHERE table_id = 'B'"
        )
        command.upgrade(config, "head")
    engine.dispose()

    assert rows(before, *KEPT) == rows(now, *KEPT)
    assert rows(before, "results") == rows(now, "results")
    store = await Store.open(f"sqlite+aiosqlite:///{before}")
    async with store.writing() as db:
        assert await bank.audit(db) == []
        await play(db, "G", [ANN, BEN], [1500, 500], stake=1000, now=NOW + 3)
        assert await bank.audit(db) == []
    await store.close()


def copy(source: Path, target) -> None:
    with closing(sqlite3.connect(source)) as db:
        for name in COPIED:
            columns = [row[1] for row in target.exec_driver_sql(f"PRAGMA table_info({name})")]
            gone = {"revision": "0 AS revision"}  # what later versions have no more
            found = db.execute(
                f"SELECT {', '.join(gone.get(each, each) for each in columns)} FROM {name}"
            ).fetchall()
            places = ", ".join("?" * len(columns))
            for row in found:
                target.exec_driver_sql(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({places})", row)


def rows(file: Path, *names: str) -> list[list[tuple]]:
    """Read tables whole; results by their own number in each server."""
    with closing(sqlite3.connect(file)) as db:
        return [sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names]


@on_both
async def test_the_upgrade_fills_what_is_kept_from_whatever_was_moved_before_and_counts_nothing_twice(
    no_database_url: str,
) -> None:
    store = await Store.open(no_database_url)
    await money.set_up(store)
    await money.work(store, 3, 60, 0)
    async with store.writing() as db:
        await bank.standings.start(db, money.GUILD, "Winter", NOW)
    await money.work(store, 4, 60, 0)
    async with store.writing() as db:
        right = [await _all(db, kept) for kept in (standings, accounts)]
        await db.execute(update(standings).where(standings.c.span == "all").values(tote_profit=7, bets=1))
        await db.execute(delete(standings).where(standings.c.span.like("season:%"), standings.c.paid == 0))
    await store.close()
    engine = create_async_engine(no_database_url)
    async with engine.begin() as db:
        await db.run_sync(_taken_back_to, "0024")
    await engine.dispose()

    upgraded = await Store.open(no_database_url)
    async with upgraded.reading() as db:
        assert [await _all(db, kept) for kept in (standings, accounts)] == right
        assert await bank.audit(db) == []
    await upgraded.close()


def _taken_back_to(db: Connection, version: str) -> None:
    """Make a database anew as an earlier version has it, with the rows of today and the columns of then."""
    found = {table.name: db.execute(select(table)).mappings().all() for table in metadata.sorted_tables}
    metadata.drop_all(db)
    db.execute(DropTable(Table(VERSION_TABLE, MetaData())))
    config = migrations()
    config.attributes["connection"] = db
    command.upgrade(config, version)
    before = MetaData()
    before.reflect(db)
    for table in before.sorted_tables:
        gone = {each.name: 0 for each in table.c if not (each.nullable or each.server_default)}
        rows = [
            gone | {name: row[name] for name in row if name in table.c} for row in found.get(table.name, ())
        ]
        if rows:
            db.execute(insert(table), rows)


async def _all(db: AsyncConnection, table: Table) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in await db.execute(select(table))), key=repr)
