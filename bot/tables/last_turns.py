"""What happened at a table since somebody decided last: the rows of its log from there on, and where it stood."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.schema import log
from bot.tables.standing import Standing, Told
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Table


class Since(NamedTuple):
    """What happened since a seat decided last."""

    before: Standing | None = None
    """Where the table stood then."""
    told: Sequence[Told] = ()


NOTHING = Since()
"""Nothing happened since, or the seat has never decided anything: it has missed nothing."""


def remembered(standings: StandingCache, table: Table, seat: int) -> Since | None:
    """Say what happened since a seat decided last; None where that is not remembered."""
    newest = standings.newest_rows(table)
    since = _after_last_decision(newest, seat)
    if since is None:
        return NOTHING if newest and newest[0].row.n == 0 else None
    told = [each for each in newest if each.row.n >= since]
    if not told:
        return NOTHING
    before = standings.remembered_moment(table, since)
    return Since(before, told) if before else None


async def read(
    standings: StandingCache, db: AsyncConnection, table: Table, seats: Collection[int]
) -> Mapping[int, Since]:
    """Say of several seats what happened since they decided last. Raises `Outdated`."""
    found = {seat: remembered(standings, table, seat) for seat in seats}
    forgotten = [seat for seat, since in found.items() if since is None]
    decided = await _last_decisions(db, table, forgotten) if forgotten else {}
    missed = await _missed(standings, db, table, decided) if decided else {}
    return {seat: since or missed.get(seat, NOTHING) for seat, since in found.items()}


async def _missed(
    standings: StandingCache, db: AsyncConnection, table: Table, decided: Mapping[int, int]
) -> Mapping[int, Since]:
    """Say what happened since the rows with which some seats decided last; read once for all of them."""
    told = await standings.told(db, table, min(decided.values()))
    ends = {seat: _after_last_decision(told, seat) or last + 1 for seat, last in decided.items()}
    news = {seat: [each for each in told if each.row.n >= since] for seat, since in ends.items()}
    before = await standings.moments(db, table, {ends[seat] for seat, rest in news.items() if rest})
    return {seat: Since(before[ends[seat]], rest) for seat, rest in news.items() if rest}


def _after_last_decision(told: Sequence[Told], seat: int) -> int | None:
    """Return the row that follows what a seat decided last, and what that forced; None if that is not among them.

    What was decided in its place is news to it.
    """
    since = None
    for row, taken in told:
        if row.seat == seat and row.action is not None and not row.auto and taken is None:
            since = row.n + 1
        elif row.n == since and row.auto:
            since += 1
    return since


async def _last_decisions(db: AsyncConnection, table: Table, seats: Collection[int]) -> Mapping[int, int]:
    wanted = (
        select(log.c.seat, func.max(log.c.n).label("last"))
        .where(log.c.table_id == table.table_id, log.c.seat.in_(seats))
        .where(log.c.taken_by.is_(None), log.c.auto.is_(False))
        .group_by(log.c.seat)
    )
    return {row.seat: row.last for row in await db.execute(wanted)}
