"""Keep the terms to which all players of a lobby agreed last, so that it can say what has changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0041"


def upgrade() -> None:
    """Add the column; what was agreed to in open lobbies is not known."""
    comment = "JSON object: the terms to which all agreed last, if they have changed since"
    op.add_column("tables", sa.Column("agreed", sa.Text(), nullable=True, comment=comment))
