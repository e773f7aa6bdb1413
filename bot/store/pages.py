"""Rows of a long query in pages, each read in a transaction of its own, so that nothing is held between two of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Executable, RowMapping, Select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

A_PAGE = 1000
"""Rows of a page."""

AT_ONCE = 50
"""Tables whose rows are one page."""

Reading: TypeAlias = Callable[[], AbstractAsyncContextManager[AsyncConnection]]
"""Begins a transaction that may only read."""


async def by_key(
    reading: Reading, wanted: Select[Any], *key: ColumnElement[Any]
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield rows in the order of a key, which is unique among them and part of what is wanted."""
    page = wanted.order_by(*key).limit(A_PAGE)
    while True:
        async with reading() as db:
            found = (await db.execute(page)).mappings().all()
        if found:
            yield found
        if len(found) < A_PAGE:
            return
        last = tuple(found[-1][column] for column in key)
        page = wanted.where(tuple_(*key) > last).order_by(*key).limit(A_PAGE)


async def by_table(
    reading: Reading,
    named: Executable,
    wanted: Callable[[Sequence[str]], Select[Any]],
) -> AsyncIterator[Sequence[RowMapping]]:
    """Yield what is wanted of the tables that are named, so many tables at once. Only their ids are all in memory."""
    async for table_ids in ids(reading, named):
        async with reading() as db:
            found = (await db.execute(wanted(table_ids))).mappings().all()
        if found:
            yield found


async def ids(reading: Reading, named: Executable) -> AsyncIterator[Sequence[str]]:
    """Yield the ids of tables, `AT_ONCE` at a time."""
    async with reading() as db:
        every: list[str] = sorted(set(await db.scalars(named)))
    for start in range(0, len(every), AT_ONCE):
        yield every[start : start + AT_ONCE]
