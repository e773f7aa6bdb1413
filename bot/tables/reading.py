"""Looks at tables: plain functions that read one consistent state and change nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, exists, or_, select, text, union_all

from bot.db import Database
from bot.db.schema import SHOWN, seats, tables, users
from bot.servers import ServerSettings, read_settings
from bot.tables import deadlines
from bot.tables.games import Games
from bot.tables.loading import find, load, load_all
from bot.tables.queries import OPEN, OVER
from bot.tables.refusals import Absent, Outdated, Refusal, Refused
from bot.tables.standing import Standing, standing_of
from bot.tables.table import Status, Table

log = logging.getLogger(__name__)

MOST_LISTED = 25

_IS_KEPT = text(SHOWN)


class Reading(NamedTuple):
    """A table as one transaction has read it."""

    table: Table
    clocks: Mapping[str, int]
    """When each of its clocks runs out, in milliseconds since 1970 UTC, by kind."""
    settings: ServerSettings
    """What its server has set."""
    standing: Standing | None = None
    """Where its race stands; None in a lobby, and where its rules or its game are gone."""


def read_whole(db: Connection, games: Games, table_id: str) -> Reading:
    """Read a table, its clocks, its server's settings and where it stands.

    Refuses an id that names no table. Raises `Outdated` of one that has yet to be ended.
    """
    table = load(db, table_id)
    clocks = deadlines.of_table(db, table_id)
    return Reading(table, clocks, read_settings(db, table.guild_id), standing_if_known(db, games, table))


def standing_if_known(db: Connection, games: Games, table: Table) -> Standing | None:
    """Return where a table stands; None before its start, and where its game is not here.

    So too where a table is over and its rules are gone: nobody has to end it. Raises `Outdated` of one that is open.
    """
    try:
        return standing_of(db, games, table) if table.length else None
    except Absent:
        return None
    except Outdated:
        if table.status.is_open:
            raise
        return None


class Found(NamedTuple):
    """A table and where it stands."""

    table: Table
    standing: Standing | None
    """None: it cannot be told; why not is found out where the table is read by itself."""


async def looked_through(database: Database, games: Games, table_ids: Sequence[str]) -> AsyncIterator[Found]:
    """Yield running tables one after another, but for those of which too little is kept."""
    for table_id in table_ids:
        found = await database.read(_found, games, table_id)
        if found is not None:
            yield found
        await asyncio.sleep(0)


def _found(db: Connection, games: Games, table_id: str) -> Found | None:
    try:
        table = load(db, table_id)
    except Refused:
        return None
    try:
        return Found(table, standing_of(db, games, table))
    except Exception as error:  # noqa: BLE001 - rules may fail in any way over a log; whoever asks next is told
        log.debug("table %s has to be read by itself: %s", table_id, type(error).__name__)
        return Found(table, None)


def even_swept(db: Connection, table_id: str) -> Table:
    """Read a table, also one of which no more than its result is kept; refuse an id that names none."""
    table = find(db, table_id)
    if table is None:
        raise Refused(Refusal.NO_SUCH_TABLE, table=table_id)
    return table


def is_asked_always(db: Connection, user_id: int) -> bool:
    """Return whether a user wants to be asked even where there is only one move."""
    return bool(db.scalar(select(users.c.asked_always).where(users.c.user_id == user_id)))


def open_in(db: Connection, guild_id: int, user_id: int | None = None) -> list[Table]:
    """Read the open tables of a server, or those at which a user sits, oldest first."""
    wanted = select(tables.c.table_id).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
    if user_id is not None:
        wanted = wanted.where(
            exists().where(seats.c.table_id == tables.c.table_id, seats.c.user_id == user_id)
        )
    return load_all(db, list(db.scalars(wanted.order_by(tables.c.created_at, tables.c.table_id))))


def finished_in(db: Connection, guild_id: int, user_id: int | None = None) -> list[Table]:
    """Read the tables of a server whose race is over or was cancelled, the newest first, `MOST_LISTED` at most.

    Where a user is named, only those at which they sat or for whose seat they paid.
    """
    is_over = tables.c.guild_id == guild_id, tables.c.ended_at.is_not(None), tables.c.length > 0, _IS_KEPT
    wanted = select(tables.c.table_id).where(*is_over)
    if user_id is not None:
        is_theirs = or_(seats.c.user_id == user_id, seats.c.owner_id == user_id)
        wanted = wanted.where(tables.c.table_id.in_(select(seats.c.table_id).where(is_theirs)))
    wanted = wanted.order_by(tables.c.ended_at.desc(), tables.c.table_id).limit(MOST_LISTED)
    return load_all(db, list(db.scalars(wanted)))


def run_in(db: Connection, guild_id: int, channel_id: int) -> list[Table]:
    """Read the tables that a channel or thread may mean: whose race runs there, then the newest that is over.

    Of those that run two at most, the newest first: with the second it cannot be told any more which is meant.
    """
    here = (
        select(tables.c.table_id, tables.c.started_at)
        .where(tables.c.guild_id == guild_id, tables.c.thread_id == channel_id, _IS_KEPT)
        .order_by(tables.c.started_at.desc(), tables.c.table_id)
    )
    ran = here.where(tables.c.length > 0).limit(1)
    newest = [select(ran.where(tables.c.status == status).subquery()) for status in OVER]  # by the index
    last = union_all(*newest).subquery()
    running = db.scalars(here.where(tables.c.status == Status.RUNNING).limit(2))
    over = db.scalars(select(last.c.table_id).order_by(last.c.started_at.desc()).limit(1))
    return load_all(db, [*running, *over])
