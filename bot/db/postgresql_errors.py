"""Errors of PostgreSQL and its driver: one sentence for the operator, and whether a retry may help."""

from __future__ import annotations

import re

from sqlalchemy.exc import DBAPIError, OperationalError

from bot.db.errors import DatabaseBusy, DatabaseUnusable, Misconfigured

_LATER = "try again later"
_BUSY = {
    "08001": "cannot be reached: check that the server runs and that the address is right",
    "40001": f"was changed by somebody else at the same time; {_LATER}",
    "40P01": f"had two steps wait for each other and gave this one up; {_LATER}",
    "53300": "has no connection left: raise max_connections there, or lower `connections` in the address",
    "55P03": f"is held by another transaction that does not let go; {_LATER}",
    "57014": f"took too long to answer; {_LATER}",
    "57P03": "is starting up or shutting down",
}
"""Error codes after which a retry may help, and their sentences.

Source: PostgreSQL, "PostgreSQL Error Codes".
"""

_LASTING = {
    "28000": "does not let this user in: check the user, the password and pg_hba.conf",
    "28P01": "does not let this user in: check the user and the password",
    "3D000": "does not exist; create it",
    "3F000": "has no schema for tables; create one and name it in the user's search_path",
    "F0000": "cannot be connected to: check the options of the address, the certificates they ask for, and the "
    "PG… variables of the environment",
    "42501": "may not be read or written by this user: grant the rights, on the schema as well",
}
"""Error codes that stay until the operator changes something."""

_REASONS = {
    "25006": "may only be read",
    "53100": "cannot grow: the disk is full",
    "53200": "is out of memory",
}
"""Other error codes that are no fault of this program."""

_CONNECTION = ("08", "57P")
"""Prefixes of the error codes of broken connections."""

_REFUSALS = {
    r"password authentication failed|no password supplied": "28P01",
    r'authentication failed|pg_hba\.conf|role ".*" (does not exist|is not permitted to log in)': "28000",
    r'database ".*" does not exist': "3D000",
    r"permission denied for database": "42501",
    r"too many (clients|connections)|connection slots are reserved": "53300",
    r"the database system is": "57P03",
    r"certificate|SSL was required|^connection is bad: invalid": "F0000",
}
"""Texts of failed connects and their error codes. The driver gives no code for a failed connect.

A server that reports in another language matches none of them.
"""

_NOT_MADE, _BROKEN = "08001", "08006"
"""Error codes for any other failed connect, and for a connection that broke."""


def explained(error: BaseException, place: str) -> DatabaseUnusable | None:
    """Return a `DatabaseUnusable` that explains an error; None if it is a fault of this program."""
    state = _state(error)
    if reason := _BUSY.get(state):
        return DatabaseBusy(f"{place} {reason}.")
    if reason := _LASTING.get(state):
        return Misconfigured(f"{place} {reason}.")
    if reason := _REASONS.get(state):
        return DatabaseUnusable(f"{place} {reason}.")
    return DatabaseBusy(f"{place} broke off the connection.") if is_of_connection(error) else None


def may_pass(error: BaseException) -> bool:
    """Whether a retry may help: the server is full, busy or away."""
    return _state(error) in _BUSY or is_of_connection(error)


def is_of_connection(error: BaseException) -> bool:
    """Whether the connection broke or could not be made."""
    return _state(error).startswith(_CONNECTION)


def _state(error: BaseException) -> str:
    """Return the five characters of PostgreSQL's error code; empty if the error is not from the server."""
    if not isinstance(error, DBAPIError):
        return ""
    if error.connection_invalidated:
        return _BROKEN
    if state := getattr(error.orig, "sqlstate", None):
        return str(state)
    if not isinstance(error, OperationalError):
        return ""
    said = str(error.orig)
    return next((state for what, state in _REFUSALS.items() if re.search(what, said)), _NOT_MADE)
