"""The address of a database on a PostgreSQL server: what it names, and what may be asked for behind a question mark."""

from __future__ import annotations

from typing import Any

from sqlalchemy.engine import URL

from bot.store.errors import Misconfigured

OPTIONS = {
    "connections": int,
    "host": str,
    "port": str,
    "ssl": str,
    "prepared_statement_cache_size": int,
    "statement_cache_size": int,
    "target_session_attrs": str,
}
"""What may stand behind the question mark of an address, and what it is; all but `connections` is the driver's."""

FEWEST = 2
"""Connections of a process: one to read and one to write. The one that listens comes on top."""


def place_of(address: URL) -> str:
    """Name a database and its server, and nobody's password; raise `Misconfigured` where the address names none."""
    if not address.database:
        raise Misconfigured(
            "The address names no database; write it like postgresql+asyncpg://user:password@host/paddock."
        )
    hosts = address.host or address.query.get("host") or "this machine"
    where = hosts if isinstance(hosts, str) else ", ".join(hosts)
    return f"The database {address.database} on {where}" + (f":{address.port}" if address.port else "")


def options_of(address: URL) -> dict[str, Any]:
    """Return what stands behind the question mark of an address, as the driver takes it.

    Raises `Misconfigured` for what is not known, or no number where it has to be one.
    """
    given = {"ssl" if name == "sslmode" else name: value for name, value in address.query.items()}
    if unknown := given.keys() - OPTIONS.keys():
        raise Misconfigured(f"The database address has an option that is not known: {min(unknown)}.")
    try:
        return {name: OPTIONS[name](value) for name, value in given.items()}
    except ValueError:
        raise Misconfigured("The database address has an option that is no number.") from None


def connections_of(asked: int) -> int:
    """Return how many connections a process may have; raise `Misconfigured` if they are too few."""
    if asked < FEWEST:
        raise Misconfigured(f"The database address allows {asked} connections; {FEWEST} are the fewest.")
    return asked
