"""Who decides for a seat of a race: its person, somebody it is handed to, a computer player, or a standing order."""

from __future__ import annotations

import json

from sqlalchemy import Connection, insert, update

from bot import outbox
from bot.db.locks import Lock, hold
from bot.db.schema import offers, users
from bot.outbox import Notice, PostKind
from bot.tables import attendance, marking, seat_offers, totes
from bot.tables.attendance import AFRESH
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_offers import Offer
from bot.tables.step import Step
from bot.tables.table import Seat, Table


def stand_up(db: Connection, step: Step, user_id: int) -> Table:
    """Leave a race: a computer player goes on; a seat in somebody else's hands returns to its owner.

    Returns the table as it is then: where nobody else is there, it sleeps.
    """
    step.table.require_running()
    seat = step.table.require_seat(user_id)
    step.require_seldom(db, attendance.notice_of_leaving(seat), seat.number)
    attendance.leave(db, step, user_id)
    attendance.follow_change(db, step, step.standing(db))
    return step.table


def come_back(db: Connection, step: Step, user_id: int) -> None:
    """Sit down again: a seat that was away or left, or one's own that is in somebody else's hands."""
    step.table.require_running()
    attendance.come_back(db, step, user_id)


def offer(db: Connection, step: Step, user_id: int, to: int) -> int | None:
    """Offer one's seat to somebody, who plays it once they accept; return when the offer ends.

    A seat has one offer: another one takes its place. Who holds a seat for its owner may also hand it back to them,
    which takes no word of theirs: then None is returned.
    """
    step.table.require_running()
    step.require_here()
    seat = step.table.require_seat(user_id)
    step.table.require_own_host()
    if to == seat.owner_id and to != user_id:
        _hand_over(db, step, seat, to, Notice.BACK)
        return None
    if to == user_id:
        raise Refused(Refusal.TO_ONESELF)
    _require_no_seat(step.table, to)
    step.require_seldom(db, Notice.OFFERED, seat.number)
    return seat_offers.make(db, step, seat.number, to).until


def accept(db: Connection, step: Step, user_id: int, seat: int) -> None:
    """Take a seat that is offered; whoever bought in stays its owner, is paid, and can take it back."""
    step.table.require_running()
    offer = _require_offer(db, step, seat)
    if offer.user_id != user_id:
        raise Refused(Refusal.OFFER_TO_ANOTHER, user=offer.user_id)
    step.table.require_own_host()
    _require_no_seat(step.table, user_id)
    totes.sit_down(db, step, user_id, step.standing_if_started(db))
    _hand_over(db, step, step.table.seats[seat], user_id, Notice.HANDED)


def end_offer(db: Connection, step: Step, user_id: int, seat: int) -> None:
    """Take back the offer of one's seat, or decline one that was made to oneself."""
    offer = _require_offer(db, step, seat)
    if user_id not in {offer.user_id, step.table.seats[seat].user_id}:
        raise Refused(Refusal.OFFER_TO_ANOTHER, user=offer.user_id)
    seat_offers.end(db, step, offers.c.seat == seat)


def order(db: Connection, step: Step, user_id: int, kind: str, agent: str | None) -> None:
    """Leave a kind of action to a computer player from now on; None takes that back."""
    step.table.require_running()
    seat = step.table.require_seat(user_id)
    orders = {each: name for each, name in seat.orders.items() if each != kind}
    if agent is not None:
        orders[kind] = agent
    attendance.change_seat(db, step, seat, orders=json.dumps(orders))
    attendance.follow_change(db, step, step.standing(db))


def ask_always(db: Connection, user_id: int, *, is_wanted: bool) -> None:
    """Note whether a user wants to be asked even where there is only one move."""
    hold(db, Lock.USER, user_id)
    this = update(users).where(users.c.user_id == user_id).values(asked_always=is_wanted)
    if db.execute(this).rowcount == 0:
        db.execute(insert(users).values(user_id=user_id, asked_always=is_wanted))


def _require_no_seat(table: Table, user_id: int) -> None:
    if table.seat_of(user_id) or user_id in table.owners:
        raise Refused(Refusal.HAS_A_SEAT, user=user_id)


def _require_offer(db: Connection, step: Step, seat: int) -> Offer:
    offer = seat_offers.find(db, step.table.table_id, seat)
    if offer is None or offer.until <= step.now:
        raise Refused(Refusal.NO_OFFER)
    return offer


def _hand_over(db: Connection, step: Step, seat: Seat, to: int, notice: Notice) -> None:
    """Put a seat into somebody else's hands, and let them know that it may be their turn."""
    table_id = step.table.table_id
    if seat.user_id is not None:
        attendance.close_desk(db, step, seat.user_id)
    if seat.is_held_for_another and seat.owner_id is not None:
        # It says who plays the seat.
        outbox.show_again(db, table_id, PostKind.DESK, seat.owner_id)
    step.give_notice(db, notice, seat.number)
    attendance.change_seat(db, step, seat, user_id=to, **AFRESH, orders="{}")
    standing = step.standing(db)
    # Never ends the table: who was given the seat has not said they would.
    attendance.follow_change(db, step, standing)
    others = {each.number for each in step.table.seats if each.user_id != to}
    marking.call(db, step.table, standing, others)
