"""Who decides for a seat of a race: its person, somebody it is handed to, a computer player, or a standing order."""

from __future__ import annotations

import json

from sqlalchemy import insert, select, update

from bot import outbox
from bot.outbox import Notice, PostKind
from bot.store.locks import Lock, hold, hold_tables
from bot.store.schema import seats, tables, users
from bot.tables import attendance, marking, totes, versions
from bot.tables.attendance import AFRESH
from bot.tables.queries import OPEN
from bot.tables.refusals import Refusal, Refused
from bot.tables.steps import Commands
from bot.tables.table import Table


class SeatCommands(Commands):
    """Commands about seats of a race that runs."""

    async def stand_up(self, table_id: str, user_id: int) -> Table:
        """Leave a race: a computer player goes on; a seat in somebody else's hands returns to its owner.

        Returns the table as it is then: where nobody else is there, it sleeps.
        """
        async with self._steps.at(table_id) as step:
            step.table.require_running()
            await attendance.leave(step, user_id)
            await attendance.follow_change(step, await step.standing())
            return step.table

    async def come_back(self, table_id: str, user_id: int) -> None:
        """Sit down again: a seat that was away or left, or one's own that is in somebody else's hands."""
        async with self._steps.at(table_id) as step:
            step.table.require_running()
            await attendance.come_back(step, user_id)

    async def hand_over(self, table_id: str, user_id: int, to: int) -> None:
        """Put one's seat into somebody else's hands; whoever bought in stays its owner, is paid, and can take it back.

        Who holds it for its owner may hand it back to them, too.
        """
        async with self._steps.at(table_id) as step:
            step.table.require_running()
            seat = step.table.require_seat(user_id)
            step.table.require_own_host()
            is_returned = to == seat.owner_id and to != user_id
            if step.table.seat_of(to) or (to in step.table.owners and not is_returned):
                raise Refused(Refusal.HAS_A_SEAT, user=to)
            if not is_returned:
                await totes.sit_down(step, to, await step.standing_if_started())
            await attendance.close_desk(step, user_id)
            if seat.is_held_for_another and seat.owner_id is not None:
                # It says who plays the seat.
                await outbox.show_again(step.db, table_id, PostKind.DESK, seat.owner_id)
            await step.give_notice(Notice.BACK if is_returned else Notice.HANDED, seat.number)
            await attendance.change_seat(step, seat, user_id=to, **AFRESH, orders="{}")
            standing = await step.standing()
            # Never ends the table: who was given the seat has not said they would.
            await attendance.follow_change(step, standing)
            # It may be the turn of who was given the seat, who cannot know of it.
            others = {each.number for each in step.table.seats if each.user_id != to}
            await marking.call(step.db, step.table, standing, others)

    async def order(self, table_id: str, user_id: int, kind: str, agent: str | None) -> None:
        """Leave a kind of action to a computer player from now on; None takes that back."""
        async with self._steps.at(table_id) as step:
            step.table.require_running()
            seat = step.table.require_seat(user_id)
            orders = {each: name for each, name in seat.orders.items() if each != kind}
            if agent is not None:
                orders[kind] = agent
            await attendance.change_seat(step, seat, orders=json.dumps(orders))
            await attendance.follow_change(step, await step.standing())

    async def ask_always(self, user_id: int, *, is_wanted: bool) -> None:
        """Note whether a user wants to be asked even where there is only one move."""
        async with self._steps.store.writing() as db:
            theirs = tables.c.table_id.in_(select(seats.c.table_id).where(seats.c.user_id == user_id))
            await hold_tables(db, theirs & tables.c.status.in_(OPEN))
            await hold(db, Lock.USER, user_id)
            this = update(users).where(users.c.user_id == user_id).values(asked_always=is_wanted)
            if (await db.execute(this)).rowcount == 0:
                await db.execute(insert(users).values(user_id=user_id, asked_always=is_wanted))
            await versions.raise_where(db, theirs & tables.c.status.in_(OPEN))
