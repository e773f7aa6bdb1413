"""Note of each desk where its owner has opened it, and what it is edited with there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """No desk of before is kept up to date in an answer to a press."""
    for name, kind in (
        ("opened_channel_id", sa.BigInteger()),
        ("opened_message_id", sa.BigInteger()),
        ("opened_token", sa.Text()),
        ("opened_until", sa.BigInteger()),
    ):
        op.add_column("outbox", sa.Column(name, kind, nullable=True))
    few = sa.text("opened_until IS NOT NULL")
    op.create_index("ix_outbox_opened", "outbox", ["opened_until"], sqlite_where=few, postgresql_where=few)
