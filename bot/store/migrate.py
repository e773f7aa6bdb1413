"""Bringing a database up to date, in one transaction, before anybody uses it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import sqlite
from bot.store.errors import StoreError
from bot.store.transaction import patiently, transaction, unbroken

VERSION_TABLE = "paddock_version"
"""Named after the program, so that no other program's database is taken for ours."""

log = logging.getLogger(__name__)


def migrations() -> Config:
    """Return Alembic's configuration: the migrations that are packaged with the program."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "os")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(migrations())


async def migrate(address: URL) -> None:
    """Make a new database or bring an old one up to date; one that is up to date is left alone.

    A killed process leaves the database as it was, and of two that start together one does the work. Before
    an existing database is changed a copy of it is put beside it. Raises `StoreError`.
    """
    file = sqlite.file_of(address)
    sqlite.check_file(file)
    async with _transaction(address, "BEGIN IMMEDIATE") as db:
        await _bring_up_to_date(db, file)
    with sqlite.explaining(file):
        await patiently(lambda: asyncio.to_thread(sqlite.use_write_ahead_log, file))


async def require_current(address: URL) -> None:
    """Raise `StoreError` unless the database is there and at the newest version."""
    file = sqlite.file_of(address)
    sqlite.check_there(file)
    async with _transaction(address, "BEGIN") as db:
        if await db.run_sync(_version, file) != _scripts().get_current_head():
            raise StoreError(f"{file} is of an older version; start Paddock once to bring it up to date.")


@asynccontextmanager
async def _transaction(address: URL, begin: sqlite.Begin) -> AsyncIterator[AsyncConnection]:
    # Foreign keys cannot be switched off within a transaction, and a migration that rebuilds a table must.
    engine = sqlite.engine(address, connections=1, begin=begin, foreign_keys=False)
    try:
        with sqlite.explaining(sqlite.file_of(address)):
            async with transaction(engine) as db:
                yield db
    finally:
        await unbroken(engine.dispose())


async def _bring_up_to_date(db: AsyncConnection, file: Path) -> None:
    newest = _scripts().get_current_head()
    found = await db.run_sync(_version, file)
    if found == newest:
        return
    async with _copied(file, found):
        await db.run_sync(_upgrade)
        if broken := await db.run_sync(sqlite.broken_references):
            raise StoreError(f"{file} could not be brought up to date: rows of {broken[0]} point to nothing.")
    log.info("The database %s is now at version %s (was: %s).", file, newest, found or "new")


@asynccontextmanager
async def _copied(file: Path, version: str | None) -> AsyncIterator[None]:
    """Keep a copy of a database that is not new for what happens to it now, unless that fails.

    Until then it is called unfinished. Those that killed starts left make room for the next one of this version: by it
    the database proved to be as it was.
    """
    if version is None:
        yield
        return
    copy = file.with_name(f"{file.name}.{version}-{time.time_ns() // 1_000_000}.bak")
    unfinished = copy.with_suffix(".unfinished")
    await asyncio.to_thread(sqlite.copy, file, unfinished)
    for other in file.parent.glob(f"*{unfinished.suffix}"):
        if other.name.startswith(f"{file.name}.{version}-") and other != unfinished:
            other.unlink(missing_ok=True)
    try:
        yield
    except BaseException:
        # The database stays as it was. Who starts the program over and over would fill the disk with copies.
        unfinished.unlink(missing_ok=True)
        raise
    unfinished.rename(copy)


def _version(db: Connection, file: Path) -> str | None:
    """Return the database's version, None if it is new; raises `StoreError` if it is not ours or too new."""
    names = inspect(db).get_table_names()
    if not names:
        return None
    if VERSION_TABLE not in names:
        raise StoreError(f"{file} belongs to another program; name another file for Paddock's database.")
    version = MigrationContext.configure(db, opts={"version_table": VERSION_TABLE}).get_current_revision()
    if version not in {script.revision for script in _scripts().walk_revisions()}:
        raise StoreError(f"{file} was last used by a newer Paddock (version {version}); update this one.")
    return version


def _upgrade(db: Connection) -> None:
    config = migrations()
    config.attributes["connection"] = db
    command.upgrade(config, "head")
