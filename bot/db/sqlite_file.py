"""The file of a SQLite database: checks, errors and copies. Nothing here uses SQLAlchemy's engines."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.exc import DBAPIError

from bot.db.errors import DatabaseBusy, DatabaseUnusable, Misconfigured

BUSY_TIMEOUT = 250
"""Milliseconds that SQLite itself waits for the lock of another program."""

LEAST = (3, 35, 0)
"""The first version of SQLite with RETURNING, the newest feature that is used."""

_REASONS = {
    "SQLITE_AUTH": "may not be read or written by this user",
    "SQLITE_BUSY": "is in use by another program that does not let go; stop that program and try again",
    "SQLITE_CANTOPEN": "cannot be opened: check that the folder exists and may be written to by this user",
    "SQLITE_CORRUPT": "is damaged: put a backup in its place",
    "SQLITE_FULL": "cannot grow: the disk is full",
    "SQLITE_IOERR": "cannot be read or written: check the disk and the free space on it",
    "SQLITE_LOCKED": "is in use by another program that does not let go; stop that program and try again",
    "SQLITE_NOTADB": "is not a SQLite database",
    "SQLITE_PERM": "may not be read or written by this user",
    "SQLITE_READONLY": "may only be read",
}
"""SQLite's result codes that are no fault of this program, and their sentences."""

_LASTING = {
    "SQLITE_AUTH",
    "SQLITE_CANTOPEN",
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_PERM",
    "SQLITE_READONLY",
}
"""Result codes that stay until the operator changes something."""


def check_library() -> None:
    """Raise `Misconfigured` if Python's SQLite is too old."""
    if sqlite3.sqlite_version_info < LEAST:
        found, least = (".".join(map(str, version)) for version in (sqlite3.sqlite_version_info, LEAST[:2]))
        raise Misconfigured(
            f"SQLite {found} is too old: Paddock needs SQLite {least} or newer. Run it with a Python that has one "
            f'(python3 -c "import sqlite3; print(sqlite3.sqlite_version)" shows it), or keep the data in PostgreSQL '
            "(PADDOCK_DATABASE_URL)."
        )


def check_file(file: Path) -> None:
    """Raise `Misconfigured` where SQLite would only say "unable to open database file"."""
    with _nameable():
        if file.is_dir():
            raise Misconfigured(f"{file} is a folder; name the database file in it.")
        if not file.parent.is_dir():
            raise Misconfigured(f"The folder {file.parent} for the database does not exist.")


def make_private(file: Path) -> None:
    """Create a missing file so that only its user may read it. Blocks.

    SQLite gives the same rights to the files beside it. An existing file keeps its rights. Errors are left to SQLite,
    which explains them better.
    """
    if not file.exists():
        with suppress(OSError):
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))


@contextmanager
def _nameable() -> Iterator[None]:
    """Raise `Misconfigured` for an impossible file name."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise Misconfigured(f"No database can be called that ({reason or error}).") from None


def check_there(file: Path) -> None:
    """Raise `Misconfigured` if the database file does not exist."""
    with _nameable():
        if not file.is_file():
            raise Misconfigured(f"There is no database {file}.")


def is_busy(error: BaseException) -> bool:
    """Whether another connection holds the lock, so that a retry may help."""
    return _code(error) in {"SQLITE_BUSY", "SQLITE_LOCKED"}


@contextmanager
def explaining(file: Path) -> Iterator[None]:
    """Turn errors of the file into a `DatabaseUnusable` that names it; leave bugs as they are."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        if reason := _REASONS.get(_code(error)):
            raise _kind(error)(f"{file} {reason}.") from error
        raise


def _kind(error: BaseException) -> type[DatabaseUnusable]:
    """Return the class of the `DatabaseUnusable` for an error of SQLite."""
    if is_busy(error):
        return DatabaseBusy
    return Misconfigured if _code(error) in _LASTING else DatabaseUnusable


def _code(error: BaseException) -> str:
    """Return the primary result code: SQLITE_IOERR_WRITE is a SQLITE_IOERR."""
    driver_error = getattr(error, "orig", error)
    return "_".join(str(getattr(driver_error, "sqlite_errorname", "")).split("_")[:2])


def require_unused(file: Path) -> None:
    """Raise `DatabaseUnusable` if any program has the database open, even an idle one. Blocks."""
    with closing(_plain_connection(file)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # refused while others hold the file open
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
            raise DatabaseUnusable(f"{file} is in use by another program; stop the bot first.") from None
        connection.execute("ROLLBACK")


def use_write_ahead_log(file: Path) -> None:
    """Switch the file to a write-ahead log (WAL) for good: readers and the writer then never wait for each other.

    Raises `sqlite3.OperationalError` while another process uses the file in the old mode. Blocks.
    """
    with closing(_plain_connection(file)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise Misconfigured(f"{file} lies on a file system without shared memory, which SQLite's log needs.")


def empty_write_ahead_log(file: Path) -> bool:
    """Move the write-ahead log into the database and truncate it; return False if a reader prevents it. Blocks."""
    with closing(_plain_connection(file)) as connection:
        is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def copy(file: Path, target: Path) -> None:
    """Write a consistent copy of a database to a new file, also while it is in use. Blocks; raises `DatabaseUnusable`.

    The copy gets its name when it is complete, checked and on disk. It needs no `-wal` file.
    """
    check_there(file)
    try:
        _require_free(target)
        # In the folder of the target, so that renaming copies no data.
        with TemporaryDirectory(prefix=f".{target.name}.", dir=target.parent) as folder:
            part = Path(folder, target.name)
            _copy_pages(file, part)
            part.chmod(file.stat().st_mode & 0o777)
            _flush(part)
            _give_name(part, target)
        _flush(target.parent)
    except FileExistsError:
        raise Misconfigured(f"{target} exists already; a backup never overwrites a file.") from None
    except OSError as error:
        raise DatabaseUnusable(f"{target} cannot be written: {error.strerror}.") from error


def remove_earlier(unfinished: Path, begins: str) -> None:
    """Remove all other unfinished copies whose names begin so, also those that `copy` had only begun. Blocks."""
    for other in unfinished.parent.glob(f"*{unfinished.suffix}"):
        if other.name.startswith(begins) and other != unfinished:
            other.unlink(missing_ok=True)
    for part in unfinished.parent.glob(f".*{unfinished.suffix}.*"):
        if part.name.startswith(f".{begins}"):
            shutil.rmtree(part, ignore_errors=True)


def _require_free(target: Path) -> None:
    if target.exists():
        raise FileExistsError


def _copy_pages(file: Path, part: Path) -> None:
    try:
        with closing(_plain_connection(file)) as source, closing(sqlite3.connect(part)) as copied:
            source.backup(copied)
            copied.execute("PRAGMA journal_mode=DELETE")
            (verdict,) = copied.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        if _code(error) == "SQLITE_FULL":  # the copy's disk: the database itself is only read
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        reason = _REASONS.get(_code(error), f"could not be read: {error}")
        raise _kind(error)(f"No copy was made: {file} {reason}.") from error
    if verdict != "ok":
        raise DatabaseUnusable(f"No copy was made: {file} is damaged ({verdict}).")


def _give_name(part: Path, target: Path) -> None:
    try:
        os.link(part, target)  # Unlike a rename, this refuses to replace a file made in the meantime.
    except FileExistsError:
        raise
    except OSError:
        part.rename(target)  # A file system without links.


def _plain_connection(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(file, timeout=BUSY_TIMEOUT / 1000, isolation_level=None)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
