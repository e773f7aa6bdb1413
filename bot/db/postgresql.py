"""The backend for a PostgreSQL server. All code for PostgreSQL is in modules whose names begin with it.

Readers use REPEATABLE READ and READ ONLY: they see one state and never wait. Writers use READ COMMITTED. Several write
at once; each takes its locks in one order before it reads what it relies on (`bot.db.locks`). SERIALIZABLE would
need no locks, but rejected transactions would have to be repeated.

Backups are left to pg_dump, and deleted rows to the server's vacuum.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import Connection, Engine, create_engine, event, func, select, text
from sqlalchemy.dialects.postgresql.psycopg import PGCompiler_psycopg
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from bot.db.backend import Backend, Listener, Pool, Waits, only_transaction, patiently
from bot.db.errors import DatabaseUnusable, Misconfigured
from bot.db.notifications import Notifications
from bot.db.postgresql_address import connections_of, options_of, place_of
from bot.db.postgresql_errors import explained, is_of_connection, may_pass

DRIVER = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "client_encoding": "utf8",
}
"""Options of the driver: timeouts in seconds (`tcp_user_timeout` in milliseconds), and the encoding of text.

Source: PostgreSQL, "Parameter Key Words".
"""

SESSION = {
    "lock_timeout": "10s",
    "statement_timeout": "120s",
    # A process that hangs or is disconnected holds its locks no longer than this.
    "idle_in_transaction_session_timeout": "30s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    # Compiling a short statement costs more than it saves.
    "jit": "off",
}
"""Settings of every session, whatever the server has set."""

PATIENT = {"lock_timeout": "0", "statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}
"""Settings of a session that migrates or moves a database."""

STATEMENTS_KEPT = 500
"""Most prepared statements of a connection; the bot has fewer."""

LONGEST_PAYLOAD = 7_999
"""Most bytes of a notification. Source: PostgreSQL, "NOTIFY"."""

MIGRATIONS = "paddock migrations"
"""The name of the lock that a migration holds."""


class PostgreSQL(Backend):
    """A database on a server."""

    def __init__(self, address: URL, connections: int) -> None:
        self.place = place_of(address)
        self._address = address.set(drivername="postgresql+psycopg", query={})
        self._options = options_of(address)
        connections = connections_of(self._options.pop("connections", connections))
        self._readers = connections // 2
        self._writers = connections - self._readers
        self._was_there = False

    def reading(self, waits: Waits) -> Pool:
        """Make a pool of read-only transactions; each sees one state of the database."""
        engine = self._engine(self._readers, isolation_level="REPEATABLE READ")
        engine.dialect.statement_compiler = _WithoutLocks
        read_only = engine.execution_options(postgresql_readonly=True)
        return Pool(read_only, self._readers, lambda: self._begun(read_only, waits))

    def writing(self, waits: Waits) -> Pool:
        """Make a pool of writing transactions; each sees what others have committed before it got the lock."""
        engine = self._engine(self._writers)
        return Pool(engine, self._writers, lambda: self._begun(engine, waits))

    def migrating(self, *, is_changing: bool) -> AbstractContextManager[Connection]:
        """Begin a transaction on a new connection, without timeouts."""
        engine = self._engine(1, SESSION | PATIENT)
        # Comments on columns in old migrations may be outdated; `bot.db.schema` documents the columns.
        engine.dialect.supports_comments = False
        return only_transaction(engine.execution_options(postgresql_readonly=not is_changing))

    @contextmanager
    def _begun(self, engine: Engine, waits: Waits) -> Iterator[Connection]:
        """Run a transaction; retry to connect while the server is full or away."""
        with patiently(self._is_away, engine.connect, waits) as db:
            self._was_there = True
            with db.begin() as transaction:
                yield db
                try:
                    transaction.commit()
                except DBAPIError as error:
                    if is_of_connection(error):
                        raise DatabaseUnusable(
                            f"{self.place} broke off the connection while it was committing: "
                            "whether the last step was kept shows when it is read again."
                        ) from error
                    raise

    def _is_away(self, error: BaseException) -> bool:
        """Whether another try to connect may succeed.

        A server that never answered is not retried here: its address may be wrong. The start of the bot retries.
        """
        return may_pass(error) and (self._was_there or not is_of_connection(error))

    def _engine(self, size: int, session: Mapping[str, str] = SESSION, **facts: Any) -> Engine:
        engine = create_engine(
            self._address,
            pool_size=size,
            max_overflow=0,
            pool_pre_ping=True,  # replaces a connection that the server has closed
            hide_parameters=True,  # a statement in an error message must not show a hand
            connect_args=self._connect_args(session),
            **facts,
        )
        event.listen(engine, "connect", lambda made, _: setattr(made, "prepared_max", STATEMENTS_KEPT))
        return engine

    def _connect_args(self, session: Mapping[str, str], name: str = "paddock") -> dict[str, Any]:
        """Return the arguments of the driver's connect function."""
        settings = " ".join(f"-c {setting}={value}" for setting, value in session.items())
        return DRIVER | {"application_name": name, "options": settings} | self._options

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Turn errors of the server into a `DatabaseUnusable` that names the database."""
        try:
            yield
        except DBAPIError as error:
            if said := explained(error, self.place):
                raise said from error
            raise

    def require_every_letter(self, db: Connection) -> None:
        """Raise `Misconfigured` unless the encoding is UTF-8: names contain emoji."""
        encoding = db.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise Misconfigured(
                f"{self.place} keeps text as {encoding}, which cannot hold every name: create one with "
                "ENCODING 'UTF8' TEMPLATE template0, and bring the data over with `paddock migrate-data`."
            )

    def keep_others_out(self, db: Connection) -> None:
        """Take the lock of migrations until the transaction ends."""
        db.execute(_HOLD_NAMED, {"name": MIGRATIONS})

    def require_unused(self) -> None:
        """Raise `DatabaseUnusable` if a process of Paddock is connected to the database; this one must not be."""
        with self.explaining(), self.migrating(is_changing=False) as db:
            if db.scalar(_OTHERS):
                raise DatabaseUnusable(
                    f"{self.place} is in use by another process of Paddock; stop the bot first."
                )

    def backup(self, target: Path) -> None:
        """Raise `Misconfigured`, which names the tool for backups."""
        raise Misconfigured(
            f"{self.place} is copied with PostgreSQL's own tools while the bot runs: "
            f"pg_dump --format=custom --file={target} {self._address.database}."
        )

    def now(self, db: Connection) -> int | None:
        """Return the server's time now (not at BEGIN), in milliseconds since 1970 UTC."""
        moment: int = db.execute(_NOW).scalar_one()
        return moment

    def notify(self, db: Connection, channel: str, payload: str) -> None:
        """Send a notification at COMMIT; raise `ValueError` if the payload is too long."""
        if len(payload.encode()) > LONGEST_PAYLOAD:
            raise ValueError(f"a notification holds at most {LONGEST_PAYLOAD} bytes")
        db.execute(select(func.pg_notify(channel, payload)))

    def listener(self) -> Listener | None:
        """Return the listener for notifications, which has its own connection."""
        return Notifications(self._listening)

    async def _listening(self) -> psycopg.AsyncConnection:
        """Connect without a pool."""
        url = self._address.set(drivername="postgresql").render_as_string(hide_password=False)
        arguments = self._connect_args(SESSION, "paddock listens")
        return await psycopg.AsyncConnection.connect(url, autocommit=True, **arguments)


class _WithoutLocks(PGCompiler_psycopg):
    """Omits FOR UPDATE, as SQLAlchemy does for SQLite: read-only transactions may not lock."""

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        """Render no lock."""
        return ""


_OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND application_name LIKE 'paddock%'"
)
_HOLD_NAMED = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
_NOW = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
