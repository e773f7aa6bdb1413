"""Keep to whom a seat is offered: it is theirs once they accept."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"


def upgrade() -> None:
    """No seat is offered yet."""
    op.create_table(
        "offers",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_offers_table_id")),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_offers")),
    )
    op.create_index(op.f("ix_offers_user_id"), "offers", ["user_id"])
