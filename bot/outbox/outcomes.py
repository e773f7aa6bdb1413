"""Noting what became of posts. A request that came after a post was read is never taken for fulfilled or given up."""

from __future__ import annotations

from typing import Any, TypedDict, Unpack

from sqlalchemy import case, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox.post import Post, Posted, PostKind, Problem
from bot.store.schema import outbox

_EDITED = {PostKind.LOBBY, PostKind.BOARD, PostKind.DESK}
"""What is kept up to date in a message that stands."""


class ShownFacts(TypedDict, total=False):
    """What is noted of a message with which a request is fulfilled; what is left out stays as it was."""

    posted_at: int
    """When it was posted; left out where it was edited."""
    pictures: str | None
    told_from: int
    told_to: int | None


async def note_shown(
    db: AsyncConnection, post: Post, posted: Posted | None = None, **facts: Unpack[ShownFacts]
) -> None:
    """Write down that a post shows what was asked for until it was read, and where it stands if that is new.

    Another process may have shown it meanwhile, for another request: nobody can tell which of the two edits was the
    later one, and it is asked for once more.
    """
    where: dict[str, Any] = {} if posted is None else posted._asdict()
    if post.kind in _EDITED:
        may_be_covered = outbox.c.fulfilled.not_in([post.fulfilled, post.requested])
        where["requested"] = case((may_be_covered, outbox.c.requested + 1), else_=outbox.c.requested)
    reached = case((outbox.c.fulfilled < post.requested, post.requested), else_=outbox.c.fulfilled)
    await db.execute(
        update(outbox)
        .where(outbox.c.post_id == post.post_id)
        .values(fulfilled=reached, tries=0, next_try_at=None, problem=None, **where, **facts)
    )


async def note_failed(db: AsyncConnection, post: Post, next_try_at: int) -> None:
    """Write down that a post did not happen, and when it is tried again."""
    await db.execute(
        update(outbox)
        .where(outbox.c.post_id == post.post_id)
        .values(tries=post.tries + 1, next_try_at=next_try_at)
    )


async def note_given_up(db: AsyncConnection, post: Post, problem: Problem) -> None:
    """Give a post up, unless it was asked for again since it was read: that may well work."""
    await db.execute(
        update(outbox)
        .where(outbox.c.post_id == post.post_id, outbox.c.requested == post.requested)
        .values(problem=problem)
    )
