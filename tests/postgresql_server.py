"""A PostgreSQL server of the tests' own: in a new folder, over a socket in it, gone when they end."""

from __future__ import annotations

import asyncio
import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg

MISSING = (
    "PostgreSQL is not installed: the tests look for its `postgres` and `initdb` on the PATH and in "
    "/usr/lib/postgresql/*/bin, where `apt-get install postgresql` puts them"
)

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "32MB",
    # What is lost with the machine is lost with the tests.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "log_min_messages": "fatal",
    "deadlock_timeout": "100ms",
}

USER = "paddock"


class PostgreSQLMissing(Exception):
    """There is no server to be had here."""


class Server:
    """A server that runs, and makes databases."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count()

    def url(self, database: str) -> str:
        """Return the address of a database, which need not be there."""
        return f"postgresql+asyncpg://{USER}@/{database}?host={self._folder}"

    def create(self, template: str = "template0") -> str:
        """Make a database as another one is, to which nobody may be connected; return its name."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def end_connections(self, database: str) -> None:
        """End whatever connections are left to a database."""
        self.execute_each(
            "postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        )

    def execute(self, sql: str, database: str = "postgres") -> list[Any]:
        """Execute a statement as the superuser, and return its rows."""
        return self.execute_each(database, sql)

    def execute_each(self, database: str, *statements: str) -> list[Any]:
        """Execute statements over one connection, and return the rows of the last. An event loop may run beside it."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, self._execute(database, statements)).result()

    async def _execute(self, database: str, statements: Sequence[str]) -> list[Any]:
        connection = await asyncpg.connect(user=USER, host=str(self._folder), database=database)
        try:
            for sql in statements[:-1]:
                await connection.execute(sql)
            return await connection.fetch(statements[-1])
        finally:
            await connection.close()


@contextmanager
def running() -> Iterator[Server]:
    """Start a server and end it; raise `PostgreSQLMissing` where there is none installed."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="paddock-pg-"))
    nobody = _somebody_else()
    try:
        if nobody:
            os.chown(folder, nobody["user"], nobody["group"])
        data = folder / "data"
        made = subprocess.run(
            [
                programs / "initdb",
                "-D",
                data,
                "-U",
                USER,
                "--auth=trust",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale=C",
            ],
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
            **nobody,
        )
        if made.returncode:
            raise PostgreSQLMissing(f"PostgreSQL's initdb failed: {made.stderr.strip()}")
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, f"--unix_socket_directories={folder}", *settings],
            cwd=folder,
            preexec_fn=_end_with_parent,  # noqa: PLW1509 - no thread has started
            **nobody,
        )
        try:
            _wait_for(server, folder)
            yield Server(folder)
        finally:
            server.send_signal(signal.SIGQUIT)
            server.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _programs() -> Path:
    """Return the folder of the newest server that is installed."""
    found = [Path(at).resolve().parent for at in [shutil.which("postgres")] if at]
    found += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda at: float(at.parent.name), reverse=True
    )
    for folder in found:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise PostgreSQLMissing(MISSING)


def _somebody_else() -> dict[str, Any]:
    """Return as whom the server runs: it refuses to be root's."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
    raise PostgreSQLMissing("PostgreSQL does not run as root, and there is no other user here")


def _end_with_parent() -> None:
    """Have the kernel end the server where the tests are killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


def _wait_for(server: subprocess.Popen[bytes], folder: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            raise PostgreSQLMissing(f"PostgreSQL ended at once with code {server.returncode}")
        try:
            Server(folder).execute("SELECT 1")
        except Exception:  # noqa: BLE001 - it says in many ways that it is not there yet
            signal.sigtimedwait([], 0.05)
        else:
            return
    raise PostgreSQLMissing("PostgreSQL did not start within 30 s")
