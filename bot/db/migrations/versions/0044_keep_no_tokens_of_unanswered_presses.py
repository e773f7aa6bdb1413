"""Keep no tokens of presses: one that a killed process did not answer is pressed again."""

from __future__ import annotations

from alembic import op

revision = "0044"
down_revision = "0043"


def upgrade() -> None:
    """Drop the table."""
    op.drop_table("unanswered")
