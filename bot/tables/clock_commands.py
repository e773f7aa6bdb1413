"""What a clock does when it runs out, unless it was stopped or set anew meanwhile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, or_

from bot import outbox
from bot.db.locks import hold_table
from bot.db.schema import offers, tables
from bot.outbox import PostKind
from bot.tables import (
    crowding,
    deadlines,
    ending,
    marking,
    queries,
    resting,
    seat_offers,
    turn_clocks,
)
from bot.tables.deadlines import Clock, Deadline
from bot.tables.decisions import Decision, decide
from bot.tables.step import Step
from bot.tables.table import Status, Taken


def let_thread_stand(db: Connection, step: Step, until: int) -> None:
    """Have the thread of a table that is over closed later: its last word came late."""
    step.start_clock(db, Clock.THREAD, until - step.now)


def drop(db: Connection, deadline: Deadline) -> None:
    """Put away a clock that is about nothing any more."""
    hold_table(db, deadline.table_id)  # before its clock, as every step does
    deadlines.clear_if(db, deadline)


def act_late(db: Connection, step: Step, deadline: Deadline, asked: int, action: Mapping[str, Any]) -> None:
    """Answer in the place of the seat whose clock ran out, or as the table's own clock."""
    step.is_quiet = not _is_due(step, deadline)
    if not step.is_quiet and not _waits_for_hours(db, step, deadline):
        number = deadline.seat if deadline.clock is Clock.TURN else None
        decide(db, step, Decision(number, asked, action, Taken.CLOCK))
        if step.clock(deadline.kind) == deadline.due_at:  # nothing has set it anew
            step.stop_clock(db, deadline.kind)


def run_out(db: Connection, step: Step, deadline: Deadline) -> None:
    """Do what any other clock was set for."""
    if not _is_due(step, deadline):
        step.is_quiet = True
        return
    if deadline.clock is Clock.THREAD:
        _have_thread_closed(db, step)
    elif not step.table.status.is_open:
        step.stop_clock(db, deadline.kind)
    elif deadline.clock is Clock.OFFER:
        step.stop_clock(db, deadline.kind)
        seat_offers.end(db, step, offers.c.seat == deadline.seat)
    elif deadline.clock is Clock.OPEN:
        _open(db, step)
    elif _waits_for_hours(db, step, deadline):
        return
    elif _waits_for_its_game(db, step, deadline.clock):
        _wait_for_its_game(db, step, deadline)
    elif deadline.clock is Clock.HALF:
        _remind(db, step, deadline)
    elif deadline.clock is Clock.CROWDED and not crowding.is_crowded_still(db, step):
        crowding.let_rest(db, step)
    else:
        _end(db, step, deadline.clock)


def _is_due(step: Step, deadline: Deadline) -> bool:
    """Whether a clock that ran out is still the one that was set."""
    return step.clock(deadline.kind) == deadline.due_at


def _have_thread_closed(db: Connection, step: Step) -> None:
    """Ask that the thread of a table that is over be closed, unless another table stands there."""
    step.stop_clock(db, Clock.THREAD)
    thread_id = step.table.thread_id
    stands_there = or_(tables.c.thread_id == thread_id, tables.c.channel_id == thread_id)
    if thread_id is not None and not queries.open_ids(db, step.table.guild_id, stands_there):
        outbox.ask_for(db, step.table.table_id, outbox.THREAD)


_OF_PEOPLE = {Clock.TURN, Clock.HALF, Clock.WINDOW, Clock.GAME, Clock.STOPPING}
"""What never runs out outside the playing hours."""


def _waits_for_hours(db: Connection, step: Step, deadline: Deadline) -> bool:
    """Have a clock run out when hours begin of which that was seen too late, or that was set later into the night."""
    begins = step.table.closed_until(step.now)
    if begins is None or deadline.clock not in _OF_PEOPLE or step.table.status is not Status.RUNNING:
        return False
    step.change_clocks(db, {deadline.kind}, {deadline.kind: begins})
    marking.show_anew(db, step.table)
    return True


def _open(db: Connection, step: Step) -> None:
    """Begin the playing hours of a table: whoever was asked outside them is called, and it is said that clocks run."""
    has_begun = step.table.closed_until(step.now) is None  # else somebody has set the machine's clock
    step.expect_opening(db)
    if has_begun and step.table.paused_at is None:
        marking.show_anew(db, step.table)


def _waits_for_its_game(db: Connection, step: Step, clock: Clock) -> bool:
    """Whether a race cannot go on because its game is not here; one whose server is gone waits for nothing."""
    if step.table.status is not Status.RUNNING or clock is Clock.HOMELESS:
        return False
    return step.standing_if_started(db) is None


def _wait_for_its_game(db: Connection, step: Step, deadline: Deadline) -> None:
    """Have a table rest whose game is not here; a clock that goes on during a rest is looked at the next day."""
    if not resting.wait_for_the_game(db, step):
        step.start_clock(db, deadline.kind, deadlines.DAY)


def _remind(db: Connection, step: Step, deadline: Deadline) -> None:
    """Remind somebody of whose time half is over, and leave them the other half."""
    step.stop_clock(db, deadline.kind)
    user_id = step.table.seats[deadline.seat].user_id
    if user_id is not None:
        outbox.post_anew(db, deadline.table_id, PostKind.DESK, user_id)
    if turn_clocks.leave_a_rest(db, step, deadline.seat):
        outbox.ask_for(db, deadline.table_id, outbox.BOARD_WORDS)


def _end(db: Connection, step: Step, clock: Clock) -> None:
    """Close a table that has waited for too long; one that only rests goes on if somebody would get out of a race."""
    standing = step.standing_if_started(db)
    # The last to leave had agreed.
    is_agreed = step.table.is_asleep and step.clock(Clock.STOPPING) is not None
    is_rest = clock in {Clock.CROWDED, Clock.PAUSED} and not is_agreed
    if is_rest and standing and ending.is_binding(step.table, standing):
        resting.go_on(db, step)
    else:
        status = Status.EXPIRED if step.table.status is Status.LOBBY else Status.CANCELLED
        ending.stop(db, step, standing, status)
