"""Choose the backend for a database address, and let one process at a time serve from a SQLite file."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.db.errors import DatabaseUnusable, Misconfigured
from bot.db.postgresql import PostgreSQL
from bot.db.sqlite import SQLite
from bot.db.sqlite_file import check_folder

CONNECTIONS = 8
"""Default number of connections of a process to a database server: half for readers, half for writers."""

HOW_TO_WRITE = (
    "write it like sqlite+aiosqlite:///paddock.db or postgresql://user:password@host/database, "
    "and in a user's name or a password %40 for @, %3A for :, %2F for / and %3F for ?."
)
"""Shown to the operator. The address itself is never shown: any part of it may belong to a password."""

PATIENCE = 15.0
"""Seconds of waiting for another process that is being stopped."""

PAUSE = 0.1
"""Seconds between two tries."""

log = logging.getLogger(__name__)

Backend = SQLite | PostgreSQL


def backend_at(url: str | URL, connections: int = CONNECTIONS) -> Backend:
    """Return the backend for a database address; raise `Misconfigured` if the address is wrong.

    `connections` (at least 2) limits the connections to a database server, unless the address sets its own limit.
    """
    try:
        address = make_url(url, keep_blank_values=True)
    except (ArgumentError, ValueError):  # the latter of a port that is no number
        raise Misconfigured(f"The database address cannot be read; {HOW_TO_WRITE}") from None
    if address.get_backend_name() == "sqlite":
        return SQLite(address)
    if "@" in f"{address.host}{address.database}":
        raise Misconfigured(f"The database address has an @ too many; {HOW_TO_WRITE}")
    if address.get_backend_name() in {"postgresql", "postgres"}:
        return PostgreSQL(address, connections)
    raise Misconfigured(f"The database address names neither SQLite nor PostgreSQL; {HOW_TO_WRITE}")


@asynccontextmanager
async def sole_use(url: str) -> AsyncIterator[None]:
    """Hold the lock of a database file until the block ends; a killed process releases it.

    An empty file beside it is locked, so `paddock backup` and `paddock bank` still work. A server takes many processes.
    Raises `DatabaseUnusable` if another process does not release it, and `Misconfigured` if no file can be locked.
    """
    file = backend_at(url).file
    if file is None:
        yield
        return
    check_folder(file)
    try:
        file = file.resolve()  # one file may have several names
        handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link to itself, before Python 3.13
        raise Misconfigured(f"{file}.lock cannot be written: {getattr(error, 'strerror', error)}.") from error
    try:
        await _take(handle, file)
        yield
    finally:
        os.close(handle)


async def _take(handle: int, file: Path) -> None:
    """Wait for the lock and take it."""
    given_up_at = asyncio.get_running_loop().time() + PATIENCE
    is_told = False
    while not _is_taken(handle, file):
        if asyncio.get_running_loop().time() >= given_up_at:
            raise DatabaseUnusable(
                f"{file} is served by another Paddock already: stop that one first. "
                "Several processes at once need PostgreSQL (PADDOCK_DATABASE_URL)."
            )
        if not is_told:
            log.warning(
                "%s is served by another Paddock; waiting for it to stop, %.0f s at most", file, PATIENCE
            )
            is_told = True
        await asyncio.sleep(PAUSE)


def _is_taken(handle: int, file: Path) -> bool:
    try:
        # The lock belongs to the process. A lock of the open file (flock) would be inherited by child processes.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # POSIX allows either for a lock of another process
        return False
    except OSError as error:
        raise Misconfigured(
            f"{file}.lock cannot be locked: {error.strerror}. Put the database on a disk of this machine."
        ) from error
    return True
