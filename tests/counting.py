"""Counts from outside what the database is asked: every statement, and every transaction by its kind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from bot.db import Database


class Counted:
    """What the database was asked. A statement for many rows that are handed over at once counts as one."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.reading = 0
        """Transactions that may only read."""
        self.transactions: list[list[str]] = []
        """The statements of each that may write."""

    @property
    def writing(self) -> int:
        """Transactions that may write."""
        return len(self.transactions)

    def begin_to_read(self, _: object) -> None:
        """Note that a transaction begins that may only read."""
        self.reading += 1

    def begin_to_write(self, _: object) -> None:
        """Note that one begins that may write."""
        self.transactions.append([])

    def read(self, _: object, __: object, statement: str, *___: object) -> None:
        """Note a statement of a connection that may only read."""
        self.statements.append(statement)

    def write(self, _: object, __: object, statement: str, *___: object) -> None:
        """Note a statement of a connection that may write."""
        self.statements.append(statement)
        self.transactions[-1].append(statement)


@contextmanager
def counting(store: Database) -> Iterator[Counted]:
    """Count all that is asked of an open database within the block."""
    counted = Counted()
    reader, writer = store.engines["reading"], store.engines["writing"]
    ears = (
        (reader, "begin", counted.begin_to_read),
        (reader, "before_cursor_execute", counted.read),
        (writer, "begin", counted.begin_to_write),
        (writer, "before_cursor_execute", counted.write),
    )
    for ear in ears:
        event.listen(*ear)
    yield counted
    for ear in ears:
        event.remove(*ear)
