"""Finding tables."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import seats, tables
from bot.tables.absent import present
from bot.tables.table import Status, Table, load_all

OPEN = tuple(status for status in Status if status.is_open)
OVER = tuple(status for status in Status if not status.is_open)


async def open_tables(db: AsyncConnection, guild_id: int, user_id: int | None = None) -> list[Table]:
    """Read the open tables of a server, or those at which a user sits, oldest first."""
    wanted = select(tables.c.table_id).where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN))
    if user_id is not None:
        mine = select(seats.c.table_id).where(seats.c.user_id == user_id)
        wanted = wanted.where(tables.c.table_id.in_(mine))
    found = await db.execute(wanted.order_by(tables.c.created_at, tables.c.table_id))
    return await load_all(db, list(found.scalars()))


async def open_ids(db: AsyncConnection, guild_id: int, *these: ColumnElement[bool]) -> list[str]:
    """Name the open tables of a server, or `these` of them, oldest first; those that rest are open as well.

    One of a game that is not here counts for nobody: whoever has it open can do nothing about it.
    """
    found = await db.execute(
        select(tables.c.table_id)
        .where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN), *these)
        .where(tables.c.game.in_(present()))
        .order_by(tables.c.created_at, tables.c.table_id)
    )
    return list(found.scalars())


async def finished_tables(db: AsyncConnection, guild_id: int, most: int = 25) -> list[Table]:
    """Read the tables of a server whose race is over or was cancelled, the newest first."""
    is_over = tables.c.status.in_(OVER) & (tables.c.length > 0)
    found = await db.execute(
        select(tables.c.table_id)
        .where(tables.c.guild_id == guild_id, is_over)
        .order_by(tables.c.ended_at.desc(), tables.c.table_id)
        .limit(most)
    )
    return await load_all(db, list(found.scalars()))


async def tables_run_in(db: AsyncConnection, guild_id: int, place: int) -> list[Table]:
    """Read the tables that may be meant by a channel or thread: whose race runs there, then the newest that is over.

    Of those that run two at most, the newest first: with the second it cannot be told any more which is meant.
    """
    here = (
        select(tables.c.table_id, tables.c.started_at)
        .where(tables.c.guild_id == guild_id, tables.c.thread_id == place)
        .order_by(tables.c.started_at.desc(), tables.c.table_id)
    )
    running = await db.execute(here.where(tables.c.status == Status.RUNNING).limit(2))
    ran = here.where(tables.c.length > 0).limit(1)
    newest = [select(ran.where(tables.c.status == status).subquery()) for status in OVER]  # each by the index
    last = union_all(*newest).subquery()
    over = await db.execute(select(last.c.table_id).order_by(last.c.started_at.desc()).limit(1))
    return await load_all(db, [*running.scalars(), *over.scalars()])


async def races_at(db: AsyncConnection, guild_id: int, place: int) -> list[str]:
    """Name the running tables that have a channel or thread for their own or were opened there."""
    is_there = or_(tables.c.thread_id == place, tables.c.channel_id == place)
    found = await db.execute(
        select(tables.c.table_id)
        .where(tables.c.guild_id == guild_id, tables.c.status == Status.RUNNING, is_there)
        .order_by(tables.c.created_at, tables.c.table_id)
    )
    return list(found.scalars())


async def guilds(db: AsyncConnection) -> list[int]:
    """Name every server with an open table."""
    found = await db.execute(select(tables.c.guild_id).where(tables.c.status.in_(OPEN)).distinct())
    return list(found.scalars())


async def running_tables(db: AsyncConnection) -> list[str]:
    """Name every running table of every server."""
    found = await db.execute(select(tables.c.table_id).where(tables.c.status == Status.RUNNING))
    return list(found.scalars())
