"""Who hears what happens in the process, so that it can be counted; usually nobody.

Rooms tell the observer of the context in which they are made, and know nothing of what is counted with what. An
observer hears of kinds, times and reasons; it keeps no id, no name and nothing of what is played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Any, Literal, Self

Access = Literal["reading", "writing"]
Work = Literal["layout", "picture", "thought"]
"""What the render pool is asked for: to compose a message, to draw, or to think in a computer player's place."""


class Wait:
    """Something that begins with waiting for one's turn; entered as a context, and told when the turn has come."""

    def begun(self) -> None:
        """Note that the wait is over."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Note that all of it is over, by this error if there is one."""


NO_WAIT = Wait()


class Observer:
    """Hears what happens, and counts nothing."""

    http_trace: Any = None
    """What discord.py is to tell of its requests: an `aiohttp.TraceConfig`."""

    def database_opened(self, access: Access, engine: Any) -> None:
        """Hear that transactions of a kind are made through this SQLAlchemy engine."""

    def transaction(self, access: Access) -> Wait:
        """Hear of a transaction from the moment it is asked for to its end."""
        return NO_WAIT

    def database_is_busy(self) -> None:
        """Hear that a transaction could not begin because another process holds the database."""

    def books_checked(self, problems: int) -> None:
        """Hear how much was not in order in the bank's books."""

    def press_began(self, task: asyncio.Task[object], kind: Callable[[], str], way: str) -> None:
        """Hear of a press or command; it is answered when `task` ends.

        `kind` names the control or the command, `way` is how it came: component, form, command or autocomplete.
        """

    def acknowledged(self, way: str, seconds: float) -> None:
        """Hear that Discord has taken the initial response, so many seconds after the press arrived."""

    def refused(self, reason: str) -> None:
        """Hear that something was refused, and the code of the reason."""

    def moved(self, table_id: str, game: str, by: str) -> None:
        """Hear of a decision that is committed: by a person, a computer, or by what took it in the seat's place."""

    def clocks_set(self, by: int) -> None:
        """Hear that all clocks were set later, or earlier, by so many milliseconds."""

    def posting(
        self, table_id: str, kind: str, is_made: Callable[[], bool]
    ) -> AbstractContextManager[object]:
        """Hear of the making of a post, and of the error that it ends with if there is one.

        `is_made` says afterwards whether it stands: it may have to wait for something else.
        """
        return NO_WAIT

    def left_to_another(self, table_id: str) -> None:
        """Hear that another process makes the posts of a table."""

    def work(self, what: Work) -> Wait:
        """Hear of work for the render pool from the moment it is asked for to its end."""
        return NO_WAIT

    def work_failed(self, queue: str) -> None:
        """Hear that something in a work queue failed and is tried again."""

    def shard_connected(self, shard: int, *, resumed: bool) -> None:
        """Hear that a shard is connected, with its session resumed or by a new one."""

    def shard_disconnected(self, shard: int) -> None:
        """Hear that a shard has lost its connection."""


NOBODY = Observer()

_current: ContextVar[Observer] = ContextVar("observer", default=NOBODY)


def observer() -> Observer:
    """Return whoever hears what happens in this context."""
    return _current.get()


@contextmanager
def observed_by(observer: Observer) -> Iterator[None]:
    """Have this observer hear of all that is made, and done, inside."""
    token = _current.set(observer)
    try:
        yield
    finally:
        _current.reset(token)
