"""Open a tote on races: bets, their sums, and how each race's pools stand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Of tables that are there nobody has bet on any race."""
    op.add_column("tables", sa.Column("tote", sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "tote_races",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("takeout", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("runners", sa.Text(), nullable=False),
        sa.Column("finish", sa.Text(), nullable=True),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("takeout BETWEEN 0 AND 20", name=op.f("ck_tote_races_takeout")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_tote_races_table_id")),
        sa.PrimaryKeyConstraint("table_id", "race", name=op.f("pk_tote_races")),
    )
    op.create_table(
        "tote_bets",
        sa.Column("bet_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("combination", sa.Text(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("returned", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.CheckConstraint("stake > 0", name=op.f("ck_tote_bets_stake")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_tote_bets_table_id")),
        sa.PrimaryKeyConstraint("bet_id", name=op.f("pk_tote_bets")),
        sa.UniqueConstraint("key", name=op.f("uq_tote_bets_key")),
    )
    op.create_index(op.f("ix_tote_bets_table_id_race"), "tote_bets", ["table_id", "race"])
    op.create_index(op.f("ix_tote_bets_user_id"), "tote_bets", ["user_id"])
    op.create_table(
        "tote_sums",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("pool", sa.Text(), nullable=False),
        sa.Column("combination", sa.Text(), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("dividend", sa.BigInteger(), nullable=True),
        sa.Column("refunded", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.CheckConstraint("stake >= 0", name=op.f("ck_tote_sums_stake")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_tote_sums_table_id")),
        sa.PrimaryKeyConstraint("table_id", "race", "pool", "combination", name=op.f("pk_tote_sums")),
    )
