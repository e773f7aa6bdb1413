"""Rows that may be there already: the one kind of statement that each backend's dialect has as its own."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def inserting(dialect: str, table: Table) -> Any:
    """Begin to insert into a table where `on_conflict_do_update` and `on_conflict_do_nothing` can be said.

    `dialect` is the name of the connection's: `db.dialect.name`.
    """
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)
