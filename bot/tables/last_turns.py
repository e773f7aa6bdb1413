"""What happened at a table since a seat decided last: the rows of its log from that one on, and where it stood."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from bot.db.schema import log
from bot.tables.games import Games
from bot.tables.standing import Standing, Told, read_told, standings_of
from bot.tables.table import Table


class Since(NamedTuple):
    """What a seat decided last, and what happened since."""

    before: Standing | None = None
    """Where the table stood before that."""
    told: Sequence[Told] = ()
    own: int = 0
    """How many of these rows, the first of them, are that decision and what it forced; 0: they are not among them."""


NOTHING = Since()
"""The seat has never decided anything: it has missed nothing."""


def since_last_turns(
    db: Connection, games: Games, table: Table, seats: Collection[int]
) -> Mapping[int, Since]:
    """Read what happened since each of some seats decided last. Raises `Outdated`.

    What was decided in the place of a seat is news to it.
    """
    decided = _last_decisions(db, table, seats) if seats else {}
    if not decided:
        return dict.fromkeys(seats, NOTHING)
    told = read_told(db, table, min(decided.values()))
    before = standings_of(db, games, table, {*decided.values()})
    found = dict.fromkeys(seats, NOTHING)
    for seat, first in decided.items():
        rows = [each for each in told if each.row.n >= first]
        found[seat] = Since(before[first], rows, _with_forced(rows))
    return found


def _with_forced(rows: Sequence[Told]) -> int:
    """Count the first row and those that it forced."""
    return next((n for n, each in enumerate(rows) if n and not each.row.auto), len(rows))


def _last_decisions(db: Connection, table: Table, seats: Collection[int]) -> Mapping[int, int]:
    """Return by seat the row that its person or computer player decided last."""
    wanted = (
        select(log.c.seat, func.max(log.c.n).label("last"))
        .where(log.c.table_id == table.table_id, log.c.seat.in_(seats))
        .where(log.c.taken_by.is_(None), log.c.auto.is_(False))
        .group_by(log.c.seat)
    )
    return {row.seat: row.last for row in db.execute(wanted)}
