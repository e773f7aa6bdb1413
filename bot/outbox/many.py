"""Asking for very many posts at once, in a statement for all of them: at many tables, or of everybody at one."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Update,
    insert,
    literal,
    select,
    text,
    tuple_,
    update,
)

from bot.db.schema import outbox
from bot.db.statements import inserting
from bot.outbox.post import PostKey, PostKind
from bot.outbox.requests import AT_ONCE, FIRST
from bot.outbox.which import names


def ask_at_each(db: Connection, table_ids: Collection[str], key: PostKey) -> None:
    """Ask for the same post at several tables, as `ask_for` does at one."""
    again = _again(outbox.c.table_id.in_(table_ids) & names(key), moment=None)
    known = set(db.scalars(again.returning(outbox.c.table_id)))
    new = [{**FIRST, **key._asdict(), "table_id": each} for each in table_ids if each not in known]
    if new:
        db.execute(insert(outbox).returning(outbox.c.post_id), new)  # so all of them are one statement


def ask_everybody(
    db: Connection, table_id: str, kind: PostKind, users: Select[tuple[int]], moment: int
) -> None:
    """Ask for a post of a kind to everybody whom `users` selects, a `user_id` a row, each about the same moment."""
    those = users.subquery("those")
    row = {"table_id": table_id, "kind": kind, **FIRST, "moment": moment}
    told = {name: literal(value, outbox.c[name].type) for name, value in row.items()}
    rows = select(those.c.user_id, *told.values()).where(those.c.user_id.is_not(None))
    into = inserting(db.dialect.name, outbox)
    again = {"requested": outbox.c.requested + 1, "moment": moment, **AT_ONCE}
    db.execute(
        into.from_select(["user_id", *told], rows).on_conflict_do_update(
            index_elements=["table_id", "kind", "user_id"],
            index_where=text("user_id IS NOT NULL"),
            set_=again,
        )
    )


def show_desks_again(db: Connection, desks: Collection[tuple[str, int]]) -> None:
    """Ask that these desks be shown as they are now, by table and user; what was never asked for is not made."""
    if desks:
        these = tuple_(outbox.c.table_id, outbox.c.user_id).in_(desks)
        db.execute(_again((outbox.c.kind == PostKind.DESK) & these))


def _again(which: ColumnElement[bool], **facts: Any) -> Update:
    asked = {"requested": outbox.c.requested + 1, **AT_ONCE, **facts}
    return update(outbox).where(which).values(asked)
