"""What PostgreSQL and its driver report, in one sentence each, and whether it may be over in a moment."""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DBAPIError

from bot.store.errors import Misconfigured, StoreBusy, StoreError

_LATER = "try again later"
_BUSY = {
    "40001": f"was changed by somebody else at the same time; {_LATER}",
    "40P01": f"had two steps wait for each other and gave this one up; {_LATER}",
    "53300": "has no connection left: raise max_connections there, or lower `connections` in the address",
    "55P03": f"is held by another transaction that does not let go; {_LATER}",
    "57014": f"took too long to answer; {_LATER}",
    "57P03": "is starting up or shutting down",
}
"""PostgreSQL's error codes that may be over in a moment, with what they mean.

Source: PostgreSQL, "PostgreSQL Error Codes".
"""

_LASTING = {
    "28000": "does not let this user in: check the user, the password and pg_hba.conf",
    "28P01": "does not let this user in: check the user and the password",
    "3D000": "does not exist; create it",
    "3F000": "has no schema for tables; create one and name it in the user's search_path",
    "42501": "may not be read or written by this user: grant the rights, on the schema as well",
}
"""Those that stay until the operator changes something."""

_REASONS = {
    "25006": "may only be read",
    "53100": "cannot grow: the disk is full",
    "53200": "is out of memory",
}
"""Others that come from outside of this program."""

_CONNECTION = ("08", "57P")
"""How the codes of a connection that broke, or that the server ended, begin."""

AWAY = "cannot be reached: check that the server runs and that the address is right"
"""What is said of a server that does not answer."""

OF_DRIVER = (DBAPIError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What the driver raises, by itself and through SQLAlchemy."""


def explained(error: BaseException, place: str) -> StoreError | None:
    """Say of the database at a `place` what an error means; None where it is a fault of this program."""
    state = _state(error)
    if reason := _BUSY.get(state):
        return StoreBusy(f"{place} {reason}.")
    if reason := _LASTING.get(state):
        return Misconfigured(f"{place} {reason}.")
    if reason := _REASONS.get(state):
        return StoreError(f"{place} {reason}.")
    return StoreBusy(f"{place} broke off the connection.") if is_of_connection(error) else None


def may_pass(error: BaseException) -> bool:
    """Whether the same may work in a moment: the server is full, or the connection to it broke."""
    return _state(error) in _BUSY or is_of_connection(error)


def is_of_connection(error: BaseException) -> bool:
    """Whether the connection broke."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OSError) or _state(error).startswith(_CONNECTION)


def _state(error: BaseException) -> str:
    """Return the five characters that PostgreSQL names an error with; empty if it did not come from there."""
    driver_error = getattr(error, "orig", None) or error
    return str(getattr(driver_error, "sqlstate", None) or "")
