"""The address of a PostgreSQL database and its options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.engine import URL

from bot.db.errors import Misconfigured

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
    "sslmode": _one_of(*_SSL),
    "sslrootcert": str,
    "prepared_statement_cache_size": _number,
    "statement_cache_size": _number,
    "target_session_attrs": _one_of(*_SERVERS),
}
"""The options of an address (after the question mark), and the functions that read them."""

CACHES = ("prepared_statement_cache_size", "statement_cache_size")
"""Options of another driver, the number of prepared statements per connection. Only 0, for none, has a meaning here."""

FEWEST = 2
"""Least connections of a process, one to read and one to write; the one that listens is not counted."""


def place_of(address: URL) -> str:
    """Return the name of a database for messages; raise `Misconfigured` if the address has none."""
    if not address.database:
        raise Misconfigured(
            "The address names no database; write it like postgresql://user:password@host/paddock."
        )
    if address.port is not None and not 1 <= address.port <= HIGHEST_PORT:
        raise Misconfigured(
            f"The database address has a wrong port: a port is a number from 1 to {HIGHEST_PORT}."
        )
    hosts = address.host or address.query.get("host") or "this machine"
    where = hosts if isinstance(hosts, str) else ", ".join(hosts)
    return f"The database {address.database} on {where}" + (f":{address.port}" if address.port else "")


def options_of(address: URL) -> dict[str, Any]:
    """Return the options of an address as arguments of the driver.

    Raises `Misconfigured` for an unknown option or a wrong value. The message never contains a value.
    """
    given = {"sslmode" if name == "ssl" else name: value for name, value in address.query.items()}
    if given.keys() - OPTIONS.keys():
        known = ", ".join(sorted(OPTIONS))
        raise Misconfigured(f"The database address has an option that is not known; known are {known}.")
    options = {name: _option(name, value) for name, value in given.items()}
    if 0 in [options.pop(name, None) for name in CACHES]:
        options["prepare_threshold"] = None
    return options


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
    """Return the number of connections; raise `Misconfigured` if it is too low."""
    if asked < FEWEST:
        raise Misconfigured(f"The database address allows {asked} connections; {FEWEST} are the fewest.")
    return asked
