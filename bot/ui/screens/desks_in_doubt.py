"""Desks that were sent and not answered: Discord may have taken them, and then two of one person stand.

Under its name such a message is found for some minutes, by whatever is sent next in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum

from bot.outbox import Post, Retryable
from bot.remembered import Remembered

REMEMBERED = 10_000
"""Of how many desks it is known that they may stand; the longest known are forgotten first."""


class Doubt(Enum):
    """Why a desk may stand of which no row knows."""

    UNANSWERED = "it was sent, and Discord did not say that it was"
    INTERRUPTED = "a run before ended while it was to be shown"
    OF_A_START = "a run before may have sent it, to call or remind its owner"


class DesksInDoubt:
    """Beside which desks in direct messages another one may stand that no row knows of, by table and user."""

    def __init__(self) -> None:
        self._desks = Remembered[tuple[str, int | None], Doubt](REMEMBERED)

    def doubt(self, desks: Iterable[tuple[str, int, bool]]) -> None:
        """Take these for sent: a run that ended while it showed them noted nothing of that.

        Each by table and user, and whether it was to be shown whatever its owner is told by it.
        """
        for table_id, user_id, is_shown in desks:
            if (table_id, user_id) not in self._desks:
                self._desks[table_id, user_id] = Doubt.INTERRUPTED if is_shown else Doubt.OF_A_START

    @contextmanager
    def sending(self, post: Post) -> Iterator[None]:
        """Send a desk in this block, under its name: it is in doubt if that is not answered, and no more if it is."""
        try:
            yield
        except Retryable:
            self._desks[_key(post)] = Doubt.UNANSWERED
            raise
        self.forget(post)

    def may_stand(self, post: Post) -> bool:
        """Whether a desk may stand of which no row knows."""
        return _key(post) in self._desks

    def may_stand_unasked(self, post: Post) -> bool:
        """Whether a desk may stand of which no row knows, though nobody is called or reminded by one for now."""
        return self._desks.get(_key(post)) in {Doubt.UNANSWERED, Doubt.INTERRUPTED}

    def forget(self, post: Post) -> None:
        """Note that no other desk than the one that is known may stand."""
        self._desks.pop(_key(post), None)


def _key(post: Post) -> tuple[str, int | None]:
    return post.table_id, post.user_id
