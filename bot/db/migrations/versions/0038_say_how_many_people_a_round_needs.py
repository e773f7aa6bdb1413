"""Keep with each night how many people a round of its league needs, also when the league is forgotten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"


def upgrade() -> None:
    """Take the number from the league of a night; of a forgotten league it is three."""
    comment = "people who race in a round of a league that counts"
    op.add_column(
        "nights", sa.Column("least", sa.Integer(), nullable=False, server_default="3", comment=comment)
    )
    op.execute(
        "UPDATE nights SET least = coalesce((SELECT leagues.least FROM leagues"
        " WHERE leagues.guild_id = nights.guild_id AND leagues.league = nights.league), 3)"
    )
