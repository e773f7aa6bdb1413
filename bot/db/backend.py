"""Choose the backend for a database address."""

from __future__ import annotations

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.db.errors import Misconfigured
from bot.db.postgresql import PostgreSQL
from bot.db.sqlite import SQLite

CONNECTIONS = 8
"""Default number of connections of a process to a database server: half for readers, half for writers."""

HOW_TO_WRITE = (
    "write it like sqlite+aiosqlite:///paddock.db or postgresql://user:password@host/database, "
    "and in a user's name or a password %40 for @, %3A for :, %2F for / and %3F for ?."
)
"""Shown to the operator. The address itself is never shown: any part of it may belong to a password."""

Backend = SQLite | PostgreSQL


def backend_at(url: str | URL, connections: int = CONNECTIONS) -> Backend:
    """Return the backend for a database address; raise `Misconfigured` if the address is wrong.

    `connections` (at least 2) limits the connections to a database server, unless the address sets its own limit.
    """
    try:
        address = make_url(url, keep_blank_values=True)
    except (ArgumentError, ValueError):  # the latter of a port that is no number
        raise Misconfigured(f"The database address cannot be read; {HOW_TO_WRITE}") from None
    if address.get_backend_name() == "sqlite":
        return SQLite(address)
    if "@" in f"{address.host}{address.database}":
        raise Misconfigured(f"The database address has an @ too many; {HOW_TO_WRITE}")
    if address.get_backend_name() in {"postgresql", "postgres"}:
        return PostgreSQL(address, connections)
    raise Misconfigured(f"The database address names neither SQLite nor PostgreSQL; {HOW_TO_WRITE}")
