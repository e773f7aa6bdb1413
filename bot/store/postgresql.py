"""PostgreSQL: everything that only PostgreSQL knows is in this module and those that are called after it.

Readers work at REPEATABLE READ, read only: they see one state, wait for nobody and nobody waits for them. Writers
work at READ COMMITTED, several at once, and take locks, in one order, before they read what they rely on
(`bot.store.locks`). SERIALIZABLE would need no locks, but whoever it turns away has to run anew, and a block between
`async with` and its end cannot be run twice; a lock lets the second wait, and a step at another table notices nothing.

What PostgreSQL does itself is left to it: backups are made with pg_dump, deleted rows go with its vacuum.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import asyncpg
from sqlalchemy import Column, Connection, Row, Table, Text, collate, event, select, text
from sqlalchemy.dialects.postgresql.asyncpg import PGCompiler_asyncpg, PGDialect_asyncpg
from sqlalchemy.engine import URL
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.errors import Misconfigured, StoreBusy, StoreError
from bot.store.listening import Listener
from bot.store.notifications import Notifications
from bot.store.postgresql_address import connections_of, options_of, place_of
from bot.store.postgresql_connection import STATEMENTS_KEPT, adapting
from bot.store.postgresql_errors import AWAY, OF_DRIVER, explained, is_of_connection, may_pass
from bot.store.schema import metadata

CONNECT_WITHIN = 10.0
"""Seconds until a server that does not answer is tried again."""

ANSWER_WITHIN = 120.0
"""Seconds until a statement is given up that the server does not answer, for the network may be gone."""

LONGEST_PAYLOAD = 7_999
"""Bytes that fit into a notification. Source: PostgreSQL, "NOTIFY"."""

LOOK = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
CHANGE = "BEGIN ISOLATION LEVEL READ COMMITTED"
"""How a transaction begins that only reads, and one that may write."""

SESSION = {
    "application_name": "paddock",
    "lock_timeout": "10s",
    # A process that hangs or is cut off keeps no lock for longer than this.
    "idle_in_transaction_session_timeout": "30s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    # Our statements are short: compiling one costs more than it saves.
    "jit": "off",
    # A backslash in what is told to other processes is one.
    "standard_conforming_strings": "on",
}
"""What holds for every connection of ours, whatever the server has set."""

PATIENT = {"lock_timeout": "0", "idle_in_transaction_session_timeout": "0"}
"""What holds instead for whoever changes the whole database."""

MIGRATIONS = "paddock migrations"
"""The name of the lock that whoever migrates has."""


class PostgreSQL:
    """A database on a server."""

    own_file: Path | None = None

    def __init__(self, address: URL, connections: int) -> None:
        self.place = place_of(address)
        self._address = address.set(drivername="postgresql+asyncpg", query={})
        self._options = options_of(address)
        connections = connections_of(self._options.pop("connections", connections))
        self._was_there = False
        self.readers = connections // 2
        self.writers = connections - self.readers

    def reader(self) -> AsyncEngine:
        """Make an engine for readers, each of whom sees one state."""
        made = self._engine(self.readers, LOOK)
        made.dialect.statement_compiler = _WithoutLocks
        return made

    def writer(self) -> AsyncEngine:
        """Make an engine for writers, who see what others commit as soon as they have the lock for it."""
        return self._engine(self.writers, CHANGE)

    def migrator(self, *, is_changing: bool) -> AsyncEngine:
        """Make an engine that waits as long as a migration takes, its own or that of another process."""
        made = self._engine(1, CHANGE if is_changing else f"{CHANGE} READ ONLY", is_patient=True)
        # What a migration once said about a column may hold no more: `bot.store.schema` says what does.
        made.dialect.supports_comments = False
        return made

    def _engine(self, connections: int, begin: str, *, is_patient: bool = False) -> AsyncEngine:
        """Make an engine whose every transaction begins with `begin`.

        One that is patient changes what statements were prepared for: it keeps none of them.
        """
        options = dict(self._options)
        kept = options.pop("prepared_statement_cache_size", STATEMENTS_KEPT)
        made = create_async_engine(
            self._address,
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,  # an error that quotes a statement must not quote a hand
            connect_args={
                "command_timeout": None if is_patient else ANSWER_WITHIN,
                "server_settings": SESSION | (PATIENT if is_patient else {}),
                **options,
            },
        )
        connect = adapting(self._connect, begin, 0 if is_patient else kept)
        event.listen(made.sync_engine, "do_connect", connect)
        event.listen(made.sync_engine, "checkout", _require_open)
        return made

    async def _connect(self, *arguments: Any, **options: Any) -> Any:
        """Open a connection with the driver; raise `StoreBusy` where nobody answers.

        Raises `Misconfigured` for settings that the driver cannot use.
        """
        try:
            connection = await asyncpg.connect(*arguments, timeout=CONNECT_WITHIN, **options)
        except OSError as error:  # a time that is over is one as well
            raise StoreBusy(f"{self.place} {AWAY}.") from error
        except (
            ValueError
        ) as error:  # of the address, a PG… variable of the environment or a certificate's file
            raise Misconfigured(f"{self.place} cannot be connected to: {_first_line(error)}.") from error
        self._was_there = True
        return connection

    @contextmanager
    def explaining(self) -> Iterator[None]:
        """Name the database in what happened to it."""
        try:
            yield
        except OF_DRIVER as error:
            if said := explained(error, self.place):
                raise said from error
            raise

    def is_busy(self, error: BaseException) -> bool:
        """Whether the same may work in a moment: the server is full, or away for a while.

        One that was never there is waited for by whoever starts the bot; elsewhere the address may be wrong.
        """
        return self._was_there if isinstance(error, StoreBusy) else may_pass(error)

    def is_lost(self, error: BaseException) -> bool:
        """Whether the connection broke."""
        return is_of_connection(error)

    def is_open(self, connection: Connection) -> bool:
        """Whether the server has not closed a connection meanwhile, for all that the driver has heard."""
        driver: Any = connection.connection.driver_connection
        return not driver.is_closed()

    def check_place(self) -> None:
        """Do nothing: only the server knows."""

    def check_there(self) -> None:
        """Do nothing: only the server knows."""

    async def require_every_letter(self, db: AsyncConnection) -> None:
        """Raise `Misconfigured` unless the database keeps text as UTF-8: others have no emoji."""
        encoding = await db.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise Misconfigured(
                f"{self.place} keeps text as {encoding}, which cannot hold every name: create one with "
                "ENCODING 'UTF8' TEMPLATE template0, and bring the data over with `paddock migrate-data`."
            )

    async def keep_others_out(self, db: AsyncConnection) -> None:
        """Wait for whoever migrates this database, and have the others wait for this transaction."""
        await db.execute(_HOLD_NAMED, {"name": MIGRATIONS})

    async def keep_as_it_is(self, db: AsyncConnection) -> None:
        """Lock all tables, so that what is read page by page, each by a statement of its own, is one state."""
        await db.execute(_HOLD_TABLES)

    async def require_still_unused(self, db: AsyncConnection) -> None:
        """Raise `StoreError` if a process of Paddock is connected, as one is that waits for this transaction."""
        self._require_none(await db.scalar(text(_OTHERS)))

    @asynccontextmanager
    async def copied(self, version: str | None) -> AsyncIterator[None]:
        """Make no copy: a migration is one transaction, and a backup before it is made with pg_dump."""
        yield

    def broken_references(self, connection: Connection) -> list[str]:
        """Return none: the server checks every reference by itself."""
        return []

    async def finish_migration(self) -> None:
        """Do nothing."""

    async def require_unused(self) -> None:
        """Raise `StoreError` if a process of Paddock is connected to the database; this one must not yet."""
        with self.explaining():
            connection = await self._single()
            others = await connection.fetchval(_OTHERS)
            await connection.close()
        self._require_none(others)

    def _require_none(self, others: int | None) -> None:
        if others:
            raise StoreError(f"{self.place} is in use by another process of Paddock; stop the bot first.")

    async def pages(self, db: AsyncConnection, table: Table, size: int) -> AsyncIterator[Sequence[Row[Any]]]:
        """Read all rows of a table in the order of its key, text by its bytes, so many at once."""
        key = (
            collate(column, "C") if isinstance(column.type, Text) else column for column in table.primary_key
        )
        async with db.stream(select(table).order_by(*key)) as rows:
            async for page in rows.partitions(size):
                yield page

    async def last_number(self, db: AsyncConnection, column: Column[int]) -> int:
        """Return the highest number that was ever given to a row by itself; 0: none."""
        name = await db.scalar(_SEQUENCE, {"table": column.table.name, "column": column.name})
        last = await db.execute(text(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}"))  # noqa: S608 - its own name
        return int(last.scalar_one())

    async def count_from(self, db: AsyncConnection, column: Column[int], last: int) -> None:
        """Have the next row numbered by itself get a number after `last`."""
        facts = {"table": column.table.name, "column": column.name, "next": last + 1}
        await db.execute(_COUNT_FROM, facts)

    async def tidy(self) -> bool:
        """Do nothing: what was deleted goes with the server's own vacuum, and its log is not ours to cut."""
        return True

    async def backup(self, target: Path) -> None:
        """Point to the tool that makes a consistent copy of a running server's database."""
        raise Misconfigured(
            f"{self.place} is copied with PostgreSQL's own tools while the bot runs: "
            f"pg_dump --format=custom --file={target} {self._address.database}."
        )

    async def now(self, db: AsyncConnection) -> int | None:
        """Read the server's clock, in milliseconds since 1970 UTC: that of the moment, not of the transaction."""
        moment: int = (await db.execute(_NOW)).scalar_one()
        return moment

    async def notify(self, db: AsyncConnection, channel: str, payload: str) -> None:
        """Tell every process that listens, once the transaction is committed; raise `ValueError` if it is too long."""
        if len(payload.encode()) > LONGEST_PAYLOAD:
            raise ValueError(f"a notification holds at most {LONGEST_PAYLOAD} bytes")
        assert db.sync_connection is not None
        adapted: Any = db.sync_connection.connection.dbapi_connection
        adapted.tell(channel, payload)

    def listener(self) -> Listener:
        """Return what hears of notifications, over a connection of its own."""
        return Notifications(self._single)

    async def _single(self) -> Any:
        """Open a connection past the pools."""
        _, named = PGDialect_asyncpg().create_connect_args(self._address)  # type: ignore[no-untyped-call]
        of_driver = {name: value for name, value in self._options.items() if not name.startswith("prepared_")}
        return await self._connect(
            **named, **of_driver, server_settings=SESSION | {"application_name": "paddock listens"}
        )


class _WithoutLocks(PGCompiler_asyncpg):
    """Leaves FOR UPDATE out, as SQLAlchemy does for SQLite: who only reads may not lock."""

    def for_update_clause(self, select: Any, **kw: Any) -> str:
        """Render no lock."""
        return ""


_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND application_name LIKE 'paddock%'"
)
_SEQUENCE = text("SELECT pg_get_serial_sequence(:table, :column)")
_COUNT_FROM = text("SELECT setval(pg_get_serial_sequence(:table, :column), :next, false)")
_HOLD_NAMED = text("SELECT pg_advisory_xact_lock(hashtextextended(:name, 0))")
_HOLD_TABLES = text(f"LOCK TABLE {', '.join(metadata.tables)} IN SHARE MODE")
_NOW = text("SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")


def _first_line(error: ValueError) -> str:
    """Return what an error says, without the hints that follow."""
    return str(error).partition("\n")[0].rstrip(".")


def _require_open(connection: Any, _record: object, _proxy: object) -> None:
    """Have the pool take another connection in the place of one that the server has closed meanwhile.

    The driver knows as soon as that happens; asking the server each time would cost every transaction a round trip.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError
