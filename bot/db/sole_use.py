"""One serving process per SQLite file, by a lock of the operating system. A killed process releases it.

An empty file beside the database is locked, so commands that only read (`paddock backup`, `paddock bank`) still work.
A PostgreSQL database is not locked: several processes may serve from it.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.db.backend import backend_at
from bot.db.errors import DatabaseUnusable, Misconfigured
from bot.db.sqlite_file import check_folder

PATIENCE = 15.0
"""Seconds of waiting for another process that is being stopped."""

PAUSE = 0.1
"""Seconds between two tries."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def sole_use(url: str) -> AsyncIterator[None]:
    """Hold the lock of a database file until the block ends.

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
