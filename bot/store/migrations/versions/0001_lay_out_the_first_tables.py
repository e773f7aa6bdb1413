"""Lay out the first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Bring a new database to 0001."""
    op.create_table(
        "accounts",
        sa.Column("account_id", sa.Text(), nullable=False, comment="kind:guild:owner, such as wallet:1:2"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="house, wallet, marker or escrow"),
        sa.Column(
            "owner", sa.Text(), nullable=False, comment="a user id, a table id, or empty for the house"
        ),
        sa.Column("balance", sa.BigInteger(), nullable=False, comment="what all movements add up to"),
        sa.CheckConstraint("kind <> 'marker' OR balance <= 0", name=op.f("ck_accounts_marker")),
        sa.CheckConstraint("kind IN ('house', 'marker') OR balance >= 0", name=op.f("ck_accounts_balance")),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("guild_id", "kind", "owner", name=op.f("uq_accounts_guild_id_kind_owner")),
    )
    op.create_table(
        "tables",
        sa.Column("table_id", sa.Text(), nullable=False, comment="short random id, the one in custom ids"),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False, comment="where the lobby was opened"),
        sa.Column(
            "thread_id", sa.BigInteger(), comment="where the race is run; the channel itself if no thread"
        ),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False, comment="JSON object, every option resolved"),
        sa.Column("edition", sa.Text(), nullable=False, comment="JSON object, the whole edition data"),
        sa.Column("capacity", sa.Integer(), nullable=False, comment="how many seats the host offers"),
        sa.Column(
            "status", sa.Text(), nullable=False, comment="lobby, running, finished, cancelled or expired"
        ),
        sa.Column(
            "secret",
            sa.LargeBinary(length=32),
            nullable=False,
            comment="committed to while the lobby is open",
        ),
        sa.Column(
            "salt",
            sa.Text(),
            nullable=False,
            comment="JSON list: interaction ids of every join and of the start",
        ),
        sa.Column("revision", sa.Integer(), nullable=False, comment="counts every change of the lobby"),
        sa.Column("length", sa.Integer(), nullable=False, comment="rows in the log: the n of the next row"),
        sa.Column(
            "stakes", sa.Boolean(), nullable=False, comment="false: played for practice, no coins move"
        ),
        sa.Column("buy_in", sa.BigInteger(), nullable=False, comment="coins a seat pays into escrow"),
        sa.Column("rematch_of", sa.Text()),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger()),
        sa.Column("ended_at", sa.BigInteger()),
        sa.ForeignKeyConstraint(["rematch_of"], ["tables.table_id"], name=op.f("fk_tables_rematch_of")),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_tables")),
        sa.UniqueConstraint("rematch_of", name=op.f("uq_tables_rematch_of")),
    )
    op.create_index(op.f("ix_tables_guild_id_status"), "tables", ["guild_id", "status"])
    op.create_table(
        "deadlines",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_deadlines_table_id")),
        sa.PrimaryKeyConstraint("table_id", "kind", name=op.f("pk_deadlines")),
    )
    op.create_index(op.f("ix_deadlines_due_at"), "deadlines", ["due_at"])
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "n", sa.Integer(), nullable=False, comment="log length when it was begun; older drafts are void"
        ),
        sa.Column("draft", sa.Text(), nullable=False, comment="JSON object, the slip as filled in so far"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_drafts_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_drafts")),
    )
    op.create_table(
        "log",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), comment="null: the set-up, or the table itself"),
        sa.Column("action", sa.Text(), comment="JSON object; null: the set-up"),
        sa.Column("events", sa.Text(), nullable=False, comment="JSON list"),
        sa.Column("auto", sa.Boolean(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_log_table_id")),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_log")),
    )
    op.create_table(
        "movements",
        sa.Column("movement_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False, comment="the same key never moves coins twice"),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False, comment="a reason code"),
        sa.Column("table_id", sa.Text(), comment="the table it belongs to"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_movements_amount")),
        sa.CheckConstraint("source <> target", name=op.f("ck_movements_ends")),
        sa.ForeignKeyConstraint(["source"], ["accounts.account_id"], name=op.f("fk_movements_source")),
        sa.ForeignKeyConstraint(["target"], ["accounts.account_id"], name=op.f("fk_movements_target")),
        sa.PrimaryKeyConstraint("movement_id", name=op.f("pk_movements")),
        sa.UniqueConstraint("key", name=op.f("uq_movements_key")),
    )
    op.create_index(op.f("ix_movements_source"), "movements", ["source"])
    op.create_index(op.f("ix_movements_table_id"), "movements", ["table_id"])
    op.create_index(op.f("ix_movements_target"), "movements", ["target"])
    op.create_table(
        "results",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger()),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.Column(
            "place", sa.Integer(), nullable=False, comment="1 is best; equal scores share the better place"
        ),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_results_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_results")),
    )
    op.create_index(op.f("ix_results_guild_id_user_id"), "results", ["guild_id", "user_id"])
    op.create_table(
        "screens",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="lobby, board, desk, or result:<race>"),
        sa.Column("user_id", sa.BigInteger(), nullable=False, comment="whose desk; 0: everyone's screen"),
        sa.Column(
            "wanted", sa.Integer(), nullable=False, comment="the revision or log length it should show"
        ),
        sa.Column("shown", sa.Integer(), nullable=False, comment="the one it shows; -1: nothing yet"),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("posted_at", sa.BigInteger()),
        sa.Column("tries", sa.Integer(), nullable=False, comment="failed posts in a row"),
        sa.Column("next_try_at", sa.BigInteger(), nullable=False),
        sa.Column("problem", sa.Text(), comment="why the last post failed for good, a reason code"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_screens_table_id")),
        sa.PrimaryKeyConstraint("table_id", "kind", "user_id", name=op.f("pk_screens")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), comment="null: a computer player"),
        sa.Column("agent", sa.Text(), comment="which computer player; null: a person"),
        sa.Column("name", sa.Text(), nullable=False, comment="the name to draw in pictures"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_seats_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
        sa.UniqueConstraint("table_id", "user_id", name=op.f("uq_seats_table_id_user_id")),
    )
    op.create_index(op.f("ix_seats_user_id"), "seats", ["user_id"])
