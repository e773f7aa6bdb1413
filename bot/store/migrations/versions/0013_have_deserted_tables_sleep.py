"""Have tables sleep at which nobody is: they rest, and whoever comes back first wakes them."""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """A table that waited with a clock of its own, a day, rests since it began to wait; that clock ends the rest."""
    op.execute("""
        UPDATE tables SET version = version + 1, paused_at = (
            SELECT due_at - 86400000 FROM deadlines
            WHERE deadlines.table_id = tables.table_id AND deadlines.kind = 'deserted')
        WHERE status = 'running' AND paused_at IS NULL AND EXISTS (
            SELECT 1 FROM deadlines WHERE deadlines.table_id = tables.table_id AND deadlines.kind = 'deserted')
    """)
    op.execute("""
        DELETE FROM deadlines WHERE kind = 'deserted' AND EXISTS (
            SELECT 1 FROM deadlines AS others
            WHERE others.table_id = deadlines.table_id AND others.kind = 'paused')
    """)
    op.execute("UPDATE deadlines SET kind = 'paused' WHERE kind = 'deserted'")
