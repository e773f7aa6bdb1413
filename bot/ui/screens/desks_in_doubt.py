"""Desks that were sent and not answered: Discord may have taken them, and then two of one person stand.

Under its name such a message is found for some minutes, by whatever is sent next in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.outbox import Post, Retryable
from bot.remembered import Remembered

REMEMBERED = 10_000
"""Of how many desks it is known that they may stand; the longest known are forgotten first."""


class DesksInDoubt:
    """Which desks in direct messages may stand though no row knows of them, by table and user."""

    def __init__(self) -> None:
        self._channels = Remembered[tuple[str, int | None], int](REMEMBERED)

    @contextmanager
    def sending(self, post: Post, channel_id: int) -> Iterator[None]:
        """Send a desk in this block, under its name: it is in doubt if that is not answered, and no more if it is."""
        try:
            yield
        except Retryable:
            self._channels[_key(post)] = channel_id
            raise
        self.forget(post)

    def channel_of(self, post: Post) -> int | None:
        """Return the direct-message channel in which a desk may stand that no row knows of; None: in none."""
        return self._channels.get(_key(post))

    def forget(self, post: Post) -> None:
        """Note that no other desk than the one that is known may stand."""
        self._channels.pop(_key(post), None)


def _key(post: Post) -> tuple[str, int | None]:
    return post.table_id, post.user_id
