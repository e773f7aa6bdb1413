"""The file of a SQLite database: whether it can be used, what went wrong with it, and copies of it.

Nothing here goes through SQLAlchemy; what blocks says so.
"""

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

from bot.store.errors import Misconfigured, StoreBusy, StoreError

BUSY_TIMEOUT = 250
"""Milliseconds SQLite itself waits for another process's lock before it says busy."""

LEAST = (3, 35, 0)
"""The first version of SQLite that knows RETURNING; all other SQL of ours is older."""

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
"""SQLite's result codes that come from outside of this program, with what they mean."""

_LASTING = {
    "SQLITE_AUTH",
    "SQLITE_CANTOPEN",
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_PERM",
    "SQLITE_READONLY",
}
"""Those of them that stay until the operator does something."""


def check_library() -> None:
    """Raise `Misconfigured` where Python brings a SQLite that is too old."""
    if sqlite3.sqlite_version_info < LEAST:
        found, least = (".".join(map(str, version)) for version in (sqlite3.sqlite_version_info, LEAST[:2]))
        raise Misconfigured(
            f"SQLite {found} is too old: Paddock needs SQLite {least} or newer. Run it with a Python that has one "
            f'(python3 -c "import sqlite3; print(sqlite3.sqlite_version)" shows it), or keep the data in PostgreSQL '
            "(PADDOCK_DATABASE_URL)."
        )


def check_file(file: Path) -> None:
    """Raise `Misconfigured` where SQLite could only answer "unable to open database file"."""
    with _nameable():
        if file.is_dir():
            raise Misconfigured(f"{file} is a folder; name the database file in it.")
        if not file.parent.is_dir():
            raise Misconfigured(f"The folder {file.parent} for the database does not exist.")


def make_private(file: Path) -> None:
    """Make the file where there is none, for its user alone; SQLite gives what it keeps beside it the same rights.

    A file that is there keeps the rights that its operator gave it. Blocks; what fails, SQLite tells better.
    """
    if not file.exists():
        with suppress(OSError):
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600))


@contextmanager
def _nameable() -> Iterator[None]:
    """Raise `Misconfigured` for what no file can be called."""
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
    """Whether another connection holds the lock: worth another try."""
    return _code(error) in {"SQLITE_BUSY", "SQLITE_LOCKED"}


@contextmanager
def explaining(file: Path) -> Iterator[None]:
    """Turn what happened to the file from outside into a `StoreError`; errors of the program's own making stay."""
    try:
        yield
    except (DBAPIError, sqlite3.Error) as error:
        if reason := _REASONS.get(_code(error)):
            raise _kind(error)(f"{file} {reason}.") from error
        raise


def _kind(error: BaseException) -> type[StoreError]:
    """Return what an error of SQLite's is raised as."""
    if is_busy(error):
        return StoreBusy
    return Misconfigured if _code(error) in _LASTING else StoreError


def _code(error: BaseException) -> str:
    """Return the primary result code: SQLITE_IOERR_WRITE is a SQLITE_IOERR."""
    driver_error = getattr(error, "orig", error)
    return "_".join(str(getattr(driver_error, "sqlite_errorname", "")).split("_")[:2])


def require_unused(file: Path) -> None:
    """Raise `StoreError` if anybody has the database open, also who does nothing with it just now. Blocks."""
    with closing(_plain_connection(file)) as connection:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")  # refused while others hold the file open
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if not is_busy(error):
                raise
            raise StoreError(f"{file} is in use by another program; stop the bot first.") from None
        connection.execute("ROLLBACK")


def use_write_ahead_log(file: Path) -> None:
    """Switch the file to WAL, once and for all, so that readers and the writer do not wait for each other.

    Raises `sqlite3.OperationalError` while another process works on the file in the old mode. Blocks.
    """
    with closing(_plain_connection(file)) as connection:
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
    if mode != "wal":
        raise Misconfigured(f"{file} lies on a file system without shared memory, which SQLite's log needs.")


def empty_write_ahead_log(file: Path) -> bool:
    """Copy what the log holds into the database, and cut the log; False: it is being read and stays. Blocks."""
    with closing(_plain_connection(file)) as connection:
        is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    return not is_busy


def copy(file: Path, target: Path) -> None:
    """Write a consistent copy of a database that may be in use to a new file. Blocks; raises `StoreError`.

    The copy is checked, on the disk, and complete before it gets its name. It needs no `-wal` file.
    """
    check_there(file)
    try:
        _require_free(target)
        # Beside the target, so that giving it its name moves no bytes.
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
        raise StoreError(f"{target} cannot be written: {error.strerror}.") from error


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
        if _code(error) == "SQLITE_FULL":  # of the copy: the database itself is only read
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        reason = _REASONS.get(_code(error), f"could not be read: {error}")
        raise _kind(error)(f"No copy was made: {file} {reason}.") from error
    if verdict != "ok":
        raise StoreError(f"No copy was made: {file} is damaged ({verdict}).")


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
