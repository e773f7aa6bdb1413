"""Find the few posts that Discord forbade without reading the outbox."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"


def upgrade() -> None:
    """Keep an index of what was forbidden."""
    few = sa.text("problem = 'forbidden'")
    op.create_index("ix_outbox_forbidden", "outbox", ["table_id"], sqlite_where=few, postgresql_where=few)
