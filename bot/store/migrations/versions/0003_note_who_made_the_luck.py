"""Note beside the salt of a table who made each of its presses, and what it was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Bring a database of 0002 to 0003; of presses made before nobody knows whose they were."""
    op.create_table(
        "presses",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False, comment="in the order in which they arrived"),
        sa.Column(
            "press", sa.BigInteger(), nullable=False, comment="the interaction's id, as it stands in the salt"
        ),
        sa.Column(
            "kind", sa.Text(), nullable=False, comment="opened, joined, words, started, or a refused start"
        ),
        sa.Column("user_id", sa.BigInteger(), comment="who pressed; null: somebody who is forgotten"),
        sa.Column("why", sa.Text(), comment="why a start was refused, a reason code"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_presses_table_id")),
        sa.PrimaryKeyConstraint("table_id", "n", name=op.f("pk_presses")),
    )
    op.create_index(op.f("ix_presses_user_id"), "presses", ["user_id"])
