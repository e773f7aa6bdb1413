"""Give tables playing hours and a pace of their own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

FEW = sa.text("hours IS NOT NULL")


def upgrade() -> None:
    """Tables that are there are played at any time, and at the pace of their server."""
    op.add_column("tables", sa.Column("hours", sa.Text(), nullable=True))
    op.add_column("tables", sa.Column("pace", sa.Text(), nullable=True))
    op.create_index(
        "ix_tables_with_hours", "tables", ["guild_id", "created_at"], sqlite_where=FEW, postgresql_where=FEW
    )
