"""Note who opened a table, who was sent away from its lobby, and what of a race day that ended early still counts.

A rematch that was cancelled no longer stands in the way of another.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Of tables of before it is their host who opened them; where one ended early, every stake went back."""
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("opened_by", sa.BigInteger()))
        tables.add_column(sa.Column("counted", sa.Integer(), server_default="0", nullable=False))
        tables.drop_constraint("uq_tables_rematch_of", type_="unique")
    stands = sa.text("status IN ('lobby', 'running', 'finished')")
    op.create_index(
        "ix_tables_rematch_of",
        "tables",
        ["rematch_of"],
        unique=True,
        sqlite_where=stands,
        postgresql_where=stands,
    )
    op.create_table(
        "sent_away",
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.table_id"], name=op.f("fk_sent_away_table_id")),
        sa.PrimaryKeyConstraint("table_id", "user_id", name=op.f("pk_sent_away")),
    )
    op.create_index(op.f("ix_sent_away_user_id"), "sent_away", ["user_id"])
    op.create_index(op.f("ix_tables_opened_by"), "tables", ["opened_by"])
    op.execute("UPDATE tables SET opened_by = host_id")
