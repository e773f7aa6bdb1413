"""The clocks of a running table: how long each seat has, and for how long a game goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.tables import deadlines
from bot.tables.deadlines import Clock
from bot.tables.standing import Standing
from bot.tables.table import Table
from engines.core import TimeLimit

SECOND = 1000


async def restart_clocks(
    db: AsyncConnection, table: Table, before: Standing | None, after: Standing, now: int
) -> None:
    """Start the clock of every person who is asked something new, and stop those of who is asked no more."""
    running = await deadlines.of_table(db, table.table_id)
    deciding = {seat.number for seat in table.present} & set(after.asked)
    for kind in _seats_clocks(running):
        if int(kind.partition(":")[2]) not in deciding:
            await deadlines.clear(db, table.table_id, kind)
    for number in sorted(deciding):
        is_new = before is None or before.asked.get(number) != after.asked[number]
        if is_new or Clock.TURN.seat(number) not in running:
            await _start_clock(db, table, after, number, now)


async def start_clocks(db: AsyncConnection, table: Table, standing: Standing, now: int) -> None:
    """Start the clocks of a race that starts."""
    await restart_clocks(db, table, None, standing, now)
    if limit := game_limit(table, standing):
        await deadlines.put(db, table.table_id, Clock.GAME, now + limit.seconds * SECOND, now=now)


def game_limit(table: Table, standing: Standing) -> TimeLimit[Any] | None:
    """Return for how long a game may go on; None where only its rules end it."""
    game = standing.match.game
    return game.game_limit(game.options(table.options))


async def _start_clock(db: AsyncConnection, table: Table, standing: Standing, number: int, now: int) -> None:
    limit = standing.limit(number)
    length = (limit.seconds if limit else table.clock) * SECOND
    await deadlines.put(db, table.table_id, Clock.TURN.seat(number), now + length, now=now)
    if limit is None:
        await deadlines.put(db, table.table_id, Clock.HALF.seat(number), now + length // 2, now=now)
    else:
        await deadlines.clear(db, table.table_id, Clock.HALF.seat(number))


async def leave_a_rest(db: AsyncConnection, table: Table, number: int, now: int) -> bool:
    """Give a seat that is reminded late half of its time from now on; whether its clock had to be set anew for that.

    A reminder that comes in its time leaves that half anyway, give or take what the bot needs to send it.
    """
    whole = table.clock * SECOND
    due_at = await deadlines.find(db, table.table_id, Clock.TURN.seat(number))
    if due_at is None or due_at - now >= whole // 4:
        return False
    await deadlines.put(db, table.table_id, Clock.TURN.seat(number), now + whole // 2, now=now)
    return True


def _seats_clocks(kinds: Iterable[str]) -> list[str]:
    return [kind for kind in kinds if Clock.of(kind) in {Clock.TURN, Clock.HALF}]
