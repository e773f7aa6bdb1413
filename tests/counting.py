"""Counts from outside what the database is asked: every statement, and every transaction by its kind."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from bot.store import Store


class Counted:
    """What the database was asked. A statement for many rows that goes to it row by row counts as many."""

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

    def read(self, _: object, __: object, statement: str, values: Any, ___: object, many: bool) -> None:
        """Note a statement of a connection that may only read."""
        if statement == "BEGIN":
            self.reading += 1
        else:
            self.statements += [statement] * _times(values, many)

    def write(self, _: object, __: object, statement: str, values: Any, ___: object, many: bool) -> None:
        """Note a statement of a connection that may write."""
        if statement == "BEGIN IMMEDIATE":
            self.transactions.append([])
            return
        asked = [statement] * _times(values, many)
        self.statements += asked
        self.transactions[-1] += asked


def _times(values: Any, many: bool) -> int:
    """Say how often a statement is executed: once a row, or once where all rows stand in it."""
    return len(values) if many and values and isinstance(values[0], tuple | list | dict) else 1


@contextmanager
def counting(store: Store) -> Iterator[Counted]:
    """Count all that is asked of an open database within the block."""
    counted = Counted()
    ears = (store._reader.sync_engine, counted.read), (store._writer.sync_engine, counted.write)
    for engine, ear in ears:
        event.listen(engine, "before_cursor_execute", ear)
    yield counted
    for engine, ear in ears:
        event.remove(engine, "before_cursor_execute", ear)
