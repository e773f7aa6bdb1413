"""Add to a table the version of the rules it is played by: until now every game had its first."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Bring a database of 0004 to 0005; whatever was played so far was played by the first rules."""
    op.add_column("tables", sa.Column("rules", sa.Integer(), server_default="1", nullable=False))
