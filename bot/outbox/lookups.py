"""Reading the outbox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    select,
    union_all,
)

from bot.db.schema import deadlines, drafts, outbox, tables
from bot.outbox.opened import Opened
from bot.outbox.post import Notice, Post, Posted, PostKey, PostKind, Problem
from bot.outbox.which import is_unhindered, this

_KINDS = {str(kind): kind for kind in PostKind}
_IS_TOLD = and_(outbox.c.kind == PostKind.NOTICE, outbox.c.fulfilled >= outbox.c.requested)

WORDS_AT_ONCE = 25
"""Words to bettors that a look at a table shows at most, of those that are due."""


def _posts() -> Select[Any]:
    """Select the posts of a table; of words to bettors the newest and some that are due, however many there are."""
    here, post_id = outbox.c.table_id == bindparam("table"), outbox.c.post_id
    words = and_(here, outbox.c.kind == PostKind.TOTE)
    others = and_(
        here, outbox.c.kind.in_([kind for kind in PostKind if kind is not PostKind.TOTE]), ~_IS_TOLD
    )
    newest = select(post_id).where(words).order_by(outbox.c.moment.desc(), post_id.desc()).limit(1).subquery()
    # In their order: what one look shows of them the next one shows as well, until it is told.
    due = select(post_id).where(words, is_unhindered()).order_by(post_id).limit(WORDS_AT_ONCE).subquery()
    these = union_all(select(post_id).where(others), select(newest), select(due))
    return select(outbox).where(post_id.in_(these)).order_by(post_id)


_POSTS = _posts()
_POSTS_AND_VERSION = _POSTS.add_columns(
    select(tables.c.version).where(tables.c.table_id == bindparam("table")).scalar_subquery(),
    exists().where(drafts.c.table_id == bindparam("table")),
)


def posts_of(db: Connection, table_id: str) -> dict[PostKey, Post]:
    """Every post of one table, in the order in which they were first asked for; no notice that was made.

    A notice is made once, and nothing follows from it. Of words to bettors there are `WORDS_AT_ONCE` that are due at
    most, and the newest.
    """
    posts = map(read, db.execute(_POSTS, {"table": table_id}))
    return {post.key: post for post in posts}


class PostsOfTable(NamedTuple):
    """Every post of a table, and what tells whether more has to be read of it."""

    posts: dict[PostKey, Post]
    version: int | None
    """That of the table at which nobody has changed it; None: it is not known."""
    has_slips: bool
    """Whether somebody there has begun to fill in a slip, for all that is known."""


def posts_and_version(db: Connection, table_id: str) -> PostsOfTable:
    """Read every post of a table in one statement with its version: each way to the database takes its time.

    Where the transaction may write, the version holds no longer than until somebody else changes the table.
    """
    rows = db.execute(_POSTS_AND_VERSION, {"table": table_id}).all()
    posts = {post.key: post for post in (read(row[:-2]) for row in rows)}
    if not rows:
        return PostsOfTable({}, version=None, has_slips=True)
    *_, version, has_slips = rows[0]
    return PostsOfTable(posts, version, bool(has_slips))


def find(db: Connection, table_id: str, key: PostKey) -> Post | None:
    """One post, None if it was never asked for."""
    row = db.execute(select(outbox).where(this(table_id, key))).one_or_none()
    return read(row) if row else None


def notices(db: Connection, table_id: str, notice: Notice, seat: int | None) -> int:
    """Count the notices of a table that say the same of a seat, or of the table."""
    same = (
        outbox.c.kind == PostKind.NOTICE,
        outbox.c.notice == notice,
        outbox.c.seat.is_not_distinct_from(seat),
    )
    found = select(func.count()).select_from(outbox).where(outbox.c.table_id == table_id, *same)
    return int(db.scalar(found) or 0)


def notices_of_seat(db: Connection, table_id: str, seat: int) -> Sequence[tuple[int, Notice]]:
    """Return when notices of a seat were asked for, and what they say; also of those that were posted."""
    of_seat = (outbox.c.table_id == table_id, outbox.c.seat == seat)
    rows = db.execute(select(outbox.c.happened_at, outbox.c.notice).where(*of_seat))
    return [(at, Notice(notice)) for at, notice in rows]


def due_desks(db: Connection, user_id: int) -> tuple[Post, ...]:
    """Every desk of a user that is due, at any table."""
    theirs = and_(outbox.c.user_id == user_id, outbox.c.kind == PostKind.DESK, is_unhindered())
    return tuple(map(read, db.execute(select(outbox).where(theirs))))


def due_tables(db: Connection, which: ColumnElement[bool] | None = None) -> list[str]:
    """Every table with a post that is due, or of those `which` are meant, the one whose clock runs out next first."""
    due_at = func.min(deadlines.c.due_at)
    meant = (
        is_unhindered()
        if which is None
        else and_(is_unhindered(), outbox.c.table_id.in_(select(tables.c.table_id).where(which)))
    )
    rows = db.execute(
        select(outbox.c.table_id)
        .outerjoin(deadlines, deadlines.c.table_id == outbox.c.table_id)
        .where(meant)
        .group_by(outbox.c.table_id)
        .order_by(due_at.is_(None), due_at, outbox.c.table_id)
    )
    return list(rows.scalars())


def desks_under_way(
    db: Connection, which: ColumnElement[bool] | None = None
) -> Sequence[tuple[str, int, bool]]:
    """Name every desk that is to be shown, or whose owner is to be called by it, or those at the tables that are meant.

    Each by its table and user, and whether it is to be shown whatever its owner may be told by it. At a start a run
    before may have sent them, and have ended before it noted that.
    """
    private = outbox.c.kind.in_([PostKind.DESK, PostKind.CALL])
    tells_nothing = (outbox.c.kind == PostKind.DESK) & (outbox.c.requested_anew <= outbox.c.fulfilled)
    is_shown = func.max(case((tells_nothing, 1), else_=0))
    desk = outbox.c.table_id, outbox.c.user_id
    wanted = select(*desk, is_shown).where(is_unhindered(), private).group_by(*desk)
    if which is not None:
        wanted = wanted.where(outbox.c.table_id.in_(select(tables.c.table_id).where(which)))
    return [(table_id, user_id, bool(shown)) for table_id, user_id, shown in db.execute(wanted)]


def opened_desks(db: Connection, which: ColumnElement[bool] | None = None) -> Sequence[tuple[str, int, int]]:
    """Name every desk that its owner has opened, or those at the tables that are meant.

    Each by its table and user, with the moment at which its token runs out.
    """
    opened = select(outbox.c.table_id, outbox.c.user_id, outbox.c.opened_until)
    wanted = opened.where(outbox.c.opened_until.is_not(None))
    if which is not None:
        wanted = wanted.where(outbox.c.table_id.in_(select(tables.c.table_id).where(which)))
    return [(table_id, user_id, until) for table_id, user_id, until in db.execute(wanted)]


def opened_by(db: Connection, user_id: int) -> tuple[Opened, ...]:
    """Tell where a user has opened desks, at any table."""
    facts = [outbox.c[f"opened_{field}"] for field in Opened._fields]
    theirs = outbox.c.user_id == user_id, outbox.c.opened_until.is_not(None)
    return tuple(Opened(*row) for row in db.execute(select(*facts).where(*theirs)))


def handed_seats(db: Connection, table_ids: Sequence[str]) -> set[tuple[str, int]]:
    """Tell which seats of some tables ever were in somebody else's hands: notices stay when they are posted."""
    here = outbox.c.table_id.in_(table_ids)
    rows = db.execute(select(outbox.c.table_id, outbox.c.seat).where(here, outbox.c.notice == Notice.HANDED))
    return {(table_id, seat) for table_id, seat in rows}


def read(row: Sequence[Any]) -> Post:
    """Read a row of the outbox, which has its columns in their order: by their names it would take twice the time."""
    (
        post_id,
        table_id,
        kind,
        user_id,
        race,
        notice,
        seat,
        happened_at,
        requested,
        fulfilled,
        requested_anew,
        moment,
        channel_id,
        message_id,
        posted_at,
        told_from,
        told_to,
        pictures,
        tries,
        next_try_at,
        problem,
        opened_channel_id,
        opened_message_id,
        opened_token,
        opened_until,
    ) = row
    return Post(
        post_id=post_id,
        table_id=table_id,
        key=PostKey(_KINDS[kind], user_id, race, notice and Notice(notice), seat, happened_at),
        requested=requested,
        fulfilled=fulfilled,
        requested_anew=requested_anew,
        moment=moment,
        posted=message_id and Posted(channel_id, message_id),
        posted_at=posted_at,
        told_from=told_from,
        told_to=told_to,
        pictures=pictures,
        tries=tries,
        next_try_at=next_try_at,
        problem=problem and Problem(problem),
        opened=opened_until and Opened(opened_channel_id, opened_message_id, opened_token, opened_until),
    )
