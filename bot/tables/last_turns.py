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
    for seat in forgotten:
        found[seat] = await _since(standings, db, table, seat, decided[seat]) if seat in decided else NOTHING
    return {seat: since or NOTHING for seat, since in found.items()}


async def _since(standings: StandingCache, db: AsyncConnection, table: Table, seat: int, last: int) -> Since:
    told = await standings.told(db, table, last)
    since = _after_last_decision(told, seat) or last + 1
    rest = [each for each in told if each.row.n >= since]
    return Since(await standings.earlier(db, table, since), rest) if rest else NOTHING


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
