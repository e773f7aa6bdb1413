"""How much of a hurry there is about what is done: somebody waits for it, it follows from a move, or it is made up for.

Whatever a task does is in the hurry the task is in; tasks that it starts inherit that, unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum


class Urgency(IntEnum):
    """What goes first; less is sooner."""

    ASKED = 0
    """Somebody pressed or typed something, and looks at the screen."""
    FOLLOWS = 1
    """A table moved on: boards, desks, and what computer players think."""
    MADE_UP = 2
    """What an absence left behind, at all tables at once; nobody looks at most of it."""


_current: ContextVar[Urgency] = ContextVar("urgency", default=Urgency.FOLLOWS)


def current() -> Urgency:
    """Return how much of a hurry there is about what is being done."""
    return _current.get()


def somebody_waits() -> None:
    """Have all that this task does from now on go first."""
    _current.set(Urgency.ASKED)


@contextmanager
def at(urgency: Urgency) -> Iterator[None]:
    """Do something with more or less of a hurry."""
    token = _current.set(urgency)
    try:
        yield
    finally:
        _current.reset(token)
