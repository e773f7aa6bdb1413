"""Count the bets on a race with its sums, find the posts of a table by kind, and the open nights of a server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"

_COUNTED = """
UPDATE tote_sums SET bets = (
  SELECT COUNT(*) FROM tote_bets
  WHERE tote_bets.table_id = tote_sums.table_id AND tote_bets.race = tote_sums.race
    AND tote_bets.pool = tote_sums.pool AND tote_bets.combination = tote_sums.combination
)
WHERE dividend IS NULL
"""


def upgrade() -> None:
    """Count bets where more may be made: on races that are still to be settled."""
    op.add_column("tote_sums", sa.Column("bets", sa.Integer(), server_default="0", nullable=False))
    op.execute(_COUNTED)
    op.drop_index(op.f("ix_outbox_table_id"), table_name="outbox")
    op.create_index(
        op.f("ix_outbox_table_id_kind_moment_post_id"), "outbox", ["table_id", "kind", "moment", "post_id"]
    )
    op.drop_index(op.f("ix_tote_bets_table_id_race"), table_name="tote_bets")
    op.create_index(op.f("ix_tote_bets_table_id_race_user_id"), "tote_bets", ["table_id", "race", "user_id"])
    is_due = sa.text("fulfilled < requested AND problem IS NULL")
    op.drop_index("ix_outbox_due", table_name="outbox")
    op.create_index(
        "ix_outbox_due",
        "outbox",
        ["table_id", "kind", "post_id"],
        sqlite_where=is_due,
        postgresql_where=is_due,
    )
    is_open = sa.text("status IN ('planned', 'running')")
    op.create_index(
        op.f("ix_nights_open"),
        "nights",
        ["guild_id", "host_id"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
