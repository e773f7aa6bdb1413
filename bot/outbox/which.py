"""Which rows of the outbox are meant."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_

from bot.db.schema import outbox
from bot.outbox.post import PostKey


def is_unhindered() -> ColumnElement[bool]:
    """Say which posts are due and nothing is known to prevent: what the index of due posts holds.

    `Post.may_be_made` is so of others besides: those that a fault of ours prevents, which may be mended.
    """
    return and_(outbox.c.fulfilled < outbox.c.requested, outbox.c.problem.is_(None))


def this(table_id: str, key: PostKey) -> ColumnElement[bool]:
    """Say which post of a table a key names."""
    return and_(outbox.c.table_id == table_id, names(key))


def names(key: PostKey) -> ColumnElement[bool]:
    """Say which posts a key names, one of each table at most."""
    return and_(*(outbox.c[name].is_not_distinct_from(value) for name, value in key._asdict().items()))
