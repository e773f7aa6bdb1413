"""Checks that every transaction takes its locks in the order of `bot.db.locks.Lock`, on either backend."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from bot.db.locks import MANY, Held, Lock, listeners

_RANKS = {lock: rank for rank, lock in enumerate(Lock)}


class OutOfOrder(RuntimeError):
    """A transaction took a lock after a later one: two such transactions could deadlock."""


@contextmanager
def checked_order(hear: Callable[[str], object]) -> Iterator[None]:
    """Raise `OutOfOrder` for a lock out of order while the block runs, and call `hear` before."""

    def check(held: Held, name: str, lock: Lock, key: tuple[Any, ...]) -> None:
        place = (_RANKS[lock], *key)
        last = max(held, key=lambda each: (_RANKS[held[each][0]], *held[each][1]), default=None)
        if last is None or (MANY & held.keys() and lock is Lock.TABLE):
            return
        of_last = (_RANKS[held[last][0]], *held[last][1])
        if place < of_last[: len(place)] or (name in MANY and of_last >= place):
            breach = f"{name} is locked too late: it comes before {last}, which is held already"
            hear(breach)
            raise OutOfOrder(breach)

    before, listeners[:] = listeners[:], [check]
    try:
        yield
    finally:
        listeners[:] = before
