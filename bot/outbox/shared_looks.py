"""Looks that whoever posts of a table shares: what is made from one, in its order, and for how long it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import NamedTuple

from bot.outbox.looks import Look
from bot.outbox.post import BOARD, Post, PostKind

STALE = 2.0
"""Seconds after which nothing is posted from a look any more."""

Looks = Callable[[str, Look | None], Awaitable[Look]]
"""Looks at a table and its posts: in one reading, or in none where a look that was handed on shows all it takes."""

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


class Seen(NamedTuple):
    """What was seen of a table, from which posts are made."""

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


class SharedLooks:
    """Takes looks at tables: who wants one while another takes one shares it, unless something has changed since."""

    def __init__(self, read: Looks) -> None:
        self._read = read
        self._looking: dict[str, asyncio.Task[Seen]] = {}
        """Looks that are being taken, by table: who asks meanwhile shares them, until something changes."""
        self._changes: dict[str, Change] = {}
        """The last change of each table that is posted of: another one than it was looked at after is not seen yet."""

    def changed(self, table_id: str, handed: Look | None) -> None:
        """Have nobody begin from what was seen before a change; `handed` shows what the table was changed to."""
        self._looking.pop(table_id, None)
        before = self._changes.get(table_id)
        if before and handed and before.at >= handed.at:
            handed = None  # it may not show what that was
        self._changes[table_id] = Change(handed)

    def look_again(self, table_id: str) -> None:
        """Have whoever looks next at a table read it: there is more than was seen or handed on."""
        self._looking.pop(table_id, None)
        if change := self._changes.get(table_id):
            change.handed = None

    def forget(self, table_id: str) -> None:
        """Forget the changes of a table of which nothing more is posted here."""
        self._changes.pop(table_id, None)

    async def take(self, table_id: str) -> Seen:
        """Look at a table: with whoever does so just now, if nothing has changed since they began."""
        looking = self._looking.get(table_id)
        if looking is None:
            looking = asyncio.create_task(self._take_a_look(table_id), name=f"look at {table_id}")
            self._looking[table_id] = looking
        try:
            return await asyncio.shield(looking)
        finally:
            if self._looking.get(table_id) is looking:
                del self._looking[table_id]

    async def fresh(self, seen: Seen) -> Seen:
        """Look again where something has changed, or much time has gone by."""
        table_id = seen.look.table_id
        is_overtaken = seen.change is not self._changes.get(table_id)
        return seen if holds(seen.look) and not is_overtaken else await self.take(table_id)

    async def _take_a_look(self, table_id: str) -> Seen:
        change = self._changes.get(table_id)
        if change and change.handed and not holds(change.handed):
            change.handed = None
        look = await self._read(table_id, change.handed if change else None)
        if change and look is not change.handed:
            change.handed = None  # something of it had to be read
        return Seen(look, change)


def holds(look: Look) -> bool:
    """Whether something may still be posted from a look."""
    return not look.is_spent and monotonic() - look.at <= STALE
