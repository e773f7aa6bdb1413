"""Note what the host of a table has said about hints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Of tables that are there nobody has said anything: one person alone has hints."""
    op.add_column("tables", sa.Column("hints", sa.Boolean(), nullable=True))
