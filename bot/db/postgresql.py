"""The backend for a PostgreSQL server, which makes its own backups and frees the space of deleted rows itself.

Readers use REPEATABLE READ and READ ONLY: they see one state and never wait. Writers use READ COMMITTED. Several write
at once; each takes its locks in one order before it reads what it relies on (`bot.db.locks`). SERIALIZABLE would
need no locks, but rejected transactions would have to be repeated.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event, text
from sqlalchemy.dialects.postgresql.psycopg import PGCompiler_psycopg
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bot.db.errors import Answer, DatabaseBusy, DatabaseUnusable, Misconfigured, Pause, retry
from bot.db.notifications import Notifications
from bot.db.session_locks import SessionLocks
from bot.metrics.counted import Access

DRIVER = {"connect_timeout": 10, "client_encoding": "utf8", "tcp_user_timeout": 30_000}
DRIVER |= {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}
"""Options of the driver, unless the address sets them. Source: PostgreSQL, "Parameter Key Words"."""

SESSION = (
    # A process that hangs or is disconnected holds its locks no longer than this.
    "-c lock_timeout=10s -c statement_timeout=120s -c idle_in_transaction_session_timeout=30s "
    "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 "
    "-c jit=off"  # compiling a short statement costs more than it saves
)
"""Settings of every session, whatever the server has set."""

PATIENT = f"{SESSION} -c statement_timeout=0 -c idle_in_transaction_session_timeout=0"
"""Settings of a session that migrates or moves a database."""

STATEMENTS_KEPT = 500
"""Most prepared statements of a connection; the bot has fewer."""

LOOK_EVERY = 0.1
"""Seconds between two tries to take the lock of migrations."""

_BUSY = {
    "^40001": "was changed by somebody else at the same time; try again later",
    "^40P01": "had two steps wait for each other and gave this one up; try again later",
    "^53300|too many (clients|connections)|connection slots are reserved": "has no connection left: raise "
    "max_connections there, or lower `connections` in the address",
    "^55P03": "is held by another transaction that does not let go; try again later",
    "^57014": "took too long to answer; try again later",
    "^57P03|the database system is": "is starting up or shutting down",
    "^(08006|57P)": "broke off the connection",
}
_LASTING = {
    "^28|authentication failed|no password supplied|pg_hba|role .* (does not exist|is not permitted)": "does not let "
    "this user in: check the user, the password and pg_hba.conf",
    '^3D000|database ".*" does not exist': "does not exist; create it",
    "^3F000": "has no schema for tables; create one and name it in the user's search_path",
    "^42501|permission denied for database": "may not be read or written by this user: grant the rights, on the "
    "schema as well",
    "invalid .*(option|value|port)|bad value for|certificate|SSL was required": "cannot be connected to: check the "
    "options of the address, the certificates they ask for, and the PG… variables of the environment",
}
_NOT_REACHED = "cannot be reached: check that the server runs and that the address is right"
_EXPLAINED = (
    (DatabaseBusy, _BUSY),
    (Misconfigured, _LASTING),
    (DatabaseUnusable, {"^25006": "may only be read", "^53100": "cannot grow: the disk is full"}),
    (DatabaseUnusable, {"^53200": "is out of memory"}),
    (DatabaseBusy, {"^08|^(OperationalError|ConnectionTimeout): ": _NOT_REACHED}),
)
"""Errors that are no fault of this program, by their code; of failed connects, which have none, by their text.

A server that reports in another language matches no text. Source: PostgreSQL, "PostgreSQL Error Codes".
"""

log = logging.getLogger(__name__)


class PostgreSQL:
    """A database on a server. All methods block."""

    file = None

    def __init__(self, address: URL, connections: int) -> None:
        """`connections` limits the connections, unless the address sets its own limit."""
        import psycopg  # noqa: PLC0415 - a driver is loaded only if it is used
        from psycopg.conninfo import make_conninfo  # noqa: PLC0415

        options: dict[str, Any] = {
            "sslmode" if name == "ssl" else name: value for name, value in address.query.items()
        }
        asked = str(options.pop("connections", connections))
        if not asked.isdecimal() or int(asked) < 2:
            raise Misconfigured("The database address needs a number of `connections`; 2 are the fewest.")
        if not address.database:
            raise Misconfigured(
                "The address names no database; write it like postgresql://user:password@host/paddock."
            )
        where = address.host or options.get("host") or "this machine"
        where = where if isinstance(where, str) else ", ".join(where)
        port = f":{address.port}" if address.port else ""
        self.place = f"The database {address.database} on {where}{port}"
        """Its name in messages; contains no password."""
        # Options of another driver, by which operators behind a pooler turn prepared statements off.
        if "0" in [options.pop(f"{kind}statement_cache_size", None) for kind in ("", "prepared_")]:
            options["prepare_threshold"] = None
        try:
            make_conninfo(**{name: value for name, value in options.items() if name != "prepare_threshold"})
        except psycopg.ProgrammingError:
            raise Misconfigured("The database address has an option that PostgreSQL does not know.") from None
        self._address = address.set(drivername="postgresql+psycopg", query={})
        self._options = options
        self._connections = int(asked)
        self._was_there = False

    def size(self, access: Access) -> int:
        """Return how many transactions of a kind run at once."""
        readers = self._connections // 2
        return readers if access == "reading" else self._connections - readers

    def threads(self, engine: Engine, access: Access) -> Threads:
        """Make threads in which transactions of an engine run."""
        return Threads(self.size(access))

    def engine(self, access: Access, session: str = SESSION) -> Engine:
        """Make an engine for transactions that write, or that each see one state."""
        engine = create_engine(
            self._address,
            pool_size=self.size(access),
            max_overflow=0,
            pool_pre_ping=True,  # replaces a connection that the server has closed
            hide_parameters=True,  # a statement in an error message must not show a hand
            connect_args=self._arguments(session),
            **{"isolation_level": "REPEATABLE READ"} if access == "reading" else {},
        )
        event.listen(engine, "connect", lambda made, _: setattr(made, "prepared_max", STATEMENTS_KEPT))
        event.listen(engine, "handle_error", _hide_values)
        if access == "reading":
            engine.dialect.statement_compiler = _WithoutLocks
        return engine.execution_options(postgresql_readonly=access == "reading")

    @contextmanager
    def begun(self, engine: Engine, pause: Pause = time.sleep) -> Iterator[Connection]:
        """Run a transaction; retry to connect while the server is full or away.

        A server that never answered is not retried here: its address may be wrong. The start of the bot retries.
        """
        is_committing = False
        try:
            with retry(self._is_away, engine.connect, pause) as db:
                self._was_there = True
                yield db
                is_committing = True
                db.commit()
        except DBAPIError as error:
            if is_committing and re.match("08|57P", _said(error)):
                raise DatabaseUnusable(
                    f"{self.place} broke off the connection while it was committing: "
                    "whether the last step was kept shows when it is read again."
                ) from error
            if explained := self._explained(error):
                raise explained from error
            raise

    @contextmanager
    def transaction(self, access: Access, session: str = SESSION) -> Iterator[Connection]:
        """Run a transaction on a connection of its own."""
        engine = self.engine(access, session)
        # Comments on columns in old migrations may be outdated; `bot.db.schema` documents the columns.
        engine.dialect.supports_comments = False
        try:
            with self.begun(engine) as db:
                yield db
        finally:
            engine.dispose()

    @contextmanager
    def migration(self, pause: Pause = time.sleep) -> Iterator[Connection]:
        """Run the transaction of a migration, when no other process migrates."""
        with self.transaction("writing", PATIENT) as db:
            if (encoding := db.scalar(text("SHOW server_encoding"))) != "UTF8":
                raise Misconfigured(
                    f"{self.place} keeps text as {encoding}, which cannot hold every name: create one with "
                    "ENCODING 'UTF8' TEMPLATE template0, and bring the data over with `paddock migrate-data`."
                )
            if not db.scalar(_MIGRATE):
                log.warning("%s is being migrated by another process; waiting for it", self.place)
                while not db.scalar(_MIGRATE):
                    pause(LOOK_EVERY)
            yield db

    def require_unused(self) -> None:
        """Raise `DatabaseUnusable` if a process of Paddock is connected to the database; this one must not be."""
        with self.transaction("reading") as db:
            if db.scalar(_OTHERS):
                raise DatabaseUnusable(
                    f"{self.place} is in use by another process of Paddock; stop the bot first."
                )

    def tidy(self) -> bool:
        """Do nothing: the server's vacuum does it."""
        return True

    def backup(self, target: Path) -> None:
        """Raise `Misconfigured`, which names the tool for backups."""
        raise Misconfigured(
            f"{self.place} is copied with PostgreSQL's own tools while the bot runs: "
            f"pg_dump --format=custom --file={target} {self._address.database}."
        )

    def listener(self) -> Notifications:
        """Return what listens for notifications, over a connection of its own."""
        return Notifications(*self._apart("paddock listens"))

    def session_locks(self) -> SessionLocks:
        """Return locks on a session of their own, which is opened when they are used."""
        return SessionLocks(*self._apart("paddock owns shards"))

    def is_served(self, db: Connection) -> bool:
        """Whether a process serves from this database: it has connections beside its pools."""
        db.execute(text("SELECT pg_stat_clear_snapshot()"))
        return bool(db.scalar(_SERVING))

    def _apart(self, name: str) -> tuple[str, dict[str, Any]]:
        """Return the address and the arguments of a connection without a pool."""
        url = self._address.set(drivername="postgresql").render_as_string(hide_password=False)
        return url, self._arguments(SESSION) | {"application_name": name}

    def _arguments(self, session: str) -> dict[str, Any]:
        own = {"application_name": "paddock", "options": f"{self._options.get('options', '')} {session}"}
        return DRIVER | self._options | own

    def _is_away(self, error: BaseException) -> bool:
        return self._was_there and isinstance(self._explained(error), DatabaseBusy)

    def _explained(self, error: BaseException) -> DatabaseUnusable | None:
        """Return a sentence about an error; None if it is a fault of this program."""
        if isinstance(error, DBAPIError):
            for kind, sentences in _EXPLAINED:
                for pattern, sentence in sentences.items():
                    if re.search(pattern, _said(error)):
                        return kind(f"{self.place} {sentence}.")
        return None


class Threads(ThreadPoolExecutor):
    """Threads for readers or for writers."""

    async def run(self, job: Callable[[], Answer]) -> Answer:
        """Run a function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self, job)

    async def close(self) -> None:
        """End the threads, when no transaction runs any more."""
        await asyncio.to_thread(self.shutdown)


class _WithoutLocks(PGCompiler_psycopg):
    """Omits FOR UPDATE, as SQLAlchemy does for SQLite: read-only transactions may not lock."""

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        """Render no lock."""
        return ""


def _said(error: DBAPIError) -> str:
    """Return the five characters of PostgreSQL's error code, or the text of a failed connect."""
    if error.connection_invalidated:
        return "08006"
    return str(getattr(error.orig, "sqlstate", None) or f"{type(error.orig).__name__}: {error.orig}")


def _hide_values(context: ExceptionContext) -> None:
    """Cut values of rows (DETAIL, quoted input) out of an error of the server, before anybody can log it."""
    error = context.original_exception
    if state := getattr(error, "sqlstate", None):
        first, *_ = str(error).split("\n")
        said = f"{state} {'a value that does not fit' if state.startswith('22') else first}"
        error.args = (said,)
        if context.sqlalchemy_exception:
            context.sqlalchemy_exception.args = (f"({type(error).__name__}) {said}",)


_MIGRATE = text("SELECT pg_try_advisory_xact_lock(hashtextextended('paddock migrations', 0))")
_SERVING = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'paddock %'"
)
_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND application_name LIKE 'paddock%'"
)
