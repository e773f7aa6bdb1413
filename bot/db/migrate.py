"""Migrations: bring a database up to date, in one transaction, while nobody uses it."""

from __future__ import annotations

import logging
import time
from contextlib import ExitStack
from functools import cache

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.db.backend import Backend
from bot.db.errors import DatabaseUnusable, Misconfigured, Pause
from bot.db.postgresql import PostgreSQL
from bot.db.sqlite import SQLite

VERSION_TABLE = "paddock_version"
"""The table with the version. Its name tells our databases from those of other programs."""

OLDEST = "0028"
"""The oldest version that is brought up to date."""

PATIENCE = 5.0
"""Seconds of waiting for a process that is being stopped, or was killed."""

LOOK_EVERY = 0.5
"""Seconds between two looks for a process that serves."""

log = logging.getLogger(__name__)


def migrations() -> Config:
    """Return Alembic's configuration for the packaged migrations."""
    config = Config()
    config.set_main_option("script_location", "bot.db:migrations")
    config.set_main_option("path_separator", "os")
    return config


@cache
def scripts() -> ScriptDirectory:
    """Return the packaged migrations; they are loaded once."""
    return ScriptDirectory.from_config(migrations())


def newest() -> str | None:
    """Return the newest version."""
    return scripts().get_current_head()


def migrate(backend: Backend, pause: Pause = time.sleep) -> None:
    """Create a database or bring it up to date; leave it alone if it is up to date. Blocks.

    A killed process leaves the database unchanged. Of two processes that start together one migrates and the other
    waits, as `pause` does. Before a file is changed, a copy is put beside it. Raises `DatabaseUnusable`, also if the
    database has to be changed while another process serves from it.
    """
    # The copy is left last: it is kept once the change is committed.
    with ExitStack() as copies, backend.migration(pause) as db:
        found = version_of(db, backend)
        if found == newest():
            return
        if found is not None and isinstance(backend, SQLite):
            copies.enter_context(backend.copied(found))
        elif found is not None and isinstance(backend, PostgreSQL):
            _require_unserved(db, backend, pause)
        config = migrations()
        config.attributes["connection"] = db
        command.upgrade(config, "head")
        if broken := broken_references(db):
            raise DatabaseUnusable(
                f"{backend.place} could not be brought up to date: rows of {broken} point to nothing."
            )
    log.info("%s is now at version %s (was: %s)", backend.place, newest(), found or "new")


def require_current(backend: Backend) -> None:
    """Raise `DatabaseUnusable` unless the database exists and has the newest version. Blocks."""
    with backend.transaction("reading") as db:
        if version_of(db, backend) != newest():
            raise Misconfigured(
                f"{backend.place} is of an older version; start Paddock once to bring it up to date."
            )


def broken_references(db: Connection) -> str | None:
    """Return a table whose rows point to nothing, where the server does not check that itself."""
    return db.scalar(text("PRAGMA foreign_key_check")) if db.dialect.name == "sqlite" else None


def version_of(db: Connection, backend: Backend) -> str | None:
    """Return the version, None if the database is new; raise `Misconfigured` if it is not ours or too new."""
    names, place = inspect(db).get_table_names(), backend.place
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
    if version not in {script.revision for script in scripts().walk_revisions()}:
        raise Misconfigured(f"{place} was last used by a newer Paddock (version {version}); update this one.")
    return version


def _require_unserved(db: Connection, backend: PostgreSQL, pause: Pause) -> None:
    """Raise `DatabaseUnusable` if a process serves from this database. One that was killed is gone after a moment."""
    given_up_at = time.monotonic() + PATIENCE
    while backend.is_served(db):
        if time.monotonic() >= given_up_at:
            raise DatabaseUnusable(
                f"{backend.place} has to be changed for this version, and another process still serves from it: "
                "stop all of them, then start again."
            )
        pause(LOOK_EVERY)
