"""Which tables are concerned, by their ids, in the transaction of the caller."""

from __future__ import annotations

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import tables
from bot.tables.absent import present
from bot.tables.table import Status

OPEN = tuple(status for status in Status if status.is_open)
OVER = tuple(status for status in Status if not status.is_open)


async def open_ids(db: AsyncConnection, guild_id: int, *these: ColumnElement[bool]) -> list[str]:
    """Name the open tables of a server, or `these` of them, oldest first; those that rest are open as well."""
    found = await db.execute(
        select(tables.c.table_id)
        .where(tables.c.guild_id == guild_id, tables.c.status.in_(OPEN), *these)
        .order_by(tables.c.created_at, tables.c.table_id)
    )
    return list(found.scalars())


def counted() -> ColumnElement[bool]:
    """Tell which tables count against a limit: those of a game that is not here do not, for nobody can end them."""
    return tables.c.game.in_(present())


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
