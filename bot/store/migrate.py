"""Bringing a database up to date, in one transaction, while nobody uses it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.backend import Backend
from bot.store.errors import Misconfigured, StoreError
from bot.store.schema import processes
from bot.store.transaction import transaction, unbroken

VERSION_TABLE = "paddock_version"
"""Named after the program, so that no other program's database is taken for ours."""

OLDEST = "0028"
"""The oldest version that is brought up to date."""

SILENCE = 20.0
"""Seconds without a beat of any process after which none is taken to live: longer than they take to bury one."""

LOOK_EVERY = 0.5
"""Seconds between looks for a beat."""

log = logging.getLogger(__name__)


def migrations() -> Config:
    """Return Alembic's configuration: the migrations that are packaged with the program."""
    config = Config()
    config.set_main_option("script_location", "bot.store:migrations")
    config.set_main_option("path_separator", "os")
    return config


@cache
def _scripts() -> ScriptDirectory:
    """Return the packaged migrations, read once: two dozen modules, which every opened database asks for."""
    return ScriptDirectory.from_config(migrations())


async def migrate(backend: Backend) -> None:
    """Make a new database or bring an old one up to date; one that is up to date is left alone.

    A killed process leaves the database as it was, and of two that start together one does the work. Before
    an existing file is changed a copy of it is put beside it. Raises `StoreError`, also where a process still serves
    from a database that would have to be changed.
    """
    backend.check_place()
    # The copy is left last: it is kept once the change is committed.
    async with AsyncExitStack() as copies, _transaction(backend, is_changing=True) as db:
        await backend.require_every_letter(db)
        await backend.keep_others_out(db)
        found = await _bring_up_to_date(db, backend, copies)
    if found != newest():
        log.info("%s is now at version %s (was: %s)", backend.place, newest(), found or "new")
    await backend.finish_migration()


async def require_current(backend: Backend) -> None:
    """Raise `StoreError` unless the database is there and at the newest version."""
    backend.check_there()
    async with _transaction(backend, is_changing=False) as db:
        if await db.run_sync(_version, backend.place) != newest():
            raise Misconfigured(
                f"{backend.place} is of an older version; start Paddock once to bring it up to date."
            )


def newest() -> str | None:
    """Return the version that a database of this program has."""
    return _scripts().get_current_head()


@asynccontextmanager
async def _transaction(backend: Backend, *, is_changing: bool) -> AsyncIterator[AsyncConnection]:
    engine = backend.migrator(is_changing=is_changing)
    try:
        with backend.explaining():
            async with transaction(backend, engine) as db:
                yield db
    finally:
        await unbroken(engine.dispose())


async def _bring_up_to_date(db: AsyncConnection, backend: Backend, copies: AsyncExitStack) -> str | None:
    """Migrate the database; return the version that it had, None if it is new."""
    found = await db.run_sync(_version, backend.place)
    if found == newest():
        return found
    if found is not None and backend.own_file is None:
        await _require_silence(db, backend.place)
    await copies.enter_async_context(backend.copied(found))
    await db.run_sync(_upgrade)
    if broken := await db.run_sync(backend.broken_references):
        raise StoreError(
            f"{backend.place} could not be brought up to date: rows of {broken[0]} point to nothing."
        )
    return found


async def _require_silence(db: AsyncConnection, place: str) -> None:
    """Raise `StoreError` if a process serves from this database; one that was killed has left a beat that stands still.

    The others that start wait for this transaction, and have made no beat before it ends.
    """
    if not (before := await _beats(db)):
        return
    log.warning(
        "%s may be in use: waiting for %.0f s to see that nobody lives before it is changed", place, SILENCE
    )
    clock = asyncio.get_running_loop().time
    is_over = clock() + SILENCE
    while clock() < is_over:
        await asyncio.sleep(LOOK_EVERY)
        beats = await _beats(db)
        if living := beats - before:
            shards = ", ".join(sorted({shards or "all shards" for _, shards, _ in living}))
            raise StoreError(
                f"{place} has to be changed for this version, and another process still serves from it ({shards}): "
                "stop all of them, then start again."
            )
        before = beats


async def _beats(db: AsyncConnection) -> set[tuple[str, str, int]]:
    """Return the last beat of each process; none of a database from before there could be several."""
    if not await db.run_sync(lambda plain: inspect(plain).has_table(processes.name)):
        return set()
    rows = await db.execute(select(processes.c.process_id, processes.c.shards, processes.c.beat_at))
    return {(row.process_id, row.shards, row.beat_at) for row in rows}


def _version(db: Connection, place: str) -> str | None:
    """Return the database's version, None if it is new; raises `Misconfigured` if it is not ours or too new."""
    names = inspect(db).get_table_names()
    if not names:
        return None
    if VERSION_TABLE not in names:
        raise Misconfigured(f"{place} belongs to another program; give Paddock one of its own.")
    version = MigrationContext.configure(db, opts={"version_table": VERSION_TABLE}).get_current_revision()
    if version is not None and version < OLDEST:
        raise Misconfigured(
            f"{place} is of version {version}; this Paddock upgrades databases of version {OLDEST} and later. "
            "Start Paddock of commit cd7f8719 on it once, then this one."
        )
    if version not in {script.revision for script in _scripts().walk_revisions()}:
        raise Misconfigured(f"{place} was last used by a newer Paddock (version {version}); update this one.")
    return version


def _upgrade(db: Connection) -> None:
    config = migrations()
    config.attributes["connection"] = db
    command.upgrade(config, "head")
