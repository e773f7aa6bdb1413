"""Plan race nights, and keep their standings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0019"


def upgrade() -> None:
    """Nothing is planned yet."""
    op.create_table(
        "nights",
        sa.Column("night_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("parent_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("league", sa.Text(), nullable=False),
        sa.Column("form", sa.Text(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=True),
        sa.Column("starts_at", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("round_at", sa.BigInteger(), nullable=False),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("owed", sa.Text(), nullable=False),
        sa.Column("requested", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("night_id", name=op.f("pk_nights")),
    )
    op.create_index(op.f("ix_nights_host_id"), "nights", ["host_id"])
    op.create_index(op.f("ix_nights_guild_id_league"), "nights", ["guild_id", "league"])
    op.create_index(op.f("ix_nights_ended_at"), "nights", ["ended_at"])
    few = sa.text("status IN ('planned', 'running') OR requested > shown OR owed <> '[]'")
    op.create_index("ix_nights_active", "nights", ["night_id"], sqlite_where=few, postgresql_where=few)
    op.create_table(
        "night_names",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("press", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "user_id", name=op.f("pk_night_names")),
    )
    op.create_index(op.f("ix_night_names_user_id"), "night_names", ["user_id"])
    op.create_table(
        "night_tables",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "round", "number", name=op.f("pk_night_tables")),
    )
    op.create_table(
        "night_seats",
        sa.Column("night_id", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("night_id", "round", "user_id", name=op.f("pk_night_seats")),
    )
    op.create_index(op.f("ix_night_seats_user_id"), "night_seats", ["user_id"])
