"""What SQLAlchemy needs of a cursor, whichever driver executes its statement."""

from __future__ import annotations

from collections import deque
from typing import Any


class HeldRows:
    """A cursor that holds all rows as soon as its statement is done."""

    __slots__ = ("_rows", "description", "rowcount")

    arraysize = 1
    server_side = False

    def __init__(self) -> None:
        self._rows: deque[Any] = deque()
        self.description: Any = None
        self.rowcount = -1

    def fetchone(self) -> Any:
        """Return the next row; None: there is none."""
        return self._rows.popleft() if self._rows else None

    def fetchmany(self, size: int | None = None) -> list[Any]:
        """Return the next rows."""
        return [self._rows.popleft() for _ in range(min(size or self.arraysize, len(self._rows)))]

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""
        rows, self._rows = list(self._rows), deque()
        return rows

    def close(self) -> None:
        """Let the rows go: nothing else is left open."""
        self._rows = deque()

    async def _async_soft_close(self) -> None:
        """Do nothing: SQLAlchemy has the rows read that are here."""
