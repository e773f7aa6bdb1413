"""INSERT with ON CONFLICT in either dialect, and long queries in pages: one transaction a page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Executable, RowMapping, Select, Table, tuple_
from sqlalchemy.dialects import postgresql, sqlite

A_PAGE = 1000
"""Rows of a page."""

AT_ONCE = 50
"""Tables whose rows are one page."""

Read = Callable[..., Awaitable[Any]]
"""Runs a function in a transaction that may only read, as `Database.read` does."""


def inserting(dialect: str, table: Table) -> Any:
    """Return an INSERT with `on_conflict_do_update` and `on_conflict_do_nothing`; `dialect` is `db.dialect.name`."""
    return (sqlite if dialect == "sqlite" else postgresql).insert(table)


async def by_key(
    read: Read, wanted: Select[Any], *key: ColumnElement[Any]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield pages of rows in the order of a key, which is unique among them and one of their columns."""
    page = wanted.order_by(*key).limit(A_PAGE)
    while found := await read(rows, page):
        yield found
        if len(found) < A_PAGE:
            return
        last = tuple(found[-1][column] for column in key)
        page = wanted.where(tuple_(*key) > last).order_by(*key).limit(A_PAGE)


async def by_table(
    read: Read, named: Executable, wanted: Callable[[Sequence[str]], Select[Any]]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield rows of the tables whose ids `named` selects, for `AT_ONCE` tables at a time."""
    async for table_ids in ids(read, named):
        if found := await read(rows, wanted(table_ids)):
            yield found


async def ids(read: Read, named: Executable) -> AsyncIterator[Sequence[str]]:
    """Yield the ids of tables, `AT_ONCE` at a time."""
    every = await read(lambda db: sorted(set(db.scalars(named))))
    for start in range(0, len(every), AT_ONCE):
        yield every[start : start + AT_ONCE]


def rows(db: Connection, wanted: Executable) -> Sequence[RowMapping]:
    """Return all rows of a query."""
    return db.execute(wanted).mappings().all()
