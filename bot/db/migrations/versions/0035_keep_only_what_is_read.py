"""Drop columns that nothing reads, and find the sums of days, weeks and months that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"


def upgrade() -> None:
    """The sums themselves are deleted in small steps while the bot runs."""
    op.drop_column("tables", "revision")
    for name in ("opened_at", "closed_at", "ended_at"):
        op.drop_column("tote_races", name)
    op.create_index(
        op.f("ix_standings_passing"),
        "standings",
        ["span", "guild_id"],
        sqlite_where=sa.text("span <> 'all'"),
        postgresql_where=sa.text("span <> 'all'"),
    )
