"""Whether a person decides for their seat: noted with every decision, in the transaction of the caller."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import Notice, desk_of
from bot.store.schema import drafts, seats, tables, users
from bot.tables import closing, deadlines, marking, turn_clocks
from bot.tables.deadlines import Clock
from bot.tables.loading import load
from bot.tables.lobby import COMPUTER
from bot.tables.refusals import Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.table import Attendance, Seat, Table, Taken

MISSES = 2
"""After so many decisions in a row that its clock took, a seat is played for until its owner is back."""


async def note_decision(
    db: AsyncConnection, table: Table, number: int | None, taken: Taken | None, now: int
) -> Table:
    """Note whether the person of a seat decided, or its clock did (`taken`); the table's own decisions tell nothing."""
    if number is None:
        return table
    seat = table.seats[number]
    if taken is Taken.CLOCK:
        return await note_missed(db, table, seat, now)
    if taken is None and seat.user_id is not None:
        return await note_decided(db, table, seat, now)
    return table


async def note_decided(db: AsyncConnection, table: Table, seat: Seat, now: int) -> Table:
    """Note that somebody decided for themselves: they are there."""
    if seat.missed == 0 and not seat.is_played_for:
        return table
    if not seat.is_played_for:
        return await change_seat(db, table, seat, now, missed=0)
    await outbox.give_notice(db, table.table_id, Notice.BACK, now, seat.number)
    return await change_seat(db, table, seat, now, missed=0, attendance=Attendance.PRESENT)


async def note_missed(db: AsyncConnection, table: Table, seat: Seat, now: int) -> Table:
    """Note that a clock took a seat's decision; the second time in a row it is played for."""
    missed = seat.missed + 1
    if missed < MISSES:
        return await change_seat(db, table, seat, now, missed=missed)
    await outbox.give_notice(db, table.table_id, Notice.AWAY, now, seat.number)
    return await change_seat(db, table, seat, now, missed=missed, attendance=Attendance.AWAY)


async def leave(db: AsyncConnection, table: Table, user_id: int, now: int) -> Table:
    """Stand up from a race: a computer player finishes it; a seat in somebody else's hands returns to its owner."""
    seat = table.require_seat(user_id)
    if seat.attendance is Attendance.LEFT:
        raise Refused(Refusal.LEFT_ALREADY, table=table.table_id)
    left = Notice.RETURNED if seat.is_held_for_another else Notice.LEFT
    await outbox.give_notice(db, table.table_id, left, now, seat.number)
    await _pass_the_table_on(db, table, user_id)
    if seat.is_held_for_another:
        await close_desk(db, table, user_id)
    return await change_seat(
        db, table, seat, now, attendance=Attendance.LEFT, orders="{}", user_id=seat.owner_id or user_id
    )


async def _pass_the_table_on(db: AsyncConnection, table: Table, user_id: int) -> None:
    """Let the next who is there be host in the place of a host who leaves; a host who leaves alone stays it."""
    staying = [seat.user_id for seat in table.present if seat.user_id != user_id]
    if table.host_id == user_id and staying:
        this = tables.c.table_id == table.table_id
        await db.execute(update(tables).where(this).values(host_id=staying[0]))


async def vanish(db: AsyncConnection, table: Table, seat: Seat, name: str, now: int) -> Table:
    """Give up for good the seat of somebody who wants to be forgotten: under another name a computer player ends it.

    In somebody else's hands it stays there, and only its owner is forgotten.
    """
    if seat.user_id != seat.owner_id:
        return await change_seat(db, table, seat, now, owner_id=None, name=name)
    await outbox.give_notice(db, table.table_id, Notice.GONE, now, seat.number)
    return await change_seat(
        db,
        table,
        seat,
        now,
        user_id=None,
        owner_id=None,
        agent=COMPUTER,
        name=name,
        attendance=Attendance.PRESENT,
        missed=0,
        orders="{}",
        would_stop=False,
    )


async def is_asked_always(db: AsyncConnection, user_id: int) -> bool:
    """Whether a user wants to be asked even where there is only one move."""
    return bool(await db.scalar(select(users.c.asked_always).where(users.c.user_id == user_id)))


async def follow_change(db: AsyncConnection, table: Table, standing: Standing, now: int) -> None:
    """Have clocks and posts follow a change of who decides for a seat; that may end the table early."""
    if await closing.stop_if_agreed(db, table, standing, now):
        return
    await turn_clocks.restart_clocks(db, table, standing, standing, now)
    await marking.show_anew(db, table)


async def change_seat(db: AsyncConnection, table: Table, seat: Seat, now: int, **facts: object) -> Table:
    """Change a seat, and wait for those who are gone if now nobody is there."""
    await db.execute(update(seats).where(_this(table, seat)).values(**facts))
    changed = await load(db, table.table_id)
    if changed.is_deserted and not table.is_deserted:
        closes_at = now + deadlines.DESERTED_CLOSES_AFTER
        await deadlines.put(db, table.table_id, Clock.DESERTED, closes_at, now=now)
    elif table.is_deserted and not changed.is_deserted:
        await deadlines.clear(db, table.table_id, Clock.DESERTED)
    return changed


def _this(table: Table, seat: Seat) -> ColumnElement[bool]:
    return and_(seats.c.table_id == table.table_id, seats.c.seat == seat.number)


async def close_desk(db: AsyncConnection, table: Table, user_id: int) -> None:
    """Put away what somebody was filling in, and close the desk of who does not sit there any more."""
    await db.execute(delete(drafts).where(drafts.c.table_id == table.table_id, drafts.c.user_id == user_id))
    await outbox.ask_for(db, table.table_id, desk_of(user_id))
