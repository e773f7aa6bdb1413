"""What happened at a table since somebody decided last: the rows of its log from that one on, and where it stood."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.db.schema import log
from bot.tables.standing import Standing, Told
from bot.tables.standing_cache import StandingCache
from bot.tables.table import Table


class Since(NamedTuple):
    """What a seat decided last, and what happened since."""

    before: Standing | None = None
    """Where the table stood before that."""
    told: Sequence[Told] = ()
    own: int = 0
    """How many of these rows, the first of them, are that decision and what it forced; 0: they are not among them."""


NOTHING = Since()
"""Nothing happened since, or the seat has never decided anything: it has missed nothing."""


class _Own(NamedTuple):
    """The rows of what a seat decided last, and of what that forced."""

    first: int
    end: int
    """The row that follows them."""

    def since(self, before: Standing, told: Sequence[Told]) -> Since:
        """Say what happened from the first of them on."""
        return Since(before, [each for each in told if each.row.n >= self.first], self.end - self.first)

    def after(self, before: Standing, told: Sequence[Told]) -> Since:
        """Say what happened after them."""
        return Since(before, [each for each in told if each.row.n >= self.end])


def remembered(standings: StandingCache, table: Table, seat: int) -> Since | None:
    """Say what happened since a seat decided last; None where that is not remembered.

    Where it is remembered only how the table stood after that decision, it is said without it.
    """
    newest = standings.newest_rows(table)
    own = _last_decision(newest, seat)
    if own is None:
        return NOTHING if newest and newest[0].row.n == 0 else None
    if before := standings.remembered_moment(table, own.first):
        return own.since(before, newest)
    if own.end > newest[-1].row.n:
        return NOTHING
    after = standings.remembered_moment(table, own.end)
    return own.after(after, newest) if after else None


def read(
    standings: StandingCache, db: Connection, table: Table, seats: Collection[int]
) -> Mapping[int, Since]:
    """Say of several seats what happened since they decided last. Raises `Outdated`."""
    found = {seat: remembered(standings, table, seat) for seat in seats}
    forgotten = [seat for seat, since in found.items() if since is None]
    decided = _last_decisions(db, table, forgotten) if forgotten else {}
    missed = _missed(standings, db, table, decided) if decided else {}
    return {seat: since or missed.get(seat, NOTHING) for seat, since in found.items()}


def _missed(
    standings: StandingCache, db: Connection, table: Table, decided: Mapping[int, int]
) -> Mapping[int, Since]:
    """Say what happened from the rows on with which some seats decided last; read once for all of them."""
    told = standings.told(db, table, min(decided.values()))
    own = {seat: _last_decision(told, seat) or _Own(last, last + 1) for seat, last in decided.items()}
    before = standings.moments(db, table, {each.first for each in own.values()})
    return {seat: each.since(before[each.first], told) for seat, each in own.items()}


def _last_decision(told: Sequence[Told], seat: int) -> _Own | None:
    """Find what a seat decided last, and what that forced; None if that is not among these rows.

    What was decided in its place is news to it.
    """
    own = None
    for row, taken in told:
        if row.seat == seat and row.action is not None and not row.auto and taken is None:
            own = _Own(row.n, row.n + 1)
        elif own and row.n == own.end and row.auto:
            own = own._replace(end=row.n + 1)
    return own


def _last_decisions(db: Connection, table: Table, seats: Collection[int]) -> Mapping[int, int]:
    wanted = (
        select(log.c.seat, func.max(log.c.n).label("last"))
        .where(log.c.table_id == table.table_id, log.c.seat.in_(seats))
        .where(log.c.taken_by.is_(None), log.c.auto.is_(False))
        .group_by(log.c.seat)
    )
    return {row.seat: row.last for row in db.execute(wanted)}
