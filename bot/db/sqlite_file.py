"""The file of a SQLite database: checks, errors, copies, and its lock for one serving process."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from bot.db.errors import DatabaseBusy, DatabaseUnusable, Misconfigured

BUSY_TIMEOUT = 250
"""Milliseconds that SQLite itself waits for the lock of another program."""

LEAST = (3, 35, 0)
"""The first version of SQLite with RETURNING, the newest feature that is used."""

_BUSY = ("SQLITE_BUSY", "SQLITE_LOCKED")
_RIGHTS = "may not be read or written by this user"
_LASTING = {
    "SQLITE_AUTH": _RIGHTS,
    "SQLITE_CANTOPEN": "cannot be opened: check that the folder exists and may be written to by this user",
    "SQLITE_CORRUPT": "is damaged: put a backup in its place",
    "SQLITE_NOTADB": "is not a SQLite database",
    "SQLITE_PERM": _RIGHTS,
    "SQLITE_READONLY": "may only be read",
}
_OTHER = {
    "SQLITE_FULL": "cannot grow: the disk is full",
    "SQLITE_IOERR": "cannot be read or written: check the disk and the free space on it",
}
"""SQLite's result codes that are no fault of this program."""


def check_library() -> None:
    """Raise `Misconfigured` if Python's SQLite is too old."""
    if sqlite3.sqlite_version_info < LEAST:
        found, least = (".".join(map(str, version)) for version in (sqlite3.sqlite_version_info, LEAST[:2]))
        raise Misconfigured(
            f"SQLite {found} is too old: Paddock needs SQLite {least} or newer. Run it with a Python that has one "
            f'(python3 -c "import sqlite3; print(sqlite3.sqlite_version)" shows it), or keep the data in PostgreSQL '
            "(PADDOCK_DATABASE_URL)."
        )


def check_folder(file: Path) -> None:
    """Raise `Misconfigured` where SQLite would only say "unable to open database file"."""
    with _nameable():
        if file.is_dir():
            raise Misconfigured(f"{file} is a folder; name the database file in it.")
        if not file.parent.is_dir():
            raise Misconfigured(f"The folder {file.parent} for the database does not exist.")


def create_private(file: Path) -> None:
    """Create a missing file so that only its user may read it; SQLite gives the same rights to the files beside it."""
    with _nameable():
        if not file.exists():
            with suppress(OSError):  # SQLite explains it better
                os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))


def check_there(file: Path) -> None:
    """Raise `Misconfigured` if the database file does not exist."""
    with _nameable():
        if not file.is_file():
            raise Misconfigured(f"There is no database {file}.")


@contextmanager
def _nameable() -> Iterator[None]:
    """Raise `Misconfigured` for an impossible file name."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise Misconfigured(f"No database can be called that ({reason}).") from None


def is_busy(error: BaseException) -> bool:
    """Whether another connection holds the lock, so that a retry may help."""
    return _code(error) in _BUSY


@contextmanager
def explaining(file: Path, before: str = "") -> Iterator[None]:
    """Turn errors of the file into a `DatabaseUnusable` that names it; leave bugs as they are."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        code = _code(error)
        if code in _BUSY:
            reason = "is in use by another program that does not let go; stop that program and try again"
            raise DatabaseBusy(f"{before}{file} {reason}.") from error
        if code in _LASTING:
            raise Misconfigured(f"{before}{file} {_LASTING[code]}.") from error
        if code in _OTHER:
            raise DatabaseUnusable(f"{before}{file} {_OTHER[code]}.") from error
        raise


def _code(error: BaseException) -> str:
    """Return the primary result code: SQLITE_IOERR_WRITE is a SQLITE_IOERR."""
    driver_error = getattr(error, "orig", error)
    return "_".join(str(getattr(driver_error, "sqlite_errorname", "")).split("_")[:2])


def use_write_ahead_log(file: Path) -> None:
    """Switch the file to a write-ahead log (WAL) for good: readers and the writer then never wait for each other."""
    with closing(connected(file)) as plain:
        (mode,) = plain.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise Misconfigured(f"{file} lies on a file system without shared memory, which SQLite's log needs.")


def copy(file: Path, target: Path) -> None:
    """Write a consistent copy of a database to a new file, also while it is in use. Blocks; raises `DatabaseUnusable`.

    The copy gets its name when it is complete, checked and on disk. It needs no `-wal` file.
    """
    check_there(file)
    part = target.with_name(f".{target.name}.part")
    try:
        _require_free(target)
        part.unlink(missing_ok=True)
        part.touch(mode=file.stat().st_mode & 0o777)
        try:
            _copy_pages(file, part)
            _flush(part)
            try:
                os.link(part, target)  # unlike a rename, this refuses to replace a file made in the meantime
            except FileExistsError:
                raise
            except OSError:
                part.rename(target)  # a file system without links
        finally:
            part.unlink(missing_ok=True)
        _flush(target.parent)
    except FileExistsError:
        raise Misconfigured(f"{target} exists already; a backup never overwrites a file.") from None
    except OSError as error:
        raise DatabaseUnusable(f"{target} cannot be written: {error.strerror}.") from error


def _require_free(target: Path) -> None:
    if target.exists():
        raise FileExistsError


def _copy_pages(file: Path, part: Path) -> None:
    with explaining(file, "No copy was made: "), closing(connected(file)) as source:
        source.execute("PRAGMA query_only=ON")
        with closing(sqlite3.connect(part)) as copied:
            source.backup(copied)
            copied.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = copied.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise DatabaseUnusable(f"No copy was made: {file} is damaged ({verdict}).")


def connected(file: Path, *, check_same_thread: bool = True) -> sqlite3.Connection:
    """Open a connection that begins no transaction by itself."""
    timeout = BUSY_TIMEOUT / 1000
    return sqlite3.connect(file, timeout, isolation_level=None, check_same_thread=check_same_thread)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
