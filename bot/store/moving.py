"""Moving all data from one database to another, such as from a SQLite file to PostgreSQL, and proving that it arrived.

The target is filled in one transaction. Before that is committed every row is read back and compared with the source,
value by value and in the order of its key; so a move that is killed or finds a difference leaves the target empty.
Until then nobody writes to the source: what is moved is all there is.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Column, Integer, Row, Table, bindparam, func, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.backend import Backend, backend_at
from bot.store.errors import Misconfigured, StoreError
from bot.store.migrate import migrate, require_current
from bot.store.schema import metadata
from bot.store.transaction import transaction, unbroken

AT_ONCE = 1_000
"""Rows that are read, written and compared at once."""

TOLD_EVERY = 5.0
"""Seconds between two words on how far the move has come."""

Tell = Callable[[str], object]
"""Is told in one line how far the move has come."""


class Moved(NamedTuple):
    """A table that was moved and compared."""

    table: str
    rows: int
    digest: str
    """SHA-256 of all rows in the order of their keys, in hex: the same of the same rows, whichever backend has them."""


@dataclass(slots=True)
class _Side:
    """One of the two databases, in its transaction."""

    backend: Backend
    db: AsyncConnection

    def pages(self, table: Table) -> AsyncIterator[Sequence[Row[Any]]]:
        return self.backend.pages(self.db, table, AT_ONCE)


async def move_data(source_url: str, target_url: str, tell: Tell) -> list[Moved]:
    """Move all data to an empty database, which is made up to date first; return what was moved, by table.

    The source stays as it is. Raises `StoreError`, and leaves no row in the target, if the source is in use, before or
    while it is moved, of another version or not there, if the target is in use or not empty, or if a row cannot be kept
    there as it is.
    """
    source, target = backend_at(source_url), backend_at(target_url)
    if source.place == target.place:
        raise Misconfigured(f"{source.place} cannot be moved to itself.")
    source.check_there()
    await source.require_unused()
    await require_current(source)
    await migrate(target)
    await target.require_unused()
    async with (
        _opened(source, source.migrator(is_changing=True)) as out_of,
        _opened(target, target.migrator(is_changing=True)) as into,
    ):
        await source.keep_others_out(out_of.db)
        await source.keep_as_it_is(out_of.db)
        await target.keep_others_out(into.db)
        await _require_empty(into)
        progress = _Progress(tell)
        moved = [await _move(out_of, into, table, progress) for table in metadata.sorted_tables]
        if broken := await into.db.run_sync(target.broken_references):
            raise StoreError(f"{source.place} holds rows of {broken[0]} that point to nothing.")
        await source.require_still_unused(out_of.db)  # it would go on there, with what is left behind
    return moved


@asynccontextmanager
async def _opened(backend: Backend, engine: AsyncEngine) -> AsyncIterator[_Side]:
    """Begin a transaction, and leave no connection behind."""
    try:
        with backend.explaining():
            async with transaction(backend, engine) as db:
                yield _Side(backend, db)
    finally:
        await unbroken(engine.dispose())


async def _require_empty(target: _Side) -> None:
    for table in metadata.sorted_tables:
        if (await target.db.execute(select(table).limit(1))).first() is not None:
            raise Misconfigured(
                f"{target.backend.place} is not empty: it has rows in {table.name}. Nothing was moved."
            )


async def _move(source: _Side, target: _Side, table: Table, progress: _Progress) -> Moved:
    total = int(await source.db.scalar(select(func.count()).select_from(table)) or 0)
    progress.begin(table.name, total)
    await _copy(source, target, table, progress)
    for column in _numbered(table):
        await target.backend.count_from(
            target.db, column, await source.backend.last_number(source.db, column)
        )
    progress.begin(table.name, total, "compared")
    return await _compare(source, target, table, progress)


async def _copy(source: _Side, target: _Side, table: Table, progress: _Progress) -> None:
    later = _to_itself(table)
    postponed: list[dict[str, Any]] = []
    async for page in source.pages(table):
        rows = [dict(row._mapping) for row in page]  # noqa: SLF001 - SQLAlchemy's documented accessor
        for row in rows:
            if any(row[column.name] is not None for column in later):
                names = (*table.primary_key, *later)
                postponed.append({f"the_{column.name}": row[column.name] for column in names})
                row.update({column.name: None for column in later})
        await _written(target, table, progress, target.db.execute(insert(table), rows))
        progress.count(len(rows))
    if postponed:
        this = [column == bindparam(f"the_{column.name}") for column in table.primary_key]
        values: dict[str, Any] = {column.name: bindparam(f"the_{column.name}") for column in later}
        await _written(
            target, table, progress, target.db.execute(update(table).where(*this).values(values), postponed)
        )


async def _written(target: _Side, table: Table, progress: _Progress, statement: Any) -> None:
    """Write rows; those that the target cannot hold are named by where they stand, for their values are private."""
    try:
        await statement
    except DBAPIError as error:
        if target.backend.is_busy(error) or target.backend.is_lost(error):
            raise
        raise StoreError(
            f"A row of {table.name} cannot be kept in {target.backend.place} "
            f"(one of the {AT_ONCE} after row {progress.rows}): {_kind(error)}."
        ) from error


def _kind(error: DBAPIError) -> str:
    """Name what kind of error it is, and nothing of the row."""
    return str(getattr(error.orig, "sqlstate", None) or type(error).__name__)


async def _compare(source: _Side, target: _Side, table: Table, progress: _Progress) -> Moved:
    """Read both sides in the order of their keys and compare every value of every row."""
    wanted, found = hashlib.sha256(), hashlib.sha256()
    rows = 0
    there = target.pages(table)
    async for page in source.pages(table):
        other = await anext(there, ())
        for row, copy in zip(page, other, strict=False):
            if _plain(row) != _plain(copy):
                raise _Differs(table, rows)
            wanted.update(_bytes(row))
            found.update(_bytes(copy))
            rows += 1
        if len(page) != len(other):
            raise _Differs(table, rows)
        progress.count(len(page))
    if await anext(there, None) is not None or wanted.digest() != found.digest():
        raise _Differs(table, rows)
    return Moved(table.name, rows, found.hexdigest())


class _Differs(StoreError):
    def __init__(self, table: Table, row: int) -> None:
        super().__init__(
            f"Row {row + 1} of {table.name}, in the order of its key, is not the same in both databases. "
            "Nothing was moved."
        )


def _plain(row: Row[Any]) -> tuple[tuple[type, Any], ...]:
    """Return values with their types: 1 is not True, and neither is text."""
    return tuple((type(value), value) for value in row)


def _bytes(row: Row[Any]) -> bytes:
    return repr(tuple(row)).encode() + b"\n"


def _numbered(table: Table) -> list[Column[int]]:
    """Return the column whose values the database gives by itself, if the table has one."""
    column = table.autoincrement_column
    return [column] if column is not None and isinstance(column.type, Integer) else []


def _to_itself(table: Table) -> list[Column[Any]]:
    """Return columns that point to rows of the same table, which may not be there yet when a row is written."""
    return [key.parent for key in table.foreign_keys if key.column.table is table]


class _Progress:
    """Says how far the move has come: every table once, and long ones now and then."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._clock = asyncio.get_running_loop().time
        self.rows = 0

    def begin(self, table: str, total: int, done: str = "copied") -> None:
        """A table of so many rows is copied, or compared, from now on."""
        self._table, self._total, self._done = table, total, done
        self.rows = 0
        self._told_at = self._clock()

    def count(self, rows: int) -> None:
        """So many rows more are done."""
        self.rows += rows
        if self._clock() - self._told_at >= TOLD_EVERY:
            self._told_at = self._clock()
            self._tell(f"{self._table}: {self.rows:,} of {self._total:,} rows {self._done}")
