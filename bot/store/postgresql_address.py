"""The address of a database on a PostgreSQL server: what it names, and what may be asked for behind a question mark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

from bot.store.errors import Misconfigured

HIGHEST_PORT = 65_535

_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_SERVERS = ("any", "primary", "standby", "read-write", "read-only", "prefer-standby")


def _one_of(*words: str) -> Callable[[str], str]:
    def read(value: str) -> str:
        if value not in words:
            raise ValueError(f"{', '.join(words[:-1])} or {words[-1]} is expected")
        return value

    return read


def _number(value: str) -> int:
    if not (value.isascii() and value.isdecimal()):
        raise ValueError("a number is expected")
    return int(value)


def _port(value: str) -> int:
    if not 1 <= (port := _number(value)) <= HIGHEST_PORT:
        raise ValueError(f"a port from 1 to {HIGHEST_PORT} is expected")
    return port


OPTIONS: dict[str, Callable[[str], Any]] = {
    "connections": _number,
    "host": str,
    "port": _port,
    "ssl": _one_of(*_SSL),
    "prepared_statement_cache_size": _number,
    "statement_cache_size": _number,
    "target_session_attrs": _one_of(*_SERVERS),
}
"""What may stand behind the question mark of an address, and what reads it; all but `connections` is the driver's."""

FEWEST = 2
"""Connections of a process: one to read and one to write. The one that listens comes on top."""


def place_of(address: URL) -> str:
    """Name a database and its server, and nobody's password; raise `Misconfigured` where the address names none."""
    if not address.database:
        raise Misconfigured(
            "The address names no database; write it like postgresql+asyncpg://user:password@host/paddock."
        )
    if address.port is not None and not 1 <= address.port <= HIGHEST_PORT:
        raise Misconfigured(
            f"The database address has a wrong port: a port is a number from 1 to {HIGHEST_PORT}."
        )
    hosts = address.host or address.query.get("host") or "this machine"
    where = hosts if isinstance(hosts, str) else ", ".join(hosts)
    return f"The database {address.database} on {where}" + (f":{address.port}" if address.port else "")


def options_of(address: URL) -> dict[str, Any]:
    """Return what stands behind the question mark of an address, as the driver takes it.

    Raises `Misconfigured` for what is not known, or cannot be used; values are not repeated.
    """
    given = {"ssl" if name == "sslmode" else name: value for name, value in address.query.items()}
    if given.keys() - OPTIONS.keys():
        known = ", ".join(sorted({*OPTIONS, "sslmode"}))
        raise Misconfigured(f"The database address has an option that is not known; known are {known}.")
    return {name: _option(name, value) for name, value in given.items()}


def _option(name: str, value: str | tuple[str, ...]) -> Any:
    try:
        return OPTIONS[name](_single(value))
    except ValueError as error:
        raise Misconfigured(
            f"The database address has an option {name} that cannot be used: {error}."
        ) from None


def _single(value: str | tuple[str, ...]) -> str:
    if isinstance(value, str):
        return value
    raise ValueError("it stands there more than once")


def connections_of(asked: int) -> int:
    """Return how many connections a process may have; raise `Misconfigured` if they are too few."""
    if asked < FEWEST:
        raise Misconfigured(f"The database address allows {asked} connections; {FEWEST} are the fewest.")
    return asked
