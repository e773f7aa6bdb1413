"""Keep of each shard only when its people could last act; which process owns it is a lock of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"

ALIVE_AT = """
    SELECT number, "of", COALESCE(
        still_since,
        (SELECT MAX(beat_at) FROM processes WHERE process_id = heard_by),
        (SELECT MAX(beat_at) FROM processes)
    ) FROM shards
"""


def upgrade() -> None:
    """Make the table anew; a shard was alive until its clocks stood still, or its process was last known to live."""
    rows = op.get_bind().execute(sa.text(ALIVE_AT)).all()
    op.drop_table("shards")
    op.drop_table("processes")
    number = sa.Column("number", sa.Integer(), autoincrement=False, nullable=False)
    of = sa.Column("of", sa.Integer(), nullable=False, comment="how many there are; the same in every row")
    alive_at = sa.Column(
        "alive_at",
        sa.BigInteger(),
        nullable=False,
        comment="when its people could last act: deadlines are set later by the time since, once they can again",
    )
    key = sa.PrimaryKeyConstraint("number", name=op.f("pk_shards"))
    made = op.create_table("shards", number, of, alive_at, key)
    known = [row for row in rows if row[2] is not None]
    if len(known) == len(rows):
        op.bulk_insert(made, [{"number": row[0], "of": row[1], "alive_at": row[2]} for row in known])
