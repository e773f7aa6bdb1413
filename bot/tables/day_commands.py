"""Whether a race day goes on: it rests and is resumed, or it ends before its game does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from bot.outbox import Notice
from bot.tables import attendance, deadlines, ending, queries, resting, totes
from bot.tables.deadlines import Clock
from bot.tables.refusals import Refusal, Refused
from bot.tables.step import Step
from bot.tables.table import Status, Table
from bot.tables.tables import Tables


class Vote(NamedTuple):
    """What came of saying whether one would stop."""

    table: Table
    would: bool
    missing: Sequence[int]
    """Whose word it takes yet; of nobody: the table has ended."""
    counted: int
    """How many races count if it ends here; 0: every stake goes back."""
    until: int | None
    """When it ends if those who are away say nothing, in milliseconds since 1970 UTC; None: they are not waited for."""


def runs(_guild_id: int) -> None:
    """Return that the clocks of a server do not stand still."""
    return


def pause(
    db: Connection, step: Step, user_id: int, stands_still_since: Callable[[int], int | None] = runs
) -> None:
    """Let a table rest: nobody moves, no seat's clock runs. The host decides.

    `stands_still_since` returns since when the clocks of a server stand still, because Discord does not reach it.
    """
    step.table.require_running()
    step.require_here()
    step.table.require_host(user_id)
    step.table.require_own_host()
    if step.table.paused_at is not None:
        raise Refused(Refusal.PAUSED_ALREADY)
    step.require_seldom(db, Notice.PAUSED)
    still_since = stands_still_since(step.table.guild_id)
    if still_since is not None:
        deadlines.stood_still(db, still_since, step.now, table_id=step.table.table_id)
        step.read_clocks(db)
    resting.rest(db, step)


def resume(db: Connection, step: Step, user_id: int) -> None:
    """Let a table go on: every clock has as much left as it had. Who wakes one that sleeps is back."""
    step.standing(db)
    if step.table.is_asleep:
        attendance.come_back(db, step, user_id)
        return
    _require_may_resume(step, user_id)
    if step.table.paused_at is None:
        raise Refused(Refusal.NOT_PAUSED)
    resting.go_on(db, step)


async def follow_games(tables: Tables) -> None:
    """Have tables rest whose game is not here, and those go on whose game is back: before the clocks start."""
    these = resting.follows_not_yet(tables.games)
    for table_id in await tables.database.read(queries.running_tables, None, these):
        with suppress(Refused):  # one whose rules are gone ends
            await tables.step(resting.follow_the_game, table_id)


def vote_to_stop(db: Connection, step: Step, user_id: int, *, would: bool | None = None) -> Vote:
    """Say whether one would stop here, None: the contrary of before; once everybody agrees the table ends."""
    standing = step.standing(db)
    seat = step.table.require_seat(user_id)
    step.table.require_own_host()
    said = not seat.would_stop if would is None else would
    if said != seat.would_stop:
        if said:
            totes.require_no_bet(db, step, user_id)
            step.require_seldom(db, Notice.WOULD_STOP, seat.number)
        step.give_notice(db, Notice.WOULD_STOP if said else Notice.GOES_ON, seat.number)
        attendance.change_seat(db, step, seat, would_stop=said)
    table = step.table
    attendance.follow_change(db, step, standing)
    return Vote(
        table=table,
        would=said,
        missing=[seat.user_id for seat in ending.missing(table, standing) if seat.user_id],
        counted=ending.races_settled(standing),
        until=step.clock(Clock.STOPPING),
    )


def cancel(db: Connection, step: Step, user_id: int, *, may_manage: bool) -> Table:
    """End a table early; return it as it was, but for how many of its races count.

    Who manages the server decides, or the host, who needs everybody's word as soon as that is binding (see `ending`),
    which nobody can tell of a game that is not here. At a table of a race night neither may who races in that night,
    unless they race alone. Nobody does who has a bet on the race that is run.
    """
    table, standing = step.table, step.standing_if_started(db)
    ending.require_no_part(db, table, user_id)
    if standing is not None:
        totes.require_no_bet(db, step, user_id)
    if not may_manage:
        if table.status is Status.RUNNING:
            step.require_here()
        table.require_host(user_id)
        if table.status is Status.RUNNING:
            ending.require_agreed_with(table, step.standing(db), user_id)
    return replace(table, counted=ending.stop(db, step, standing, Status.CANCELLED))


def _require_may_resume(step: Step, user_id: int) -> None:
    """Refuse guests, but not for ever: after a day, or when the server needs the room, anybody there may go on."""
    paused_at = step.table.paused_at
    rests_long = paused_at is not None and step.now - paused_at >= deadlines.DAY
    if rests_long or step.clock(Clock.CROWDED) is not None:
        step.table.require_seat(user_id)
    else:
        step.table.require_host(user_id)
