"""What changes in a lobby, in the transaction of the caller: who sits there, and what its message shows."""

from __future__ import annotations

import json
from zlib import crc32

from sqlalchemy import delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.store.schema import seats, tables
from bot.tables import deadlines
from bot.tables.table import Person, Seat, Status, Table

COMPUTER = "steady"
"""The computer player that sits down when asked for one."""


async def changed(db: AsyncConnection, table: Table, **facts: object) -> None:
    """Write facts of a table and have its lobby message redrawn."""
    revision = table.revision + 1
    await db.execute(
        update(tables).where(tables.c.table_id == table.table_id).values(revision=revision, **facts)
    )
    await outbox.ask_for(db, table.table_id, outbox.LOBBY)


async def close(db: AsyncConnection, table: Table, status: Status, now: int) -> None:
    """End a lobby without a race."""
    table.require_lobby()
    await deadlines.clear(db, table.table_id)
    await changed(db, table, status=status, ended_at=now)


async def leave(db: AsyncConnection, table: Table, user_id: int, now: int) -> None:
    """Give the seat back; the host's place passes to the next person, and with the last person the lobby closes."""
    table.require_lobby()
    gone = table.require_seat(user_id)
    staying = [seat for seat in table.people if seat != gone]
    if not staying:
        await close(db, table, Status.CANCELLED, now)
        return
    await unseat(db, table, gone)
    host = staying[0].user_id if table.host_id == user_id else table.host_id
    await changed(db, table, host_id=host)


async def seat(db: AsyncConnection, table_id: str, number: int, person: Person) -> None:
    """Give a person a seat."""
    await db.execute(
        insert(seats).values(
            table_id=table_id, seat=number, user_id=person.user_id, name=person.name, owner_id=person.user_id
        )
    )


async def unseat(db: AsyncConnection, table: Table, gone: Seat) -> None:
    """Take a seat away; the others are numbered anew, without a gap, in the order in which they were taken."""
    await db.execute(delete(seats).where(seats.c.table_id == table.table_id))
    staying = [seat for seat in table.seats if seat.number != gone.number]
    for number, seat in enumerate(staying):
        await db.execute(
            insert(seats).values(
                table_id=table.table_id,
                seat=number,
                user_id=seat.user_id,
                agent=seat.agent,
                name=seat.name,
                owner_id=seat.owner_id,
                ready=seat.ready,
            )
        )


def terms_of(table: Table) -> str:
    """Name the options of a table in a few characters: other options, another name."""
    return f"{crc32(json.dumps(table.options, sort_keys=True).encode()):08x}"
