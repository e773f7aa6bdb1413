"""One process at a time for one SQLite file: a lock of the operating system, which a killed process cannot keep.

The lock is on an empty file beside the database, so that nothing keeps out whoever only looks (`paddock backup`,
`paddock bank`). A database server takes many processes; nothing is locked there.
"""

from __future__ import annotations

import asyncio
import fcntl
import logging
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store.backend import backend_at
from bot.store.errors import Misconfigured, StoreError

PATIENCE = 15.0
"""Seconds in which a process that is being stopped may end."""

PAUSE = 0.1
"""Seconds between tries."""

log = logging.getLogger(__name__)


class InUse(StoreError):
    """Another process serves from this file."""


@asynccontextmanager
async def sole_use(url: str) -> AsyncIterator[None]:
    """Keep a database file to this process until the block ends; raises `InUse` while another one does not let go.

    Raises `Misconfigured` where no file can be locked.
    """
    backend = backend_at(url)
    if backend.own_file is None:
        yield
        return
    backend.check_place()
    beside = file = backend.own_file
    try:
        file = file.resolve()  # by whatever name another process was told of it
        beside = file.with_name(f"{file.name}.lock")
        handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except (OSError, RuntimeError) as error:  # the latter of a link to itself, before Python 3.13
        reason = error.strerror if isinstance(error, OSError) else "a link to itself"
        raise Misconfigured(f"{beside} cannot be written: {reason}.") from error
    try:
        await _take(handle, file, beside)
        yield
    finally:
        os.close(handle)


async def _take(handle: int, file: Path, beside: Path) -> None:
    """Take the lock as soon as it is free."""
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
        # A lock of the process: unlike one of the open file (flock), no child of a killed process inherits it.
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # what POSIX allows for a lock that another process has
        return False
    except OSError as error:
        raise Misconfigured(
            f"{beside} cannot be locked: {error.strerror}. Put the database on a disk of this machine."
        ) from error
    return True
