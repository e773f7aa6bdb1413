"""The clocks of a running table: how long each seat has, and for how long a game goes on.

Where the table has playing hours they count no other time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection

from bot.tables.deadlines import Clock
from bot.tables.standing import Standing
from bot.tables.step import Step
from bot.tables.table import Table
from engines.core import TimeLimit

SECOND = 1000


def restart_clocks(db: Connection, step: Step, before: Standing | None, after: Standing) -> None:
    """Start the clock of every person who is asked something new, and stop those of who is asked no more.

    While a window is open its clock is the only one, whoever is present.
    """
    running = step.clocks
    deciding = set[int]() if after.window else {seat.number for seat in step.table.present} & set(after.asked)
    kept = {
        number
        for number in deciding
        if before and before.asked.get(number) == after.asked[number] and Clock.TURN.seat(number) in running
    }
    stopped = {kind for kind in running if _seat_of(kind) not in {None, *kept}}
    started = dict[str, int]()
    for number in sorted(deciding - kept):
        started |= _clocks(step, number)
    is_same = before is not None and before.asked == after.asked
    if after.window is None or not is_same or Clock.WINDOW not in running:
        stopped.add(Clock.WINDOW)
        started |= _window(step, after)
    step.change_clocks(db, stopped, started)


def start_clocks(db: Connection, step: Step, standing: Standing) -> None:
    """Start the clocks of a race that starts."""
    restart_clocks(db, step, None, standing)
    if limit := game_limit(step.table, standing):
        step.start_clock(db, Clock.GAME, limit.seconds * SECOND)
    step.expect_opening(db)


def game_limit(table: Table, standing: Standing) -> TimeLimit[Any] | None:
    """Return for how long a game may go on; None where only its rules end it."""
    game = standing.match.game
    return game.game_limit(game.options(table.options))


def _clocks(step: Step, number: int) -> dict[str, int]:
    """Say when the clocks of a seat run out that start now."""
    length = step.table.clock * SECOND
    return {
        Clock.TURN.seat(number): step.table.after(step.now, length),
        Clock.HALF.seat(number): step.table.after(step.now, length // 2),
    }


def _window(step: Step, standing: Standing) -> Mapping[str, int]:
    """Say when the clock of the open window runs out that starts now, if one is open."""
    window = standing.window
    return {Clock.WINDOW: step.table.after(step.now, window.seconds * SECOND)} if window else {}


def _seat_of(kind: str) -> int | None:
    """Tell whose time for a decision a clock measures, None: nobody's."""
    return int(kind.partition(":")[2]) if Clock.of(kind) in {Clock.TURN, Clock.HALF} else None


def leave_a_rest(db: Connection, step: Step, number: int) -> bool:
    """Give a seat that is reminded late half of its time from now on; whether its clock had to be set anew for that.

    A reminder that comes in its time leaves that half anyway, give or take what the bot needs to send it.
    """
    whole = step.table.clock * SECOND
    due_at = step.clock(Clock.TURN.seat(number))
    if due_at is None or step.table.between(step.now, due_at) >= whole // 4:
        return False
    step.start_clock(db, Clock.TURN.seat(number), whole // 2)
    return True
