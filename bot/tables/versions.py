"""The version of a table: whoever changes what is remembered of one raises it, in the same transaction.

It covers the table's own row, its seats, its clocks and what its server has set: all of that holds for as long as the
version is the same, whichever process changes it. Posts, logs and slips are not covered: they are read.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, update

from bot.db.schema import tables

RAISED: dict[str, Any] = {"version": tables.c.version + 1}
"""The next version, as a statement that changes a table sets it."""


def raise_of(db: Connection, table_id: str) -> None:
    """Raise the version of one table."""
    raise_where(db, tables.c.table_id == table_id)


def raise_where(db: Connection, these: ColumnElement[bool]) -> None:
    """Raise the version of some tables."""
    db.execute(update(tables).where(these).values(RAISED))
