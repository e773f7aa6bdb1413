"""Noting what became of posts. A request that came after a post was read is never taken for fulfilled or given up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, Unpack

from sqlalchemy import Column, ColumnElement, and_, case, literal, or_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.outbox.looks import Note
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
    await note_all(db, [Note(post, posted, facts)])


async def note_all(db: AsyncConnection, notes: Sequence[Note]) -> None:
    """Write several of these down in one statement; of one post the last note counts."""
    reached = dict[int, int]()
    changed: defaultdict[str, dict[int, Any]] = defaultdict(dict)
    for note in notes:
        number = note.post.post_id
        reached[number] = max(note.post.requested, reached.get(number, 0))
        where = {} if note.posted is None else note.posted._asdict()
        for name, value in {**where, **note.facts}.items():
            changed[name][number] = value
    further = [
        (and_(outbox.c.post_id == number, outbox.c.fulfilled < requested), requested)
        for number, requested in reached.items()
    ]
    facts = {name: _by_post(outbox.c[name], values, reached) for name, values in changed.items()}
    if covered := _may_be_covered(notes):
        facts["requested"] = case((or_(*covered), outbox.c.requested + 1), else_=outbox.c.requested)
    await db.execute(
        update(outbox)
        .where(outbox.c.post_id.in_(list(reached)))
        .values(
            fulfilled=case(*further, else_=outbox.c.fulfilled),
            tries=0,
            next_try_at=None,
            problem=None,
            **facts,
        )
    )


def _may_be_covered(notes: Sequence[Note]) -> list[ColumnElement[bool]]:
    """Say of which posts a request was fulfilled, since they were read, of which these notes know nothing."""
    known: defaultdict[int, set[int]] = defaultdict(set)
    for note in notes:
        if note.post.kind in _EDITED:
            known[note.post.post_id] |= {note.post.fulfilled, note.post.requested}
    return [
        and_(outbox.c.post_id == number, outbox.c.fulfilled.not_in(sorted(requests)))
        for number, requests in known.items()
    ]


def _by_post(
    column: Column[Any], values: Mapping[int, Any], reached: Mapping[int, int]
) -> ColumnElement[Any]:
    """Say what a column becomes: other values in these rows, by their ids, and as it was in the others.

    It stays as it was also where a later request has been fulfilled meanwhile: what is noted is of an older message.
    """
    others = [
        (
            and_(outbox.c.post_id == number, outbox.c.fulfilled <= reached[number]),
            literal(value, column.type),
        )
        for number, value in values.items()
    ]
    return case(*others, else_=column)


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
