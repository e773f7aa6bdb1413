"""Keep which messages have made room for newer ones and could not be removed yet, so that a restart removes them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    """Nothing is known of what an earlier run could not remove."""
    op.create_table(
        "removals",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "process", sa.Text(), nullable=False, comment="the process that removes it as long as it lives"
        ),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_removals")),
    )
