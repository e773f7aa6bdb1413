"""Asking for posts, in the transaction of whatever changes what they show. They are made after it is committed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, bindparam, case, insert, or_, update

from bot.db.schema import outbox
from bot.outbox.lookups import posts_of, read
from bot.outbox.post import Notice, Post, PostKey, PostKind, call_of
from bot.outbox.which import this

FIRST = {"requested": 1, "fulfilled": 0, "requested_anew": 0, "tries": 0}
"""What a row says of a post that was never asked for before."""

AT_ONCE = {"tries": 0, "next_try_at": None, "problem": None}
"""What is asked for is tried at once, whatever became of it before."""


def ask_for(db: Connection, table_id: str, key: PostKey, *, moment: int | None = None) -> None:
    """Ask that a post show how things are now: one that stands, or a first one.

    `moment` is the log length it is about, if that is of importance.
    """
    ask_for_each(db, table_id, {key: moment})


def ask_for_each(db: Connection, table_id: str, moments: Mapping[PostKey, int | None]) -> None:
    """Ask the same of several posts at once, each with the log length it is about."""
    if not moments:
        return
    about = [(this(table_id, key), moment) for key, moment in moments.items() if moment is not None]
    found = db.execute(
        update(outbox)
        .where(outbox.c.table_id == table_id, or_(*(this(table_id, key) for key in moments)))
        .values(
            requested=outbox.c.requested + 1, moment=case(*about, else_=None) if about else None, **AT_ONCE
        )
        .returning(*(outbox.c[name] for name in PostKey._fields))
    )
    known = {PostKey(*row) for row in found}
    _ask_first(db, table_id, {key: moment for key, moment in moments.items() if key not in known})


def ask_for_all(
    db: Connection, table_id: str, moments: Mapping[PostKey, int | None], calls: Mapping[int, int]
) -> dict[PostKey, Post]:
    """Ask for all that one step brings, as `ask_for_each` and, for users by the moment, `ask_for_call` do.

    Returns every post of the table as it is then. Only steps ask for calls: the table is locked by the caller's.
    """
    posts = posts_of(db, table_id)
    wanted = {**moments, **{call_of(user_id): asked for user_id, asked in calls.items()}}
    known = {key: _asked_again(posts[key], moment) for key, moment in wanted.items() if key in posts}
    if known:
        again = [
            {"post": post.post_id, "more": post.requested - posts[key].requested, "about": post.moment}
            for key, post in known.items()
        ]
        db.execute(_AGAIN, again)
    new = {key: moment for key, moment in wanted.items() if key not in posts}
    return {**posts, **known, **{post.key: post for post in _ask_first(db, table_id, new)}}


def _asked_again(post: Post, moment: int | None) -> Post:
    """Return a post as it is once it was asked for again; a call that was asked for of this decision stays one."""
    is_another = post.kind is not PostKind.CALL or post.moment != moment
    requested = post.requested + is_another
    return replace(post, requested=requested, moment=moment, tries=0, next_try_at=None, problem=None)


_AGAIN = (
    update(outbox)
    .where(outbox.c.post_id == bindparam("post"))
    .values(requested=outbox.c.requested + bindparam("more"), moment=bindparam("about"), **AT_ONCE)
)
_FIRST = insert(outbox).returning(outbox)


def ask_once(db: Connection, table_id: str, key: PostKey, *, moment: int | None = None) -> None:
    """Ask for a post that is made once; one that was given up is tried again, one that was made stays as it is."""
    _ask(db, table_id, key, {}, moment)


def ask_for_call(db: Connection, table_id: str, user_id: int, asked: int) -> None:
    """Ask that somebody be told that it is their turn: once of the decision that arose at log length `asked`."""
    is_another = case((outbox.c.moment == asked, 0), else_=1)
    again = {"requested": outbox.c.requested + is_another, "moment": asked}
    _ask(db, table_id, call_of(user_id), again, asked)


def give_notice(db: Connection, table_id: str, notice: Notice, now: int, seat: int | None = None) -> None:
    """Ask for a public line about a seat, or without one about the table."""
    key = PostKey(PostKind.NOTICE, notice=notice, seat=seat, happened_at=now)
    ask_once(db, table_id, key)


def show_again(db: Connection, table_id: str, kind: PostKind, user_id: int | None = None) -> None:
    """Ask that every post of a kind, or one user's, be shown as it is now; what was never asked for is not made."""
    _change(db, _those(table_id, kind, user_id), requested=outbox.c.requested + 1)


def post_anew(db: Connection, table_id: str, kind: PostKind, user_id: int | None = None) -> None:
    """Ask for the same in a new message: so that people hear of it, or because it moves elsewhere."""
    following = outbox.c.requested + 1
    _change(db, _those(table_id, kind, user_id), requested=following, requested_anew=following)


def set_back(db: Connection, by: int) -> None:
    """Set whatever is known of posts by the clock so many milliseconds earlier: the clock was set back."""
    moments = (outbox.c.next_try_at, outbox.c.posted_at, outbox.c.opened_until)
    is_known = or_(*(moment.is_not(None) for moment in moments))
    db.execute(update(outbox).where(is_known).values({moment: moment - by for moment in moments}))


def _those(table_id: str, kind: PostKind, user_id: int | None) -> ColumnElement[bool]:
    of_kind = and_(outbox.c.table_id == table_id, outbox.c.kind == kind)
    return of_kind if user_id is None else and_(of_kind, outbox.c.user_id == user_id)


def _ask(db: Connection, table_id: str, key: PostKey, again: dict[str, Any], moment: int | None) -> None:
    """Write down what is asked of a post, `again` if it was asked for before."""
    if _change(db, this(table_id, key), **again) == 0:
        _ask_first(db, table_id, {key: moment})


def _ask_first(db: Connection, table_id: str, moments: Mapping[PostKey, int | None]) -> Sequence[Post]:
    """Ask for posts for the first time, each with the log length it is about; return them."""
    if not moments:
        return ()
    rows = [
        {"table_id": table_id, **FIRST, **key._asdict(), "moment": moment} for key, moment in moments.items()
    ]
    return [read(row) for row in db.execute(_FIRST, rows)]


def _change(db: Connection, which: ColumnElement[bool], **facts: Any) -> int:
    return db.execute(update(outbox).where(which).values(**facts, **AT_ONCE)).rowcount
