"""What every table of the database is made in: how keys and indexes are called, columns, indexes of few rows."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ForeignKey, Index, MetaData, text

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def filled(name: str, kind: Any, *keys: ForeignKey, **options: Any) -> Column[Any]:
    """Return a column that every row fills."""
    return Column(name, kind, *keys, nullable=False, **options)


def index_of_few(name: str, few: str, *columns: Column[Any], unique: bool = False) -> None:
    """Keep an index of the few rows that are looked for, however many others there are."""
    Index(name, *columns, unique=unique, sqlite_where=text(few), postgresql_where=text(few))
