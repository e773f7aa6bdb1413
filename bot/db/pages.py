"""Rows of a long query in pages, each read in a transaction of its own, so that nothing is held between two of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from sqlalchemy import ColumnElement, Connection, Executable, RowMapping, Select, tuple_

A_PAGE = 1000
"""Rows of a page."""

AT_ONCE = 50
"""Tables whose rows are one page."""

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


class Read(Protocol):
    """Runs a function in a transaction that may only read, as `Database.read` does."""

    async def __call__(
        self,
        work: Callable[Concatenate[Connection, Arguments], Answer],
        *arguments: Arguments.args,
        **named: Arguments.kwargs,
    ) -> Answer:
        """Return what the function returns."""


async def by_key(
    read: Read, wanted: Select[Any], *key: ColumnElement[Any]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield rows in the order of a key, which is unique among them and part of what is wanted."""
    page = wanted.order_by(*key).limit(A_PAGE)
    while True:
        found = await read(rows, page)
        if found:
            yield found
        if len(found) < A_PAGE:
            return
        last = tuple(found[-1][column] for column in key)
        page = wanted.where(tuple_(*key) > last).order_by(*key).limit(A_PAGE)


async def by_table(
    read: Read,
    named: Executable,
    wanted: Callable[[Sequence[str]], Select[Any]],
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield what is wanted of the tables that are named, so many tables at once. Only their ids are all in memory."""
    async for table_ids in ids(read, named):
        found = await read(rows, wanted(table_ids))
        if found:
            yield found


async def ids(read: Read, named: Executable) -> AsyncIterator[Sequence[str]]:
    """Yield the ids of tables, `AT_ONCE` at a time."""
    every = await read(_ids, named)
    for start in range(0, len(every), AT_ONCE):
        yield every[start : start + AT_ONCE]


def rows(db: Connection, wanted: Executable) -> Sequence[RowMapping]:
    """Return all rows of a query."""
    return db.execute(wanted).mappings().all()


def _ids(db: Connection, named: Executable) -> list[str]:
    return sorted(set(db.scalars(named)))
