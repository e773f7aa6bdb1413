"""Noting what became of posts. A request that came after a post was read is never taken for fulfilled or given up."""

from __future__ import annotations

from typing import TypedDict, Unpack

from sqlalchemy import case, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox.post import Post, Posted, Problem
from bot.store.schema import outbox


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
    """Write down that a post shows what was asked for until it was read, and where it stands if that is new."""
    where = {} if posted is None else posted._asdict()
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
