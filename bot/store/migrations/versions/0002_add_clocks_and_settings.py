"""Add what a table needs to be patient: clocks, seats that are played for, and what servers and users settle on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Bring a database of 0001 to 0002; whoever sits somewhere is present, and owns that seat."""
    op.create_table(
        "beats",
        sa.Column("process", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="when it was last known to be alive"),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_beats")),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column(
            "settings", sa.Text(), nullable=False, comment="JSON object, what differs from the defaults"
        ),
        sa.Column("greeted_at", sa.BigInteger(), comment="when the first steps were shown"),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    op.create_table(
        "users",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("asked_always", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_users")),
    )
    op.add_column("tables", sa.Column("clock", sa.Integer(), server_default="180", nullable=False))
    op.add_column("tables", sa.Column("paused_at", sa.BigInteger()))
    op.add_column("seats", sa.Column("owner_id", sa.BigInteger()))
    op.add_column("seats", sa.Column("ready", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("seats", sa.Column("attendance", sa.Text(), server_default="present", nullable=False))
    op.add_column("seats", sa.Column("missed", sa.Integer(), server_default="0", nullable=False))
    op.add_column("seats", sa.Column("orders", sa.Text(), server_default="{}", nullable=False))
    op.add_column("seats", sa.Column("would_stop", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column("log", sa.Column("taken_by", sa.Text()))
    op.execute("UPDATE seats SET owner_id = user_id")
