"""Noting what became of posts. A request that came after a post was read is never taken for fulfilled or given up."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any, TypedDict, Unpack

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Text,
    Update,
    and_,
    bindparam,
    case,
    cast,
    literal,
    not_,
    or_,
    select,
    text,
    update,
)

from bot.db.locks import hold_table
from bot.db.schema import FORBIDDEN, outbox, tables
from bot.outbox.looks import Note
from bot.outbox.opened import Opened
from bot.outbox.post import Post, Posted, PostKind, Problem

_EDITED = {PostKind.LOBBY, PostKind.BOARD, PostKind.DESK}
"""What is kept up to date in a message that stands."""


class ShownFacts(TypedDict, total=False):
    """What is noted of a message with which a request is fulfilled; what is left out stays as it was."""

    posted_at: int
    """When it was posted; left out where it was edited."""
    pictures: str | None
    told_from: int
    told_to: int | None
    opened: Opened | None
    """Where its owner has opened it, None: nowhere any more."""


def note_shown(db: Connection, post: Post, posted: Posted | None = None, **facts: Unpack[ShownFacts]) -> None:
    """Write down that a post shows what was asked for until it was read, and where it stands if that is new.

    Another process may have shown it meanwhile, for another request: nobody can tell which of the two edits was the
    later one, and it is asked for once more.
    """
    note_all(db, [Note(post, posted, facts)])


def note_all(db: Connection, notes: Sequence[Note]) -> Collection[int]:
    """Write several of these down in one statement; of one post the last note counts.

    They are posts of one table, whose row is held meanwhile. Returns which of the posts there are: others were
    forgotten with their owners.
    """
    rows = dict[int, dict[str, Any]]()
    known: defaultdict[int, set[int]] = defaultdict(set)
    for post, posted, facts in notes:
        number = post.post_id
        row = rows.setdefault(number, {"post_id": number, "reached": 0})
        row["reached"] = max(row["reached"], post.requested)
        for name, value in facts.items():
            said = _columns_of(value) if name == "opened" else {name: value}
            row |= {**said, f"says_{name}": 1}
        if posted is not None:
            row |= {"channel_id": posted.channel_id, "message_id": posted.message_id, "says_where": 1}
        if post.kind in _EDITED:
            known[number] |= {post.fulfilled, post.requested}
    for number, requests in known.items():
        rows[number]["known"] = f",{','.join(map(str, requests))},"
    hold_table(db, notes[0].post.table_id)
    there = set(db.scalars(_THERE, {"posts": list(rows)}))
    if there:
        db.execute(
            _NOTE, [{**_NOTHING, **{f"new_{k}": v for k, v in rows[post_id].items()}} for post_id in there]
        )
    return there


def _columns_of(opened: Any) -> dict[str, object]:
    """Say in which columns stands where a desk is opened."""
    values = opened or (None,) * len(Opened._fields)
    return {f"opened_{field}": value for field, value in zip(Opened._fields, values, strict=True)}


_SAID = {
    "channel_id": "says_where",
    "message_id": "says_where",
    **{name: f"says_{name}" for name in ShownFacts.__annotations__ if name != "opened"},
    **dict.fromkeys(_columns_of(None), "says_opened"),
}
"""What a note may say, and the mark in its row that it says it."""


def _noting() -> Update:
    """Say what becomes of a post by a note of it: what the note does not say stays as it was.

    It stays as it was also where a later request has been fulfilled meanwhile: what is noted is of an older message.
    """
    new = {
        name: bindparam(f"new_{name}", type_=BigInteger()) for name in ("post_id", "reached", *_SAID.values())
    }
    new |= {name: bindparam(f"new_{name}", type_=outbox.c[name].type) for name in _SAID}
    is_newest = outbox.c.fulfilled <= new["reached"]
    said = {
        name: case((and_(new[mark] == 1, is_newest), new[name]), else_=outbox.c[name])
        for name, mark in _SAID.items()
    }
    # A request of which the note of an edit knows nothing was fulfilled since the post was read.
    known = bindparam("new_known", type_=Text())
    is_known = known.contains(literal(",") + cast(outbox.c.fulfilled, Text) + ",")
    return (
        update(outbox)
        .where(outbox.c.post_id == new["post_id"])
        .values(
            requested=case((not_(is_known), outbox.c.requested + 1), else_=outbox.c.requested),
            fulfilled=case((is_newest, new["reached"]), else_=outbox.c.fulfilled),
            tries=0,
            next_try_at=None,
            problem=None,
            **said,
        )
    )


_NOTE = _noting()
_NOTHING = dict.fromkeys([f"new_{name}" for name in ("known", *_SAID, *_SAID.values())])
_THERE = select(outbox.c.post_id).where(outbox.c.post_id.in_(bindparam("posts", expanding=True)))


def note_failed(db: Connection, post: Post, next_try_at: int) -> bool:
    """Write down that a post did not happen, and when it is tried again; return whether that was done.

    One that was asked for again since it was read is tried at once.
    """
    noted = db.execute(_as_it_was(post).values(tries=post.tries + 1, next_try_at=next_try_at))
    return noted.rowcount > 0


def note_given_up(db: Connection, post: Post, problem: Problem) -> None:
    """Give a post up, unless it was asked for again since it was read: that may well work."""
    db.execute(_as_it_was(post).values(problem=problem))


def note_broken(db: Connection, post: Post, next_try_at: int) -> None:
    """Write down that a fault of ours prevents a post, and when it is tried again though nothing waits for it."""
    again = {"tries": post.tries + 1, "next_try_at": next_try_at}
    db.execute(_as_it_was(post).values(problem=Problem.BROKEN, **again))


def _as_it_was(post: Post) -> Update:
    """Change a post unless it was asked for again since it was read."""
    return update(outbox).where(outbox.c.post_id == post.post_id, outbox.c.requested == post.requested)


def broken_tables(db: Connection, which: ColumnElement[bool] | None = None) -> set[str]:
    """Name the tables with a post that a fault of ours prevents, or those of them that are meant.

    Goes through all posts: for a start, and for whoever takes over what another process kept.
    """
    found = select(outbox.c.table_id).where(_given_up(Problem.BROKEN))
    if which is not None:
        found = found.where(outbox.c.table_id.in_(select(tables.c.table_id).where(which)))
    return set(db.scalars(found))


def try_broken(db: Connection, tables_of: Collection[str]) -> None:
    """Have whatever a fault of ours prevented at some tables be tried at once: it may be mended."""
    theirs = outbox.c.table_id.in_(tables_of)
    db.execute(update(outbox).where(theirs, _given_up(Problem.BROKEN)).values(next_try_at=None))


def forbidden_places(
    db: Connection, since: int, guild_id: int | None = None
) -> Sequence[tuple[str, int, Collection[int]]]:
    """Return the tables with a post that Discord forbade: id, server, and the channels where it may stand.

    Tables that ended before `since` are left out; without a server those of all servers are meant.
    """
    columns = tables.c.table_id, tables.c.guild_id, tables.c.channel_id, tables.c.thread_id
    forbidden = select(outbox.c.table_id).where(
        text(f"outbox.{FORBIDDEN}"), outbox.c.fulfilled < outbox.c.requested
    )
    found = select(*columns).where(
        tables.c.table_id.in_(forbidden), or_(tables.c.ended_at.is_(None), tables.c.ended_at >= since)
    )
    if guild_id is not None:
        found = found.where(tables.c.guild_id == guild_id)
    return [
        (row.table_id, row.guild_id, {row.channel_id, row.thread_id} - {None}) for row in db.execute(found)
    ]


def try_forbidden(db: Connection, table_id: str) -> None:
    """Make due again at a table what Discord forbade."""
    forbidden = and_(outbox.c.table_id == table_id, _given_up(Problem.FORBIDDEN))
    db.execute(update(outbox).where(forbidden).values(tries=0, next_try_at=None, problem=None))


def _given_up(problem: Problem) -> ColumnElement[bool]:
    return and_(outbox.c.problem == problem, outbox.c.fulfilled < outbox.c.requested)
