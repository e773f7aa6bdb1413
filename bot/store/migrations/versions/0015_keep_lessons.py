"""Keep lessons: what somebody has decided in one, until it is over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Nobody is in a lesson yet."""
    op.create_table(
        "lessons",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("lesson_id", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("names", sa.Text(), nullable=False),
        sa.Column("decided", sa.Text(), server_default="[]", nullable=False),
        sa.Column("length", sa.Integer(), server_default="0", nullable=False),
        sa.Column("draft", sa.Text(), server_default="{}", nullable=False),
        sa.Column("drafted_at", sa.Integer(), server_default="0", nullable=False),
        sa.Column("orders", sa.Text(), server_default="{}", nullable=False),
        sa.Column("touched_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_lessons")),
        sa.UniqueConstraint("lesson_id", name=op.f("uq_lessons_lesson_id")),
    )
    op.create_index(op.f("ix_lessons_touched_at"), "lessons", ["touched_at"])
