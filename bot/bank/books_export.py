"""The books of a guild to take away, as pages of CSV.

Between two pages nothing of the database is held, a page looks at a bounded number of movements, and it is written down
in a thread: so books of any length, among those of any number of guilds, stand in nobody's way.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, or_, select

from bot.bank.accounts import AccountKind
from bot.db.schema import movements
from bot.db.statements import Read

COLUMNS = ("movement", "time", "from", "to", "coins", "reason", "table")

A_PAGE = 1000
"""Movements that are handed on at once."""

LOOKED_AT = 20_000
"""Movements of whatever guilds that are looked at for a page."""

_READ = ("movement_id", "at", "source", "target", "amount", "reason", "table_id")


class Page(NamedTuple):
    """Some movements as lines of CSV, each with its end of line."""

    movements: int
    written: bytes


async def pages(
    read: Read, guild: int, size: int = A_PAGE, looked_at: int = LOOKED_AT
) -> AsyncIterator[Page]:
    """Yield the movements of a guild, the newest first, after a page of no movement that names the columns.

    Each page is a transaction of its own; what moves once it has begun is not among them.
    """
    last = await read(_newest) + 1
    yield Page(0, _lines([COLUMNS]))
    while last > 1:
        least = last - looked_at
        found = await read(_between, guild, least, last, size)
        last = int(found[-1].movement_id) if len(found) == size else least
        if found:
            yield Page(len(found), await asyncio.to_thread(_written, found))


def _newest(db: Connection) -> int:
    return int(db.scalar(select(func.max(movements.c.movement_id))) or 0)


def _between(db: Connection, guild: int, least: int, last: int, size: int) -> Sequence[Any]:
    wanted = select(*(movements.c[name] for name in _READ)).where(_is_of(guild))
    those = wanted.where(movements.c.movement_id < last, movements.c.movement_id >= least)
    return db.execute(those.order_by(movements.c.movement_id.desc()).limit(size)).all()


def _is_of(guild: int) -> ColumnElement[bool]:
    """Tell movements of a guild by the names of their accounts: no index of these leads away from the newest first."""
    named = movements.c.source + ":"
    return or_(*(named.like(f"{kind}:{guild}:%") for kind in AccountKind))


def _written(rows: Sequence[Any]) -> bytes:
    return _lines(map(_cells, rows))


def _cells(row: Sequence[Any]) -> tuple[object, ...]:
    number, at, *facts, table = row
    moment = datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
    return (number, moment, *facts, table or "")


def _lines(rows: Iterable[Iterable[object]]) -> bytes:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().encode()
