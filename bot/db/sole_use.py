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

from bot.db.addresses import backend_at
from bot.db.errors import DatabaseUnusable, Misconfigured

PATIENCE = 15.0
"""Seconds of waiting for another process that is being stopped."""

PAUSE = 0.1
"""Seconds between two tries."""

log = logging.getLogger(__name__)


class InUse(DatabaseUnusable):
    """Another process serves from this file."""


@asynccontextmanager
async def sole_use(url: str) -> AsyncIterator[None]:
    """Hold the lock of a database file until the block ends.

    Raises `InUse` if another process does not release it, and `Misconfigured` if no file can be locked.
    """
    backend = backend_at(url)
    if backend.own_file is None:
        yield
        return
    backend.check_place()
    beside = file = backend.own_file
    try:
        file = file.resolve()  # one file may have several names
        beside = file.with_name(f"{file.name}.lock")
        handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except (OSError, RuntimeError) as error:  # RuntimeError: a link to itself, before Python 3.13
        reason = error.strerror if isinstance(error, OSError) else "a link to itself"
        raise Misconfigured(f"{beside} cannot be written: {reason}.") from error
    try:
        await _take(handle, file, beside)
        yield
    finally:
        os.close(handle)


async def _take(handle: int, file: Path, beside: Path) -> None:
    """Wait for the lock and take it."""
    given_up_at = asyncio.get_running_loop().time() + PATIENCE
    is_told = False
    while not _is_taken(handle, beside):
        if asyncio.get_running_loop().time() >= given_up_at:
            raise InUse(
                f"{file} is served by another Paddock already: stop that one first. "
                "Several processes at once need PostgreSQL (PADDOCK_DATABASE_URL)."
            )
        if not is_told:
            log.warning(
                "%s is served by another Paddock; waiting for it to stop, %.0f s at most", file, PATIENCE
            )
            is_told = True
        await asyncio.sleep(PAUSE)


def _is_taken(handle: int, beside: Path) -> bool:
    try:
        # The lock belongs to the process. A lock of the open file (flock) would be inherited by child processes.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # POSIX allows either for a lock of another process
        return False
    except OSError as error:
        raise Misconfigured(
            f"{beside} cannot be locked: {error.strerror}. Put the database on a disk of this machine."
        ) from error
    return True
