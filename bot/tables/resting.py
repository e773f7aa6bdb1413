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
from bot.tables.deadlines import Clock
from bot.tables.games import Games
from bot.tables.step import Step

log = logging.getLogger(__name__)


def rest(db: Connection, step: Step) -> None:
    """Begin the rest of a table."""
    lobby.change(db, step, paused_at=step.now)
    step.start_clock(db, Clock.PAUSED, deadlines.PAUSED_CLOSES_AFTER)
    step.give_notice(db, Notice.PAUSED)
    marking.show_anew(db, step.table)


def go_on(db: Connection, step: Step) -> None:
    """End the rest of a table, whoever decided it."""
    _end(db, step)
    step.give_notice(db, Notice.RESUMED)
    marking.show_anew(db, step.table)


def fall_asleep(db: Connection, step: Step) -> None:
    """Have a table rest at which nobody is any more; one that rests already is left to it.

    Where those who are away were asked to stop, it sleeps no longer than they have time to answer.
    """
    if step.clock(Clock.PAUSED) is None:
        asked_until = step.clock(Clock.STOPPING)
        until = step.now + deadlines.PAUSED_CLOSES_AFTER if asked_until is None else asked_until
        step.start_clock(db, Clock.PAUSED, until - step.now)
    if step.table.paused_at is None:
        step.change(db, paused_at=step.now)
    outbox.show_again(db, step.table.table_id, PostKind.DESK)


def wake(db: Connection, step: Step) -> None:
    """Have a table go on that sleeps, for somebody is back."""
    _end(db, step)


def _end(db: Connection, step: Step) -> None:
    table = step.table
    assert table.paused_at is not None
    lobby.change(db, step, paused_at=None)
    step.change_clocks(db, {Clock.PAUSED, Clock.CROWDED}, {})
    deadlines.rested(db, table.table_id, table.paused_at, step.now)
    step.read_clocks(db)


def follow_the_game(db: Connection, step: Step) -> None:
    """Have a running table rest while its game is not here, and go on once it is back."""
    if step.standing_if_started(db) is None:
        wait_for_the_game(db, step)
    elif has_to_follow(step):
        (fall_asleep if step.table.is_deserted else go_on)(db, step)


def wait_for_the_game(db: Connection, step: Step, why: str = "") -> bool:
    """Have a running table rest because its game is not here; False if it rests already."""
    if step.table.paused_at is not None:
        return False
    lobby.change(db, step, paused_at=step.now)
    step.give_notice(db, Notice.ABSENT)
    game = f"its game {step.table.game!r} is not here"
    log.warning("table %s rests: %s", step.table.table_id, f"{game}: {why}" if why else game)
    return True


def follows_not_yet(games: Games) -> ColumnElement[bool]:
    """Tell the running tables of which `has_to_follow` holds."""
    is_ending = exists().where(
        stored.deadlines.c.table_id == stored.tables.c.table_id, stored.deadlines.c.kind == Clock.PAUSED
    )
    rests = stored.tables.c.paused_at.is_not(None)
    return or_(
        and_(not_(queries.counted(games.present())), not_(rests)),
        and_(queries.counted(games.present()), rests, not_(is_ending)),
    )


def has_to_follow(step: Step) -> bool:
    """Whether a running table has yet to rest because its game is not here, or to go on because it is back.

    A rest that a host began has a clock on which it ends; that for want of a game has none.
    """
    if not step.is_here:
        return step.table.paused_at is None
    return step.table.paused_at is not None and step.clock(Clock.PAUSED) is None
