"""Who decides for a seat: its person, somebody it was handed to, or a computer player while nobody is there.

Every function works inside the caller's transaction and refuses with `Refused`, changing nothing.
"""

from __future__ import annotations

import json

from sqlalchemy import ColumnElement, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot import outbox
from bot.outbox import Notice, PostKind, desk_of
from bot.store.schema import drafts, seats, tables, users
from bot.tables import deadlines
from bot.tables.deadlines import Clock
from bot.tables.lobby import COMPUTER
from bot.tables.refusals import Refusal, Refused
from bot.tables.table import Attendance, Seat, Table, load

MISSES = 2
"""After so many decisions in a row that its clock took, a seat is played for until its owner is back."""


async def note_decided(db: AsyncConnection, table: Table, seat: Seat, now: int) -> Table:
    """Note that somebody decided for themselves: they are there."""
    if seat.missed == 0 and not seat.is_played_for:
        return table
    if not seat.is_played_for:
        return await _write(db, table, seat, now, missed=0)
    await outbox.give_notice(db, table.table_id, Notice.BACK, now, seat.number)
    return await _write(db, table, seat, now, missed=0, attendance=Attendance.PRESENT)


async def note_missed(db: AsyncConnection, table: Table, seat: Seat, now: int) -> Table:
    """Note that a clock took a seat's decision; the second time in a row it is played for."""
    missed = seat.missed + 1
    if missed < MISSES:
        return await _write(db, table, seat, now, missed=missed)
    await outbox.give_notice(db, table.table_id, Notice.AWAY, now, seat.number)
    return await _write(db, table, seat, now, missed=missed, attendance=Attendance.AWAY)


async def leave(db: AsyncConnection, table: Table, user_id: int, now: int) -> Table:
    """Stand up from a race: a computer player finishes it; a seat in somebody else's hands returns to its owner."""
    seat = table.require_seat(user_id)
    if seat.attendance is Attendance.LEFT:
        raise Refused(Refusal.LEFT_ALREADY, table=table.table_id)
    left = Notice.RETURNED if seat.is_held_for_another else Notice.LEFT
    await outbox.give_notice(db, table.table_id, left, now, seat.number)
    await _pass_the_table_on(db, table, user_id)
    if seat.is_held_for_another:
        await _forget(db, table, user_id)
    return await _write(
        db, table, seat, now, attendance=Attendance.LEFT, orders="{}", user_id=seat.owner_id or user_id
    )


async def _pass_the_table_on(db: AsyncConnection, table: Table, user_id: int) -> None:
    """Let the next who is there be host in the place of a host who leaves; a host who leaves alone stays it."""
    staying = [seat.user_id for seat in table.present if seat.user_id != user_id]
    if table.host_id == user_id and staying:
        this = tables.c.table_id == table.table_id
        await db.execute(update(tables).where(this).values(host_id=staying[0]))


async def come_back(db: AsyncConnection, table: Table, user_id: int, now: int) -> Table:
    """Sit down again: a seat that was away or left, or one's own that is in somebody else's hands."""
    own = next((seat for seat in table.seats if seat.owner_id == user_id), None)
    seat = own or table.require_seat(user_id)
    if seat.user_id == user_id and not seat.is_played_for:
        raise Refused(Refusal.THERE_ALREADY, table=table.table_id)
    anothers: dict[str, object] = {}
    if seat.user_id is not None and seat.user_id != user_id:
        await _forget(db, table, seat.user_id)
        anothers = {"orders": "{}"}
    await outbox.give_notice(db, table.table_id, Notice.BACK, now, seat.number)
    here = {"user_id": user_id, "attendance": Attendance.PRESENT, "missed": 0, "would_stop": False}
    return await _write(db, table, seat, now, **here, **anothers)


async def hand_over(db: AsyncConnection, table: Table, user_id: int, to: int, now: int) -> Table:
    """Put a seat into somebody else's hands; whoever bought in stays its owner, is paid, and can take it back.

    Who holds it for its owner may hand it back to them, too.
    """
    seat = table.require_seat(user_id)
    is_returned = to == seat.owner_id and to != user_id
    if table.seat_of(to) or (to in table.owners and not is_returned):
        raise Refused(Refusal.SEATED_ALREADY, user=to)
    await _forget(db, table, user_id)
    if seat.is_held_for_another and seat.owner_id is not None:
        await outbox.show_again(
            db, table.table_id, PostKind.DESK, seat.owner_id
        )  # it says who plays the seat
    handed = Notice.BACK if is_returned else Notice.HANDED
    await outbox.give_notice(db, table.table_id, handed, now, seat.number)
    return await _write(
        db,
        table,
        seat,
        now,
        user_id=to,
        attendance=Attendance.PRESENT,
        missed=0,
        orders="{}",
        would_stop=False,
    )


async def order(db: AsyncConnection, table: Table, user_id: int, kind: str, agent: str | None) -> Table:
    """Leave a kind of action to a computer player from now on; None takes that back."""
    seat = table.require_seat(user_id)
    orders = {each: name for each, name in seat.orders.items() if each != kind}
    if agent is not None:
        orders[kind] = agent
    await db.execute(update(seats).where(_this(table, seat)).values(orders=json.dumps(orders)))
    return await load(db, table.table_id)


async def vanish(db: AsyncConnection, table: Table, seat: Seat, name: str, now: int) -> Table:
    """Give up for good the seat of somebody who wants to be forgotten: under another name a computer player ends it.

    In somebody else's hands it stays there, and only its owner is forgotten.
    """
    if seat.user_id != seat.owner_id:
        return await _write(db, table, seat, now, owner_id=None, name=name)
    await outbox.give_notice(db, table.table_id, Notice.GONE, now, seat.number)
    return await _write(
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


async def ask_always(db: AsyncConnection, user_id: int, *, is_wanted: bool) -> None:
    """Note whether a user wants to be asked even where there is only one move."""
    changed = await db.execute(update(users).where(users.c.user_id == user_id).values(asked_always=is_wanted))
    if changed.rowcount == 0:
        await db.execute(insert(users).values(user_id=user_id, asked_always=is_wanted))


async def is_asked_always(db: AsyncConnection, user_id: int) -> bool:
    """Whether a user wants to be asked even where there is only one move."""
    return bool(await db.scalar(select(users.c.asked_always).where(users.c.user_id == user_id)))


async def vote_to_stop(
    db: AsyncConnection, table: Table, user_id: int, now: int, would: bool | None = None
) -> Table:
    """Say whether one would stop; None: the contrary of what one said before."""
    seat = table.require_seat(user_id)
    said = not seat.would_stop if would is None else would
    if said == seat.would_stop:
        return table
    notice = Notice.WOULD_STOP if said else Notice.GOES_ON
    await outbox.give_notice(db, table.table_id, notice, now, seat.number)
    return await _write(db, table, seat, now, would_stop=said)


async def _write(db: AsyncConnection, table: Table, seat: Seat, now: int, **facts: object) -> Table:
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


async def _forget(db: AsyncConnection, table: Table, user_id: int) -> None:
    """Put away what somebody was filling in, and close the desk of who does not sit there any more."""
    await db.execute(delete(drafts).where(drafts.c.table_id == table.table_id, drafts.c.user_id == user_id))
    await outbox.ask_for(db, table.table_id, desk_of(user_id))
