"""The one order in which a transaction takes its locks, so that no two wait for each other in a circle.

What a transaction holds is noted as it is taken (`Held`). Where the order is `enforced`, as in every test, a lock that
is taken too late is an error, on either backend; elsewhere nothing is compared. Which lock guards what is told in
`bot.store.locks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum


class Lock(StrEnum):
    """What is locked, in the order in which it is taken; of several of a kind the lower number comes first."""

    SETTINGS = "settings"
    """What a server has set."""
    TABLE = "table"
    """A table: its row. Of several the one that was opened first, by `bot.store.locks.IN_ORDER`."""
    OPENING = "opening"
    """Opening a table in a server, where open ones are counted."""
    BOOKS = "books"
    """Moving coins in a server."""
    NIGHT = "night"
    """The race nights of a server."""
    USER = "user"
    """What a user prefers."""
    SHARDS = "shards"
    """Which process looks after which shard, and whose clocks stand still."""


_RANKS = {lock: rank for rank, lock in enumerate(Lock)}

_hear: Callable[[str], object] | None = None
"""Hears of locks that are taken out of order; None: nobody looks."""


class OutOfOrder(RuntimeError):
    """A lock was taken by who holds one that comes after it: two such transactions could wait for each other."""


@contextmanager
def enforced(hear: Callable[[str], object] | None) -> Iterator[None]:
    """Have `OutOfOrder` raised in this process where a transaction takes a lock too late, and `hear` told of it.

    With None nothing is looked at inside.
    """
    global _hear  # noqa: PLW0603 - one order for the process, whichever task takes a lock
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
        """Whether it holds tables of which nobody has asked which they are."""

    @property
    def is_checked(self) -> bool:
        """Whether the order is looked at."""
        return _hear is not None

    def check(self, name: str, lock: Lock, *key: object) -> None:
        """Raise `OutOfOrder` if a lock that is not held comes before one that is; `key` is its place among its kind."""
        if _hear is None or name in self.names or (self._has_unnamed and lock is Lock.TABLE):
            return
        place = (_RANKS[lock], *key)
        if place < self._last[: len(place)]:
            self._refuse(name)

    def check_many(self, name: str) -> None:
        """Raise `OutOfOrder` where many tables are locked by who holds a single one, or what comes after tables."""
        if _hear and not self._has_many and self._last >= (_RANKS[Lock.TABLE],):
            self._refuse(name)
        self._has_many = True

    def _refuse(self, name: str) -> None:
        breach = f"{name} is locked too late: it comes before {self._name_of_last}, which is held already"
        assert _hear is not None
        _hear(breach)
        raise OutOfOrder(breach)

    def note(self, name: str, lock: Lock, *key: object) -> None:
        """Note a lock that is held from now on."""
        self.names.add(name)
        place = (_RANKS[lock], *key)
        if place > self._last:
            self._last, self._name_of_last = place, name

    def note_unnamed(self, name: str) -> None:
        """Note that tables are held of which nobody asks which they are."""
        self._has_unnamed = True
        self.note(name, Lock.TABLE)
