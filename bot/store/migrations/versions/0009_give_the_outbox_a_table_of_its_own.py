"""Give what has to be posted a table in which every column means one thing, and heartbeats their name.

Until now `kind` was a small language (`result:2`, `notice:left:3:1789000000000`), `wanted` a lobby's revision, a log
length, a row or a decision, and `shown` below zero, or a time of posting of 0, said that something was asked for anew.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

PROBLEMS = {"shut": "direct_messages_closed", "gone": "not_found", "denied": "forbidden"}
"""New names of reasons; the others keep theirs."""

ABOUT_THE_TABLE = {"paused", "resumed", "crowded", "outdated"}
"""Notices that had the seat 0 in their name and meant no seat."""


def upgrade() -> None:
    """Bring a database of 0008 to 0009: what was due is due, and what stands is known to stand."""
    _make_outbox()
    connection = op.get_bind()
    for table_id in connection.scalars(sa.text("SELECT DISTINCT table_id FROM screens")).all():
        screens = connection.execute(sa.text(SCREENS), {"table_id": table_id}).mappings().all()
        told_from = next((row["wanted"] for row in screens if row["kind"] == "words"), None)
        connection.execute(sa.insert(outbox), [_post(row, told_from) for row in screens])
    op.drop_table("screens")
    _rename_heartbeats()


SCREENS = "SELECT * FROM screens WHERE table_id = :table_id ORDER BY kind, user_id"


def _post(row: Any, told_from: int | None) -> dict[str, Any]:
    """Return a row of the outbox; `told_from` is the row of the log with which the table's board begins."""
    kind, _, facts = row["kind"].partition(":")
    stands, is_due, is_board = row["message_id"] is not None, row["shown"] < row["wanted"], kind == "board"
    is_reminded = kind == "desk" and row["posted_at"] == 0
    is_moved = kind in {"lobby", "board"} and stands and row["shown"] < 0
    return {
        "table_id": row["table_id"],
        "kind": "board_words" if kind == "words" else kind,
        "user_id": row["user_id"] or None,
        **_named(kind, facts),
        "requested": 1,
        "fulfilled": 0 if is_due else 1,
        "requested_anew": 1 if is_due and (is_moved or is_reminded) else 0,
        "moment": row["wanted"] if kind in {"board", "result", "call"} else None,
        "channel_id": row["channel_id"] if stands else None,
        "message_id": row["message_id"],
        "posted_at": row["posted_at"] or None,
        "told_from": told_from if is_board and stands else None,
        "told_to": row["shown"] if is_board and row["shown"] >= 0 else None,
        "pictures": row["pictures"],
        "tries": row["tries"],
        "next_try_at": row["next_try_at"] or None,
        "problem": PROBLEMS.get(row["problem"], row["problem"]),
    }


def _named(kind: str, facts: str) -> dict[str, Any]:
    """Return what the name of a post said beside its kind."""
    told: dict[str, Any] = {"race": None, "notice": None, "seat": None, "happened_at": None}
    if kind == "result":
        return told | {"race": int(facts)}
    if kind == "notice":
        notice, seat, happened_at = facts.split(":")
        about = None if notice in ABOUT_THE_TABLE else int(seat)
        return told | {"notice": notice, "seat": about, "happened_at": int(happened_at)}
    return told


outbox = sa.table(
    "outbox",
    *map(
        sa.column,
        (
            "table_id",
            "kind",
            "user_id",
            "race",
            "notice",
            "seat",
            "happened_at",
            "requested",
            "fulfilled",
            "requested_anew",
            "moment",
            "channel_id",
            "message_id",
            "posted_at",
            "told_from",
            "told_to",
            "pictures",
            "tries",
            "next_try_at",
            "problem",
        ),
    ),
)


def _make_outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("post_id", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("race", sa.Integer()),
        sa.Column("notice", sa.Text()),
        sa.Column("seat", sa.Integer()),
        sa.Column("happened_at", sa.BigInteger()),
        sa.Column("requested", sa.Integer(), nullable=False),
        sa.Column("fulfilled", sa.Integer(), nullable=False),
        sa.Column("requested_anew", sa.Integer(), nullable=False),
        sa.Column("moment", sa.Integer()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("posted_at", sa.BigInteger()),
        sa.Column("told_from", sa.Integer()),
        sa.Column("told_to", sa.Integer()),
        sa.Column("pictures", sa.Text()),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try_at", sa.BigInteger()),
        sa.Column("problem", sa.Text()),
        *(sa.CheckConstraint(rule, name=op.f(f"ck_outbox_{name}")) for name, rule in RULES.items()),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_outbox_table_id")),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_outbox_table_id"), "outbox", ["table_id"])
    op.create_index(op.f("ix_outbox_user_id"), "outbox", ["user_id"])
    for name, (columns, few) in INDEXES_OF_FEW.items():
        where, is_unique = sa.text(few), name.startswith("uq_")
        op.create_index(name, "outbox", columns, unique=is_unique, sqlite_where=where, postgresql_where=where)


RULES = {
    "user": "(user_id IS NOT NULL) = (kind IN ('desk', 'call', 'closed'))",
    "race": "(race IS NOT NULL) = (kind = 'result')",
    "notice": "(notice IS NOT NULL) = (kind = 'notice')",
    "happened_at": "(happened_at IS NOT NULL) = (kind = 'notice')",
    "seat": "seat IS NULL OR kind = 'notice'",
    "message": "(channel_id IS NULL) = (message_id IS NULL)",
}

INDEXES_OF_FEW = {
    "ix_outbox_due": (["table_id"], "fulfilled < requested AND problem IS NULL"),
    "uq_outbox_kind": (["table_id", "kind"], "user_id IS NULL AND race IS NULL AND notice IS NULL"),
    "uq_outbox_user": (["table_id", "kind", "user_id"], "user_id IS NOT NULL"),
    "uq_outbox_race": (["table_id", "race"], "race IS NOT NULL"),
    "uq_outbox_seat_notice": (["table_id", "notice", "seat", "happened_at"], "seat IS NOT NULL"),
    "uq_outbox_table_notice": (
        ["table_id", "notice", "happened_at"],
        "notice IS NOT NULL AND seat IS NULL",
    ),
}


def _rename_heartbeats() -> None:
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_heartbeats")),
    )
    op.execute("INSERT INTO heartbeats (process, at) SELECT process, at FROM beats")
    op.drop_table("beats")
