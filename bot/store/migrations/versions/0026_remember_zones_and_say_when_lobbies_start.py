"""Say when a lobby starts by itself, and remember the time zones of hosts and the names of who bets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0024"


def upgrade() -> None:
    """A lobby of a race night that waits now does not say when it starts, and starts all the same."""
    op.add_column("tables", sa.Column("starts_at", sa.BigInteger(), nullable=True))
    op.add_column("users", sa.Column("zone", sa.Text(), nullable=True))
    op.add_column("tote_bets", sa.Column("name", sa.Text(), nullable=False, server_default=""))
