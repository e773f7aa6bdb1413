"""Note which wallets are frozen, and what those who manage servers do to wallets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """No wallet is frozen yet, and nothing was done."""
    op.create_table(
        "frozen_wallets",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", name=op.f("pk_frozen_wallets")),
    )
    op.create_table(
        "bank_acts",
        sa.Column("act_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("act_id", name=op.f("pk_bank_acts")),
    )
    op.create_index(op.f("ix_frozen_wallets_user_id"), "frozen_wallets", ["user_id"])
    op.create_index(op.f("ix_bank_acts_by_id"), "bank_acts", ["by_id"])
    op.create_index(op.f("ix_bank_acts_user_id"), "bank_acts", ["user_id"])
    few = sa.text("NOT told")
    op.create_index(
        "ix_bank_acts_untold",
        "bank_acts",
        ["guild_id", "act_id"],
        sqlite_where=few,
        postgresql_where=few,
    )
