"""A table that rests: nobody moves, and the clocks of its seats stand still until somebody lets it go on.

A table at which nobody is any more rests by itself: it sleeps, and whoever comes back first wakes it.
"""

from __future__ import annotations

import logging

from sqlalchemy import ColumnElement, Connection, and_, exists, not_, or_

from bot import outbox
from bot.db import schema as stored
from bot.outbox import Notice, PostKind
from bot.tables import deadlines, lobby, marking, queries
from bot.tables.absent import is_here
from bot.tables.deadlines import Clock
from bot.tables.step import Step
from bot.tables.table import Table

log = logging.getLogger(__name__)


def rest(step: Step) -> None:
    """Begin the rest of a table."""
    lobby.changed(step.db, step.table, paused_at=step.now)
    step.start_clock(Clock.PAUSED, deadlines.PAUSED_CLOSES_AFTER)
    step.give_notice(Notice.PAUSED)
    marking.show_anew(step.db, step.table)


def go_on(step: Step) -> None:
    """End the rest of a table, whoever decided it."""
    _end(step)
    step.give_notice(Notice.RESUMED)
    marking.show_anew(step.db, step.table)


def fall_asleep(step: Step) -> None:
    """Have a table rest at which nobody is any more; one that rests already is left to it.

    Where those who are away were asked to stop, it sleeps no longer than they have time to answer.
    """
    if step.clock(Clock.PAUSED) is None:
        asked_until = step.clock(Clock.STOPPING)
        until = step.now + deadlines.PAUSED_CLOSES_AFTER if asked_until is None else asked_until
        step.start_clock(Clock.PAUSED, until - step.now)
    if step.table.paused_at is None:
        step.facts["paused_at"] = step.now
        step.read_again()
    outbox.show_again(step.db, step.table.table_id, PostKind.DESK)


def wake(step: Step) -> None:
    """Have a table go on that sleeps, for somebody is back."""
    _end(step)
    step.read_again()


def _end(step: Step) -> None:
    db, table = step.db, step.table
    assert table.paused_at is not None
    lobby.changed(db, table, paused_at=None)
    step.change_clocks({Clock.PAUSED, Clock.CROWDED}, {})
    deadlines.rested(db, table.table_id, table.paused_at, step.now)
    step.read_clocks()


def follow_the_game(step: Step) -> None:
    """Have a running table rest while its game is not here, and go on once it is back."""
    if step.standing_if_started() is None:
        wait_for_the_game(step)
    elif has_to_follow(step.db, step.table):
        (fall_asleep if step.table.is_deserted else go_on)(step)


def wait_for_the_game(step: Step, why: str = "") -> bool:
    """Have a running table rest because its game is not here; False if it rests already."""
    if step.table.paused_at is not None:
        return False
    lobby.changed(step.db, step.table, paused_at=step.now)
    step.give_notice(Notice.ABSENT)
    game = f"its game {step.table.game!r} is not here"
    log.warning("table %s rests: %s", step.table.table_id, f"{game}: {why}" if why else game)
    return True


def follows_not_yet() -> ColumnElement[bool]:
    """Tell the running tables of which `has_to_follow` holds."""
    is_ending = exists().where(
        stored.deadlines.c.table_id == stored.tables.c.table_id, stored.deadlines.c.kind == Clock.PAUSED
    )
    rests = stored.tables.c.paused_at.is_not(None)
    return or_(and_(not_(queries.counted()), not_(rests)), and_(queries.counted(), rests, not_(is_ending)))


def has_to_follow(db: Connection, table: Table) -> bool:
    """Whether a running table has yet to rest because its game is not here, or to go on because it is back.

    A rest that a host began has a clock on which it ends; that for want of a game has none.
    """
    if not is_here(table.game):
        return table.paused_at is None
    return table.paused_at is not None and deadlines.find(db, table.table_id, Clock.PAUSED) is None
