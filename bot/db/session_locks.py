"""Advisory locks of PostgreSQL on a session of its own: the server releases them when the session ends.

A process that was killed loses its locks at once, one that hangs or is suspended after `LONGEST_SILENCE`, and one whose
machine lost its power as soon as the server notices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from bot.db.errors import DatabaseBusy

SPACE = 0x7061_646B
"""The upper 32 bits of every lock's key ("padk"); the lower 32 bits are the lock's number."""

LONGEST_SILENCE = "20s"
"""How long a session may say nothing before the server ends it. Source: PostgreSQL, `idle_session_timeout`."""

HAS_IDLE_TIMEOUT = 140_000
"""The first version of the server with that setting."""

_TAKE = "SELECT pg_try_advisory_lock((%s::bigint << 32) | %s)"
_RELEASE = "SELECT pg_advisory_unlock((%s::bigint << 32) | %s)"
_RELEASE_ALL = "SELECT pg_advisory_unlock_all()"
_HOLDERS = (
    "SELECT objid::bigint, pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"
    " AND classid::bigint = %s AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Holders(NamedTuple):
    """Who holds which lock at one moment."""

    me: int
    """The number of this session."""
    sessions: Mapping[int, int]
    """By lock, the session that holds it."""


class SessionLocks:
    """One session and its locks. It connects when it is used; after an error all its locks are lost.

    Methods raise `DatabaseBusy` where the server cannot be used.
    """

    def __init__(self, url: str, arguments: Mapping[str, Any]) -> None:
        self._url, self._arguments = url, arguments
        self._connection: Any = None

    async def take(self, number: int) -> bool:
        """Take a lock; return False if another session holds it."""
        (row,) = await self._execute(_TAKE, (SPACE, number))
        return bool(row[0])

    async def release(self, number: int) -> None:
        """Release a lock."""
        await self._execute(_RELEASE, (SPACE, number))

    async def release_all(self) -> None:
        """Release every lock of this session."""
        await self._execute(_RELEASE_ALL)

    async def holders(self) -> Holders:
        """Read who holds which lock."""
        found = await self._execute(_HOLDERS, (SPACE,))
        return Holders(self._connection.info.backend_pid, dict(found))

    async def close(self) -> None:
        """End the session, and with it all its locks."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _execute(self, statement: str, parameters: tuple[int, ...] = ()) -> list[tuple[Any, ...]]:
        from psycopg import AsyncConnection, Error  # noqa: PLC0415 - a driver is loaded only if it is used

        try:
            if self._connection is None:
                self._connection = await AsyncConnection.connect(
                    self._url, autocommit=True, **self._arguments
                )
                if self._connection.info.server_version >= HAS_IDLE_TIMEOUT:
                    await self._connection.execute(f"SET idle_session_timeout = '{LONGEST_SILENCE}'")
            found = await self._connection.execute(statement, parameters)
            rows: list[tuple[Any, ...]] = await found.fetchall()
        except (Error, OSError) as error:
            await self.close()
            raise DatabaseBusy(
                f"The session that holds this process's shards broke: {type(error).__name__}."
            ) from error
        return rows
