"""Which tables are concerned, by their ids, in the transaction of the caller."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, Integer, literal, or_, select

from bot.db.schema import seats, tables
from bot.shards import Shards
from bot.tables.table import Status

OPEN = tuple(status for status in Status if status.is_open)
OVER = tuple(status for status in Status if not status.is_open)


def open_ids(db: Connection, guild_id: int, *these: ColumnElement[bool]) -> list[str]:
    """Name the open tables of a server, or `these` of them, oldest first; those that rest are open as well."""
    return _ids(db, tables.c.guild_id == guild_id, tables.c.status.in_(OPEN), *these)


def counted(present: Collection[str]) -> ColumnElement[bool]:
    """Tell which tables count against a limit: those of games that are `present`, for nobody can end the others."""
    return tables.c.game.in_(present)


def races_at(db: Connection, guild_id: int, channel_id: int) -> list[str]:
    """Name the running tables that have a channel or thread for their own or were opened there."""
    is_there = or_(tables.c.thread_id == channel_id, tables.c.channel_id == channel_id)
    return _ids(db, tables.c.guild_id == guild_id, tables.c.status == Status.RUNNING, is_there)


def lobbies_in(db: Connection, guild_id: int, thread_id: int) -> list[str]:
    """Name the lobbies that stand in a thread of their own: rematches, in that of the race before."""
    is_there = tables.c.thread_id == thread_id
    return _ids(db, tables.c.guild_id == guild_id, tables.c.status == Status.LOBBY, is_there)


def _ids(db: Connection, *these: ColumnElement[bool]) -> list[str]:
    wanted = select(tables.c.table_id).where(*these).order_by(tables.c.created_at, tables.c.table_id)
    return list(db.scalars(wanted))


def players_of(db: Connection, table_id: str) -> list[int]:
    """Name the users who sit at a table, or sat there when it was over, in table order."""
    wanted = select(seats.c.user_id).where(seats.c.table_id == table_id, seats.c.user_id.is_not(None))
    return list(db.scalars(wanted.order_by(seats.c.seat)))


def guilds(db: Connection, *these: ColumnElement[bool]) -> list[int]:
    """Name every server with an open table, or with one of `these`."""
    is_open = tables.c.status.in_(OPEN)
    return list(db.scalars(select(tables.c.guild_id).where(is_open, *these).distinct()))


def guild_of(db: Connection, table_id: str) -> int | None:
    """Return the server of a table; None: there is no such table."""
    found: int | None = db.scalar(select(tables.c.guild_id).where(tables.c.table_id == table_id))
    return found


def running_tables(db: Connection, shards: Shards | None = None, *these: ColumnElement[bool]) -> list[str]:
    """Name every running table of every server, or of some shards' servers, or of `these` alone."""
    wanted = select(tables.c.table_id).where(tables.c.status == Status.RUNNING, *these)
    return list(db.scalars(wanted if shards is None else wanted.where(served_by(shards))))


def served_by(shards: Shards) -> ColumnElement[bool]:
    """Tell the tables of servers on these shards."""
    shard = tables.c.guild_id.bitwise_rshift(literal(22, Integer)) % shards.of
    return shard.in_(sorted(shards.numbers))
