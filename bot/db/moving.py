"""Copying all data to an empty database, such as from a SQLite file to PostgreSQL."""

from __future__ import annotations

from sqlalchemy import Connection, Table, bindparam, func, insert, select, update
from sqlalchemy.exc import DataError, IntegrityError

from bot.db.backend import backend_at
from bot.db.errors import DatabaseUnusable, Misconfigured
from bot.db.migrate import broken_references, migrate, require_current
from bot.db.schema import metadata

PAGED = {"yield_per": 1000}


def move_data(source_url: str, target_url: str) -> dict[str, int]:
    """Copy all rows; return how many, by table. Raises `DatabaseUnusable`, and then nothing was copied. Blocks."""
    source, target = backend_at(source_url), backend_at(target_url)
    if source.place == target.place:
        raise Misconfigured(f"{source.place} cannot be moved to itself.")
    for backend in (source, target):  # before our own connections: a server sees them for a while
        backend.require_unused()
    require_current(source)
    migrate(target)
    with source.migration() as old, target.migration() as new:
        if full := [name for name, rows in _counts(new).items() if rows]:
            raise Misconfigured(f"{target.place} is not empty: it has rows in {full[0]}.")
        for table in metadata.sorted_tables:
            try:
                _copy(old, new, table)
            except (DataError, IntegrityError):  # which may quote the row
                raise DatabaseUnusable(f"{target.place} cannot keep a row of {table.name}.") from None
        if (moved := _counts(new)) != _counts(old) or broken_references(new):
            raise DatabaseUnusable(
                f"{source.place} was changed meanwhile, or has rows that point to nothing."
            )
    return moved


def _counts(db: Connection) -> dict[str, int]:
    counting = ((table.name, select(func.count()).select_from(table)) for table in metadata.sorted_tables)
    return {name: db.execute(count).scalar_one() for name, count in counting}


def _copy(old: Connection, new: Connection, table: Table) -> None:
    """Copy a table; columns that point to rows of the same table are filled once these are there."""
    own = {key.parent.name: None for key in table.foreign_keys if key.column.table is table}
    for page in old.execute(select(table), execution_options=PAGED).mappings().partitions():
        new.execute(insert(table), [{**row, **own} for row in page])
    for name in own:
        (key,), column = table.primary_key, table.c[name]
        pairs = select(key.label("row"), column.label("to")).where(column.is_not(None))
        point = update(table).where(key == bindparam("row")).values({name: bindparam("to")})
        for page in old.execute(pairs, execution_options=PAGED).mappings().partitions():
            new.execute(point, list(map(dict, page)))
    if new.dialect.name == "postgresql" and (numbered := table.autoincrement_column) is not None:
        sequence = func.pg_get_serial_sequence(table.name, numbered.name)
        new.execute(select(func.setval(sequence, func.max(numbered))))
