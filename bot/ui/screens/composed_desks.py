"""A desk that is composed and yet to be shown: what it shall look like, and what is noted once it does."""

from __future__ import annotations

from typing import NamedTuple

from bot.messages.layout import MessageLayout
from bot.messages.snapshot import Snapshot
from bot.outbox import Post
from bot.outbox.outcomes import ShownFacts
from bot.tables import Status


class ComposedDesk(NamedTuple):
    """A desk as it shall be, its pictures yet to be drawn, and what they show."""

    layout: MessageLayout
    pictured: str | None
    is_back: bool = False
    """Whether it is in the direct messages again, and was open elsewhere before."""

    @property
    def facts(self) -> ShownFacts:
        """What is to be noted of it, once it is shown there."""
        facts: ShownFacts = {"pictures": self.pictured}
        if self.is_back:
            facts["opened"] = None
        return facts

    def with_drawn(self, layout: MessageLayout) -> ComposedDesk:
        """Return it with its pictures drawn; where nobody can draw them it is told in words, and shows none."""
        return self._replace(layout=layout, pictured=self.pictured if layout.drawings else None)


def carries(post: Post, desk: ComposedDesk) -> bool:
    """Whether the message of a desk has the very pictures that it shall have."""
    return desk.pictured is not None and post.pictures == desk.pictured


def is_closed(snapshot: Snapshot, user_id: int) -> bool:
    """Whether nobody plays from a desk any more."""
    return snapshot.table.status is not Status.RUNNING or snapshot.table.seat_of(user_id) is None
