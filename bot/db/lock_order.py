"""The order in which a transaction takes its locks, so that there are no deadlocks.

`Held` records the locks of a transaction. Tests run with `enforced`, where a lock out of order is an error on either
backend; the bot itself does not check. `bot.db.locks` lists what each lock protects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum


class Lock(StrEnum):
    """What is locked, in the order of locking. Of several locks of a kind the lower number comes first."""

    SETTINGS = "settings"
    """The settings of a server."""
    TABLE = "table"
    """The row of a table. Of several tables the oldest comes first, by `bot.db.locks.IN_ORDER`."""
    OPENING = "opening"
    """Opening a table in a server; open tables are counted."""
    BOOKS = "books"
    """Moving coins in a server."""
    NIGHT = "night"
    """The race nights of a server."""
    USER = "user"
    """The preferences of a user."""
    SHARDS = "shards"
    """The process of each shard, and whose clocks are stopped."""


_RANKS = {lock: rank for rank, lock in enumerate(Lock)}

_hear: Callable[[str], object] | None = None
"""Called with a description of every lock out of order; None: the order is not checked."""


class OutOfOrder(RuntimeError):
    """A transaction took a lock after a later one: two such transactions could deadlock."""


@contextmanager
def enforced(hear: Callable[[str], object] | None) -> Iterator[None]:
    """Raise `OutOfOrder` for a lock out of order while the block runs, and call `hear` before.

    With None the order is not checked in the block.
    """
    global _hear  # noqa: PLW0603 - one setting for all threads
    before, _hear = _hear, hear
    try:
        yield
    finally:
        _hear = before


class Held:
    """The locks that a transaction holds until its end."""

    __slots__ = ("_has_many", "_has_unnamed", "_last", "_name_of_last", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self._last: tuple[object, ...] = (-1,)
        self._name_of_last = ""
        self._has_many = False
        self._has_unnamed = False
        """Whether it holds several tables whose ids are unknown."""

    @property
    def is_checked(self) -> bool:
        """Whether the order is checked."""
        return _hear is not None

    def check(self, name: str, lock: Lock, *key: object) -> None:
        """Raise `OutOfOrder` if a new lock comes before one that is held; `key` orders the locks of a kind."""
        if _hear is None or name in self.names or (self._has_unnamed and lock is Lock.TABLE):
            return
        place = (_RANKS[lock], *key)
        if place < self._last[: len(place)]:
            self._refuse(name)

    def check_many(self, name: str) -> None:
        """Raise `OutOfOrder` if several tables are locked after a single one, or after a lock behind tables."""
        if _hear and not self._has_many and self._last >= (_RANKS[Lock.TABLE],):
            self._refuse(name)
        self._has_many = True

    def _refuse(self, name: str) -> None:
        breach = f"{name} is locked too late: it comes before {self._name_of_last}, which is held already"
        assert _hear is not None
        _hear(breach)
        raise OutOfOrder(breach)

    def note(self, name: str, lock: Lock, *key: object) -> None:
        """Record a lock that is held from now on."""
        self.names.add(name)
        place = (_RANKS[lock], *key)
        if place > self._last:
            self._last, self._name_of_last = place, name

    def note_unnamed(self, name: str) -> None:
        """Record that several tables are held whose ids are unknown."""
        self._has_unnamed = True
        self.note(name, Lock.TABLE)
