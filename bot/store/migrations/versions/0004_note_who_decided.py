"""Note beside each row of a log which user decided it, and find rows without going through all of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Bring a database of 0003 to 0004; of rows that are there, name who decided wherever that is certain.

    What nobody took in a seat's place was decided by its owner, unless the seat had been put into somebody else's
    hands before: of such rows nobody can tell whose they are.
    """
    op.add_column("log", sa.Column("decided_by", sa.BigInteger()))
    op.execute(
        """
        UPDATE log SET decided_by = (
            SELECT owner_id FROM seats WHERE seats.table_id = log.table_id AND seats.seat = log.seat
        )
        WHERE action IS NOT NULL AND seat IS NOT NULL AND NOT auto AND taken_by IS NULL
        AND NOT EXISTS (
            SELECT 1 FROM screens
            WHERE screens.table_id = log.table_id AND screens.kind LIKE 'notice:handed:' || log.seat || ':%'
            AND CAST(substr(screens.kind, length('notice:handed:' || log.seat || ':') + 1) AS BIGINT) <= log.at
        )
        """
    )
    op.create_index(op.f("ix_log_decided_by"), "log", ["decided_by"])
    op.drop_index("ix_tables_guild_id_status", "tables")
    op.create_index(op.f("ix_tables_status_guild_id_ended_at"), "tables", ["status", "guild_id", "ended_at"])
    op.create_index(
        op.f("ix_tables_guild_id_thread_id_status_started_at"),
        "tables",
        ["guild_id", "thread_id", "status", "started_at"],
    )
    op.create_index(op.f("ix_tables_host_id"), "tables", ["host_id"])
    op.create_index(op.f("ix_seats_owner_id"), "seats", ["owner_id"])
    op.create_index(op.f("ix_drafts_user_id"), "drafts", ["user_id"])
    op.create_index(op.f("ix_screens_user_id"), "screens", ["user_id"])
    op.create_index(op.f("ix_accounts_owner"), "accounts", ["owner"])
    op.create_index(op.f("ix_results_user_id"), "results", ["user_id"])
    few = sa.text("paused_at IS NOT NULL")
    op.create_index("ix_tables_resting", "tables", ["table_id"], sqlite_where=few, postgresql_where=few)
    few = sa.text("shown < wanted AND problem IS NULL")
    op.create_index("ix_screens_due", "screens", ["table_id"], sqlite_where=few, postgresql_where=few)
