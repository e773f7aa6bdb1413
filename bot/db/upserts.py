"""INSERT with ON CONFLICT, which SQLAlchemy has in each dialect."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def inserting(dialect: str, table: Table) -> Any:
    """Return an INSERT with `on_conflict_do_update` and `on_conflict_do_nothing`; `dialect` is `db.dialect.name`."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)
