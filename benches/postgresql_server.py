"""A PostgreSQL server of one's own, for benches and tests: in a new folder, over a socket in it, gone at the end."""

from __future__ import annotations

import ctypes
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import sleep
from typing import Any

import click
import psycopg
from sqlalchemy.engine import URL, make_url

from benches.processor_time import PROC, seconds_with_children

VERSIONS = Path("/usr/lib/postgresql")
"""Where Debian puts servers, by version: on no PATH."""

MISSING = (
    "PostgreSQL is not installed: its `postgres` and `initdb` are looked for on the PATH and in "
    "/usr/lib/postgresql/*/bin, where `apt-get install postgresql` puts them"
)

NEW = ("--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
"""How its files are made."""

OWN = {"listen_addresses": "", "max_connections": "100", "log_min_messages": "fatal"}
"""What holds in every server of one's own."""

FORGETFUL = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "shared_buffers": "32MB",
    "deadlock_timeout": "100ms",
}
"""For tests: quick, and what is lost with the machine is lost with the tests."""

DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
"""For benches: a commit is on the disk before it is confirmed, and all else is as PostgreSQL has it."""

USER = "paddock"

CONNECT_WITHIN = 10
"""Seconds."""

OF_DRIVER = ("host", "port", "sslmode", "target_session_attrs")
NAMES = {"ssl": "sslmode"}
"""What of an address the driver knows by itself, and what it calls otherwise."""


class PostgreSQLMissing(Exception):
    """There is no server to be had here."""


class Server:
    """A server that runs, and makes databases."""

    def __init__(self, address: URL, process: int | None = None) -> None:
        """`process` is the number of the process that all its others descend from, where it runs on this machine."""
        self._address = address
        self._process = process

    def url(self, database: str) -> str:
        """Return the address of a database, which need not be there."""
        return self._address.set(database=database).render_as_string(hide_password=False)

    def dsn(self, database: str | None = None) -> str:
        """Return the same as the driver alone takes it; the database that the server was named with if none is."""
        query = {NAMES.get(name, name): value for name, value in self._address.query.items()}
        known = {name: value for name, value in query.items() if name in OF_DRIVER}
        bare = self._address.set(
            drivername="postgresql", database=database or self._address.database, query=known
        )
        return bare.render_as_string(hide_password=False)

    def create(self, template: str = "template0") -> str:
        """Make a database as another one is, to which nobody may be connected; return its name."""
        name = f"scratch_{secrets.token_hex(4)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Remove a database, whoever is connected to it."""
        self.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def end_connections(self, database: str) -> None:
        """End whatever connections are left to a database."""
        self.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")  # noqa: S608 - our own name

    def execute(self, sql: str, database: str | None = None) -> list[Any]:
        """Execute a statement, and return its rows."""
        return self.execute_each(database, sql)

    def execute_each(self, database: str | None, *statements: str) -> list[Any]:
        """Execute statements over one connection, and return the rows of the last."""
        with psycopg.connect(
            self.dsn(database), autocommit=True, connect_timeout=CONNECT_WITHIN
        ) as connection:
            for sql in statements:
                done = connection.execute(sql.encode())
            return done.fetchall() if done.description else []

    def processor_seconds(self) -> float | None:
        """Return the processor time of all its processes so far; None where it is not known."""
        if self._process is None or not PROC.exists():
            return None
        return seconds_with_children(self._process)


@contextmanager
def running(settings: Mapping[str, str]) -> Iterator[Server]:
    """Start a server and end it; raise `PostgreSQLMissing` where there is none installed."""
    programs = _programs()
    folder = Path(tempfile.mkdtemp(prefix="paddock-pg-"))
    nobody = _somebody_else()
    try:
        if nobody:
            os.chown(folder, nobody["user"], nobody["group"])
        data = folder / "data"
        _make(programs, data, nobody)
        options = [f"--{name}={value}" for name, value in (OWN | dict(settings)).items()]
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(  # noqa: S603 - our own words
                [programs / "postgres", "-D", data, f"--unix_socket_directories={folder}", *options],
                cwd=folder,
                stderr=log,
                start_new_session=True,  # a Ctrl-C is for whoever started it, and who ends it last
                preexec_fn=_end_with_parent,  # noqa: PLW1509 - no thread has started
                **nobody,
            )
        try:
            server = Server(make_url(f"postgresql://{USER}@/postgres?host={folder}"), process.pid)
            _wait_for(process, server, folder / "log")
            yield server
        finally:
            process.send_signal(signal.SIGQUIT)
            process.wait(30)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def own_server() -> Iterator[Server]:
    """Start a server that keeps what it confirms, and end it; raise UsageError where there is none installed."""
    with ExitStack() as opened:
        try:
            server = opened.enter_context(running(DURABLE))
        except PostgreSQLMissing as missing:
            raise click.UsageError(f"{missing}.") from None
        yield server


def _make(programs: Path, data: Path, nobody: Mapping[str, Any]) -> None:
    """Make the files of a new server."""
    made = subprocess.run(  # noqa: S603 - our own words
        [programs / "initdb", "-D", data, "-U", USER, *NEW],
        capture_output=True,
        text=True,
        cwd=data.parent,
        check=False,
        **nobody,
    )
    if made.returncode:
        raise PostgreSQLMissing(f"PostgreSQL's initdb failed: {' '.join(made.stderr.split())}")


def _programs() -> Path:
    """Return the folder of the newest server that is installed."""
    found = [Path(at).resolve().parent for at in [shutil.which("postgres")] if at]
    found += sorted(VERSIONS.glob("*/bin"), key=lambda at: float(at.parent.name), reverse=True)
    for folder in found:
        if (folder / "postgres").exists() and (folder / "initdb").exists():
            return folder
    raise PostgreSQLMissing(MISSING)


def _somebody_else() -> dict[str, Any]:
    """Return as whom the server runs: it refuses to be root's."""
    import pwd  # noqa: PLC0415 - Windows has none, and who measures a file there needs none

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
    """Have the kernel end the server where whoever started it is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


def _wait_for(process: subprocess.Popen[bytes], server: Server, log: Path) -> None:
    for _ in range(600):
        if process.poll() is not None:
            told = " ".join(log.read_text(errors="replace").split())
            raise PostgreSQLMissing(f"PostgreSQL ended at once with code {process.returncode}: {told}")
        try:
            server.execute("SELECT 1")
        except Exception:  # noqa: BLE001 - it says in many ways that it is not there yet
            sleep(0.05)
        else:
            return
    raise PostgreSQLMissing("PostgreSQL did not start within 30 s")
