"""Note when each clock was started, so that one started while its table rested is not set later by the whole rest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Bring a database of 0007 to 0008; clocks that run stand still for as long as their table did, as before."""
    op.add_column("deadlines", sa.Column("set_at", sa.BigInteger(), server_default="0", nullable=False))
