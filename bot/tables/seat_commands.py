"""Who decides for a seat of a race: its person, somebody it is handed to, a computer player, or a standing order."""

from __future__ import annotations

import json

from sqlalchemy import Connection, insert, select, update

from bot import outbox
from bot.db.locks import Lock, hold, hold_tables
from bot.db.schema import offers, seats, tables, users
from bot.outbox import Notice, PostKind
from bot.tables import attendance, marking, seat_offers, totes, versions
from bot.tables.attendance import AFRESH
from bot.tables.queries import OPEN
from bot.tables.refusals import Refusal, Refused
from bot.tables.seat_offers import Offer
from bot.tables.step import Step
from bot.tables.steps import Commands
from bot.tables.table import Seat, Table


class SeatCommands(Commands):
    """Commands about seats of a race that runs."""

    async def stand_up(self, table_id: str, user_id: int) -> Table:
        """Leave a race: a computer player goes on; a seat in somebody else's hands returns to its owner.

        Returns the table as it is then: where nobody else is there, it sleeps.
        """

        def change(step: Step) -> Table:
            step.table.require_running()
            seat = step.table.require_seat(user_id)
            step.require_seldom(attendance.notice_of_leaving(seat), seat.number)
            attendance.leave(step, user_id)
            attendance.follow_change(step, step.standing())
            return step.table

        return await self._steps.at(table_id, change)

    async def come_back(self, table_id: str, user_id: int) -> None:
        """Sit down again: a seat that was away or left, or one's own that is in somebody else's hands."""

        def change(step: Step) -> None:
            step.table.require_running()
            attendance.come_back(step, user_id)

        await self._steps.at(table_id, change)

    async def offer(self, table_id: str, user_id: int, to: int) -> int | None:
        """Offer one's seat to somebody, who plays it once they accept; return when the offer ends.

        A seat has one offer: another one takes its place. Who holds a seat for its owner may also hand it back to
        them, which takes no word of theirs: then None is returned.
        """
        return await self._steps.at(table_id, _offer, user_id, to)

    async def accept(self, table_id: str, user_id: int, seat: int) -> None:
        """Take a seat that is offered; whoever bought in stays its owner, is paid, and can take it back."""

        def change(step: Step) -> None:
            step.table.require_running()
            offer = _require_offer(step, seat)
            if offer.user_id != user_id:
                raise Refused(Refusal.OFFER_TO_ANOTHER, user=offer.user_id)
            step.table.require_own_host()
            _require_no_seat(step.table, user_id)
            totes.sit_down(step, user_id, step.standing_if_started())
            _hand_over(step, step.table.seats[seat], user_id, Notice.HANDED)

        await self._steps.at(table_id, change)

    async def end_offer(self, table_id: str, user_id: int, seat: int) -> None:
        """Take back the offer of one's seat, or decline one that was made to oneself."""

        def change(step: Step) -> None:
            offer = _require_offer(step, seat)
            if user_id not in {offer.user_id, step.table.seats[seat].user_id}:
                raise Refused(Refusal.OFFER_TO_ANOTHER, user=offer.user_id)
            seat_offers.end(step, offers.c.seat == seat)

        await self._steps.at(table_id, change)

    async def order(self, table_id: str, user_id: int, kind: str, agent: str | None) -> None:
        """Leave a kind of action to a computer player from now on; None takes that back."""

        def change(step: Step) -> None:
            step.table.require_running()
            seat = step.table.require_seat(user_id)
            orders = {each: name for each, name in seat.orders.items() if each != kind}
            if agent is not None:
                orders[kind] = agent
            attendance.change_seat(step, seat, orders=json.dumps(orders))
            attendance.follow_change(step, step.standing())

        await self._steps.at(table_id, change)

    async def ask_always(self, user_id: int, *, is_wanted: bool) -> None:
        """Note whether a user wants to be asked even where there is only one move."""

        def change(db: Connection) -> None:
            theirs = tables.c.table_id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id))
            hold_tables(db, theirs & tables.c.status.in_(OPEN))
            hold(db, Lock.USER, user_id)
            this = update(users).where(users.c.user_id == user_id).values(asked_always=is_wanted)
            if db.execute(this).rowcount == 0:
                db.execute(insert(users).values(user_id=user_id, asked_always=is_wanted))
            versions.raise_where(db, theirs & tables.c.status.in_(OPEN))

        await self._steps.database.write(change)


def _offer(step: Step, user_id: int, to: int) -> int | None:
    step.table.require_running()
    step.table.require_here()
    seat = step.table.require_seat(user_id)
    step.table.require_own_host()
    if to == seat.owner_id and to != user_id:
        _hand_over(step, seat, to, Notice.BACK)
        return None
    if to == user_id:
        raise Refused(Refusal.TO_ONESELF)
    _require_no_seat(step.table, to)
    step.require_seldom(Notice.OFFERED, seat.number)
    return seat_offers.make(step, seat.number, to).until


def _require_no_seat(table: Table, user_id: int) -> None:
    if table.seat_of(user_id) or user_id in table.owners:
        raise Refused(Refusal.HAS_A_SEAT, user=user_id)


def _require_offer(step: Step, seat: int) -> Offer:
    offer = seat_offers.find(step.db, step.table.table_id, seat)
    if offer is None or offer.until <= step.now:
        raise Refused(Refusal.NO_OFFER)
    return offer


def _hand_over(step: Step, seat: Seat, to: int, notice: Notice) -> None:
    """Put a seat into somebody else's hands, and let them know that it may be their turn."""
    db, table_id = step.db, step.table.table_id
    if seat.user_id is not None:
        attendance.close_desk(step, seat.user_id)
    if seat.is_held_for_another and seat.owner_id is not None:
        # It says who plays the seat.
        outbox.show_again(db, table_id, PostKind.DESK, seat.owner_id)
    step.give_notice(notice, seat.number)
    attendance.change_seat(step, seat, user_id=to, **AFRESH, orders="{}")
    standing = step.standing()
    # Never ends the table: who was given the seat has not said they would.
    attendance.follow_change(step, standing)
    others = {each.number for each in step.table.seats if each.user_id != to}
    marking.call(db, step.table, standing, others)
