"""Note who has had somebody else's seat in their hands."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Of seats that were handed back before, nobody knows any more who had them."""
    op.create_table(
        "stood_in",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_stood_in_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_stood_in")),
    )
    op.create_index(op.f("ix_stood_in_user_id"), "stood_in", ["user_id"])
