"""Have posts that tell somebody what their bets on a race have paid."""

from __future__ import annotations

from alembic import op

revision = "0023"
down_revision = "0022"

PEOPLE = "(user_id IS NOT NULL) = (kind IN ('desk', 'call', 'closed', 'tote'))"
"""Which posts concern one person."""


def upgrade() -> None:
    """Nobody has yet to be told."""
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as outbox:
        outbox.drop_constraint(op.f("ck_outbox_user"), type_="check")
        outbox.create_check_constraint(op.f("ck_outbox_user"), PEOPLE)
