"""Find what somebody finished on one day without reading all their results."""

from __future__ import annotations

from alembic import op

revision = "0040"
down_revision = "0039"


def upgrade() -> None:
    """Order the results of a person by when they ended: no query asks for their places any more."""
    op.create_index(
        op.f("ix_results_guild_id_user_id_ended_at"), "results", ["guild_id", "user_id", "ended_at"]
    )
    op.drop_index(op.f("ix_results_guild_id_user_id_place"), table_name="results")
