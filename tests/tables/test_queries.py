"""However much was ever played: what is looked for is found by an index, and in as many statements as ever."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection, event

from bot import bank
from bot.db import Database
from bot.db.schema import metadata
from bot.outbox.lookups import due_tables
from bot.outbox.outcomes import forbidden_places
from bot.servers import ServerSettings
from bot.tables import (
    day_commands,
    deadlines,
    erasure,
    guild_commands,
    lobby_commands,
    queries,
    seat_commands,
)
from bot.tables.export import pages
from bot.tables.reading import finished_in, open_in, run_in
from tests.exported import gathered
from tests.tables.playing import ANA, BEN, CLEO, GUILD, HERE, TableRig

THREAD = 55

FEW = {"deadlines", "processes", "servers", "shards", "users"}
"""Tables with as many rows as there are open tables, servers or wishes, and no more for what was ever played."""

INDEXES_OF_FEW = (
    "INDEX ix_tables_resting",
    "INDEX ix_tables_with_hours",
    "INDEX ix_outbox_due",
    "INDEX ix_outbox_forbidden",
)
"""Indexes that hold nothing but what is looked for."""


class Asked:
    """Every statement that the database was asked, with the values of the last time."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.values: dict[str, Any] = {}

    def note(self, _: object, __: object, statement: str, values: Any, ___: object, many: bool) -> None:
        self.statements.append(statement)
        self.values[statement] = values[0] if many else values


@contextmanager
def listening(store: Database) -> Iterator[Asked]:
    asked = Asked()
    engines = [*store.engines.values()]
    for engine in engines:
        event.listen(engine, "before_cursor_execute", asked.note)
    yield asked
    for engine in engines:
        event.remove(engine, "before_cursor_execute", asked.note)


def gone_through(db: sqlite3.Connection, statement: str, values: Any) -> list[str]:
    """Name what a statement goes through from end to end, though it may grow with all that was ever played."""
    plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    scanned = [re.match(r"SCAN (\w+)", step) for step in plan if not step.endswith(INDEXES_OF_FEW)]
    named = {match[1] for match in scanned if match} - FEW
    aliases = dict(re.findall(r"(\w+) AS (\w+)", statement))
    real = {new: old for old, new in aliases.items()}
    return sorted(name for name in named if real.get(name, name) in metadata.tables)


async def a_whole_evening(rig: TableRig) -> None:
    """Have everything done once that people and clocks have done."""
    tables = rig.tables
    for person in (ANA, BEN):
        await tables.database.write(seat_commands.ask_always, person.user_id, is_wanted=True)
    resting = await rig.race(people=2)
    await tables.step(day_commands.pause, resting, ANA.user_id)
    table_id = await rig.race(people=2, computers=1)
    await tables.step(guild_commands.note_channel, table_id, THREAD, instead_of=None)
    await rig.hand_over(table_id, BEN.user_id, CLEO.user_id)
    await tables.step(seat_commands.come_back, table_id, BEN.user_id)
    for _ in range(8):
        await rig.decide(table_id, Random(1))
    await guild_commands.channel_deleted(tables, GUILD, THREAD)
    await guild_commands.bot_left(tables, GUILD)
    await guild_commands.follow_guilds(tables, [GUILD])
    await rig.play_out(table_id, Random(1))
    rematch = await tables.rematch(table_id, ANA, HERE, rig.interaction())
    await tables.step(day_commands.cancel, rematch.table_id, ANA.user_id, may_manage=True)


async def looked_up(rig: TableRig) -> None:
    """Have everything looked up that commands, clocks and a start of the bot look up."""
    tables = rig.tables
    await tables.database.read(open_in, GUILD)
    await tables.database.read(open_in, GUILD, ANA.user_id)
    await tables.database.read(run_in, GUILD, THREAD)
    await tables.database.read(finished_in, GUILD)
    await tables.database.read(lobby_commands.usual_zone, GUILD, ANA.user_id)

    def look(db: Connection) -> None:
        queries.guilds(db)
        queries.running_tables(db)
        due_tables(db)
        forbidden_places(db, rig.time)
        forbidden_places(db, rig.time, GUILD)
        deadlines.due(db, rig.time)
        deadlines.earliest(db, rig.time)
        deadlines.going_on(db)
        bank.balance(db, GUILD, ANA.user_id)
        for by in bank.By:
            bank.standings.board(db, GUILD, by, "", bank.Since.ALL, 1, ANA.user_id, rig.time)

    def change(db: Connection) -> None:
        deadlines.grant(db, rig.time, 0)
        erasure.erase(db, rig.tables.games, CLEO.user_id, rig.time, lambda *_: "Player")

    await rig.database.read(look)
    await gathered(pages(rig.database.read, ANA.user_id))
    await guild_commands.change_settings(tables, GUILD, lambda _: ServerSettings(clock=60), by=1)
    await rig.database.write(change)


@pytest.mark.sqlite
async def test_nothing_that_is_asked_goes_through_all_that_was_ever_played(rig: TableRig) -> None:
    with listening(rig.database) as asked:
        await a_whole_evening(rig)
        await looked_up(rig)
    with closing(sqlite3.connect(rig.database.backend.file)) as db:
        wrong = {
            statement: found
            for statement, values in asked.values.items()
            if statement.split()[0] in {"SELECT", "UPDATE", "DELETE"}
            if (found := gone_through(db, statement, values))
        }
    assert len(asked.values) > 60
    assert wrong == {}
