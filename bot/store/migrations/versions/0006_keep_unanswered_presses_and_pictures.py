"""Keep the answers that somebody waits for, and which pictures a message carries, so that a restart knows of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Bring a database of 0005 to 0006; nobody waits yet, and no message is known to carry a picture."""
    op.create_table(
        "unanswered",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False, comment="what the answer is given with; never logged"),
        sa.Column("locale", sa.Text(), nullable=False, comment="of whoever waits for it"),
        sa.Column("at", sa.BigInteger(), nullable=False, comment="since when; of no use after 15 minutes"),
        sa.PrimaryKeyConstraint("interaction_id", name=op.f("pk_unanswered")),
    )
    op.add_column("screens", sa.Column("pictures", sa.Text()))
