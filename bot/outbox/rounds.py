"""Rounds of posts: what is made of a table from one look at it, and for how long that look holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from bot.outbox.looks import Look
from bot.outbox.post import BOARD, Post, PostKind

STALE = 2.0
"""Seconds after which nothing is posted from a look any more."""

_ORDER = tuple(PostKind)


def _turn(post: Post) -> tuple[object, ...]:
    """Say when a post is made: results before the board that follows them, notices as things happened."""
    key = post.key
    happened = (key.happened_at or 0, key.notice or "", key.seat or 0)
    return _ORDER.index(key.kind), *happened, key.race or 0, key.user_id or 0


@dataclass(eq=False, slots=True)
class Change:
    """A change of a table."""

    handed: Look | None
    """What it was changed to, where whoever did that handed it on, for as long as that holds."""
    at: float = field(default_factory=monotonic)


class Round(NamedTuple):
    """A look from which posts are made."""

    look: Look
    change: Change | None
    """The last change of the table by then."""

    def awaits_board(self) -> bool:
        """Whether a board is still to be posted, and nothing is known to prevent that."""
        board = self.look.posts.get(BOARD)
        return board is not None and board.is_due and board.problem is None

    def due(self) -> list[Post]:
        """Return what is to be posted, in its order."""
        return sorted((post for post in self.look.posts.values() if post.may_be_made), key=_turn)


def holds(look: Look) -> bool:
    """Whether something may still be posted from a look."""
    return not look.is_spent and monotonic() - look.at <= STALE
