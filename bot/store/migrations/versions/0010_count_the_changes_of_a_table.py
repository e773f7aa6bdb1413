"""Count the changes of each table, so that a process knows whether what it remembers of one still holds."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Bring a database of 0009 to 0010; nobody remembers anything of its tables yet."""
    op.add_column("tables", sa.Column("version", sa.Integer(), server_default="0", nullable=False))
