"""Note beside each row of a log which user decided it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"


def upgrade() -> None:
    """Bring a database of 0002 to 0004; of rows that are there, name who decided wherever that is certain.

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
