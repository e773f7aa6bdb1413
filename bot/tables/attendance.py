"""Whether a person decides for their seat: noted with every decision, in its step."""

from __future__ import annotations

from sqlalchemy import Connection, delete, update

from bot import outbox
from bot.db.schema import drafts, offers, seats
from bot.outbox import Notice, desk_of
from bot.tables import ending, marking, resting, seat_offers, totes, turn_clocks
from bot.tables.refusals import Refusal, Refused
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Attendance, Seat, Taken
from engines.catalog import STEADY

MISSES = 2
"""After so many decisions in a row that its clock took, a seat is played for until its owner is back."""


def note_decision(db: Connection, step: Step, number: int | None, taken: Taken | None) -> None:
    """Note whether the person of a seat decided, or its clock did (`taken`); the table's own decisions tell nothing."""
    if number is None:
        return
    seat = step.table.seats[number]
    if taken is Taken.CLOCK:
        note_missed(db, step, seat)
    elif taken is None and seat.user_id is not None:
        _note_decided(db, step, seat)


def _note_decided(db: Connection, step: Step, seat: Seat) -> None:
    """Note that somebody decided for themselves: they are there."""
    if seat.is_played_for:
        step.give_notice(db, Notice.BACK, seat.number)
        change_seat(db, step, seat, missed=0, attendance=Attendance.PRESENT)
    elif seat.missed:
        change_seat(db, step, seat, missed=0)


def note_missed(db: Connection, step: Step, seat: Seat) -> None:
    """Note that a clock took a seat's decision; the second time in a row it is played for."""
    missed = seat.missed + 1
    if missed < MISSES:
        change_seat(db, step, seat, missed=missed)
    else:
        step.give_notice(db, Notice.AWAY, seat.number)
        change_seat(db, step, seat, missed=missed, attendance=Attendance.AWAY)


def leave(db: Connection, step: Step, user_id: int) -> None:
    """Stand up from a race: a computer player finishes it; a seat in somebody else's hands returns to its owner."""
    seat = step.table.require_seat(user_id)
    if seat.attendance is Attendance.LEFT:
        raise Refused(Refusal.LEFT_ALREADY, table=step.table.table_id)
    step.give_notice(db, notice_of_leaving(seat), seat.number)
    _pass_the_table_on(db, step, user_id)
    if seat.is_held_for_another:
        close_desk(db, step, user_id)
    holder = seat.owner_id or user_id
    change_seat(db, step, seat, attendance=Attendance.LEFT, orders="{}", user_id=holder)


def notice_of_leaving(seat: Seat) -> Notice:
    """Say what is told where the person of a seat leaves it."""
    return Notice.RETURNED if seat.is_held_for_another else Notice.LEFT


def come_back(db: Connection, step: Step, user_id: int) -> None:
    """Have somebody decide for their seat again, in whosever hands it is; a table that sleeps wakes up."""
    table = step.table
    own = next((seat for seat in table.seats if seat.owner_id == user_id), None)
    seat = own or table.require_seat(user_id)
    if seat.user_id == user_id and not seat.is_played_for:
        raise Refused(Refusal.THERE_ALREADY, table=table.table_id)
    anothers: dict[str, object] = {}
    if seat.user_id is not None and seat.user_id != user_id:
        close_desk(db, step, seat.user_id)
        anothers = {"orders": "{}"}
    step.give_notice(db, Notice.BACK, seat.number)
    change_seat(db, step, seat, user_id=user_id, **AFRESH, **anothers)
    follow_change(db, step, step.standing(db))


def _pass_the_table_on(db: Connection, step: Step, user_id: int) -> None:
    """Let the next who is there be host in the place of a host who leaves; a host who leaves alone stays it."""
    staying = [seat.user_id for seat in step.table.present if seat.user_id != user_id]
    if step.table.host_id == user_id and staying:
        step.change(db, host_id=staying[0])


def vanish(db: Connection, step: Step, seat: Seat, name: str) -> None:
    """Give up for good the seat of somebody who wants to be forgotten: under another name a computer player ends it.

    In somebody else's hands it stays there, and only its owner is forgotten.
    """
    if seat.user_id != seat.owner_id:
        change_seat(db, step, seat, owner_id=None, name=name)
        return
    step.give_notice(db, Notice.GONE, seat.number)
    nobody = {"user_id": None, "owner_id": None, "agent": STEADY, "name": name}
    change_seat(db, step, seat, **nobody, **AFRESH, orders="{}")


AFRESH = {"attendance": Attendance.PRESENT, "missed": 0, "would_stop": False}
"""How a seat is for whoever decides for it from now on."""


def follow_change(db: Connection, step: Step, standing: Standing) -> None:
    """Have clocks and posts follow a change of who decides for a seat; that may end the table early."""
    if ending.stop_if_agreed(db, step, standing):
        return
    turn_clocks.restart_clocks(db, step, standing, standing)
    marking.show_anew(db, step.table)


def change_seat(db: Connection, step: Step, seat: Seat, **facts: object) -> None:
    """Change a seat; the table falls asleep if now nobody is there, and wakes if somebody is again."""
    was_deserted = step.table.is_deserted
    if facts.get("user_id", seat.user_id) != seat.user_id:
        totes.note_stood_in(db, step, seat)
        seat_offers.end(db, step, offers.c.seat == seat.number)
    this = (seats.c.table_id == step.table.table_id) & (seats.c.seat == seat.number)
    db.execute(update(seats).where(this).values(**facts))
    step.read_again(db)
    if step.table.is_deserted and not was_deserted:
        resting.fall_asleep(db, step)
    elif was_deserted and not step.table.is_deserted and _may_wake(step):
        resting.wake(db, step)


def _may_wake(step: Step) -> bool:
    """Whether a table rests, and not for want of its game."""
    return step.table.paused_at is not None and step.is_here


def close_desk(db: Connection, step: Step, user_id: int) -> None:
    """Put away what somebody was filling in, and close the desk of who does not sit there any more."""
    table_id = step.table.table_id
    db.execute(delete(drafts).where(drafts.c.table_id == table_id, drafts.c.user_id == user_id))
    outbox.ask_for(db, table_id, desk_of(user_id))
