"""Clocks of tables that have playing hours, where many are set later at once: SQL cannot count their time.

There are few of them among all, so they are read and written one by one, while all others are set in one statement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, bindparam, or_, select, update

from bot.db.schema import deadlines, tables
from bot.tables.playing_hours import PlayingHours

IN_HOURS = ("turn", "half", "window", "game")
"""Which clocks count playing time alone, by what their kinds begin with; all others count any."""
AT_A_MOMENT = ("open", "offer")
"""Which clocks are never set later, by what their kinds begin with: when hours begin, and when an offer ends."""


class InHours(NamedTuple):
    """A clock that counts playing time alone."""

    table_id: str
    kind: str
    due_at: int
    set_at: int
    paused_at: int | None
    hours: PlayingHours

    def put_off(self, since: int, now: int, *, set_at: int) -> InHours:
        """Have as much left of it now as there was at a moment before."""
        return self._replace(due_at=self.hours.put_off(self.due_at, since, now), set_at=set_at)


def counts_hours() -> ColumnElement[bool]:
    """Tell the clocks that count playing time alone."""
    has_hours = select(tables.c.table_id).where(tables.c.hours.is_not(None))
    kinds = or_(*(deadlines.c.kind.startswith(kind) for kind in IN_HOURS))
    return and_(kinds, deadlines.c.table_id.in_(has_hours))


def is_set_at_once() -> ColumnElement[bool]:
    """Tell the clocks that are set later by one statement: they count any time, and end at no fixed moment."""
    is_fixed = or_(*(deadlines.c.kind.startswith(kind) for kind in AT_A_MOMENT))
    return and_(~counts_hours(), ~is_fixed)


def read(db: Connection, *these: ColumnElement[bool]) -> Sequence[InHours]:
    """Read those of some clocks that count playing time alone."""
    rows = db.execute(
        select(
            deadlines.c.table_id,
            deadlines.c.kind,
            deadlines.c.due_at,
            deadlines.c.set_at,
            tables.c.paused_at,
            tables.c.hours,
        )
        .join(tables, tables.c.table_id == deadlines.c.table_id)
        .where(counts_hours(), *these)
        .order_by(deadlines.c.table_id, deadlines.c.kind)
    )
    return [InHours(*row[:-1], hours=PlayingHours.read(row.hours)) for row in rows]


_SET = (
    update(deadlines)
    .where(deadlines.c.table_id == bindparam("table"), deadlines.c.kind == bindparam("which"))
    .values(due_at=bindparam("due"), set_at=bindparam("set"))
)


def grant(db: Connection, clocks: Sequence[InHours], now: int, least: int) -> set[str]:
    """Have no such clock run out before so much playing time has passed; return which tables' were to.

    The reminder at half of a seat's time moves with the end of that time.
    """
    ends = {(clock.table_id, clock.kind): clock for clock in clocks}
    moved = [later for clock in clocks if (later := _granted(clock, ends, now, least)) is not clock]
    write(db, moved)
    return {clock.table_id for clock in moved}


def _granted(clock: InHours, ends: Mapping[tuple[str, str], InHours], now: int, least: int) -> InHours:
    kind, _, seat = clock.kind.partition(":")
    end = ends.get((clock.table_id, f"turn:{seat}")) if kind == "half" else clock
    until = clock.hours.counted(now, least)
    if end is None or end.due_at >= until:
        return clock
    if end is clock:
        return clock._replace(due_at=until)
    return clock._replace(due_at=clock.hours.counted(clock.due_at, clock.hours.elapsed(end.due_at, until)))


def write(db: Connection, clocks: Sequence[InHours]) -> None:
    """Write when clocks run out, and when they were set."""
    if clocks:
        rows = [
            {"table": clock.table_id, "which": clock.kind, "due": clock.due_at, "set": clock.set_at}
            for clock in clocks
        ]
        db.execute(_SET, rows)
