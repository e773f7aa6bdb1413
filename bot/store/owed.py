"""Statements whose answer nobody needs: they reach the database with the next one of their transaction, or its COMMIT.

Each statement costs a visit to the database's thread, or a way to its server, which take longer than most do there.
"""

from __future__ import annotations

from typing import Any, TypeVar

from sqlalchemy import Executable

OWED = "owed"
"""The option by which a statement is known to be one."""

AnyStatement = TypeVar("AnyStatement", bound=Executable)


def owed(statement: AnyStatement) -> AnyStatement:
    """Let a statement that writes wait for the next one; it tells nothing, and what it raises that one raises.

    So it is not for one that may be refused, or whose number of rows counts. PostgreSQL executes it at once, and so
    does SQLite where a transaction begins with it.
    """
    return statement.execution_options(**{OWED: True})


def is_owed(context: Any) -> bool:
    """Whether what SQLAlchemy executes in this context may wait."""
    return context is not None and bool(context.execution_options.get(OWED))
