"""Say which race night waits for a table, and forget time zones that nobody meant."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"

UNCLEAR = ("EST", "MST", "CET", "MET", "EET", "WET")
"""Zones of the database named like an abbreviation: who typed one mostly meant another clock."""


def upgrade() -> None:
    """Open tables of nights that go on belong to them from now on, and count for their hosts."""
    op.add_column(
        "tables",
        sa.Column(
            "night_id", sa.BigInteger(), nullable=True, comment="the race night that waits for it; null: none"
        ),
    )
    db = op.get_bind()
    waited_for = db.execute(
        sa.text(
            "SELECT night_tables.table_id AS id, nights.night_id AS night, nights.host_id AS host FROM night_tables"
            " JOIN nights ON nights.night_id = night_tables.night_id AND nights.round = night_tables.round"
            " JOIN tables ON tables.table_id = night_tables.table_id"
            " WHERE nights.status = 'running' AND night_tables.state IN ('open', 'racing')"
            " AND tables.status IN ('lobby', 'running')"
        )
    ).mappings()
    if rows := [dict(row) | {"host": row["host"] or None} for row in waited_for]:
        db.execute(
            sa.text(
                "UPDATE tables SET night_id = :night, opened_by = :host, version = version + 1 WHERE table_id = :id"
            ),
            rows,
        )
    db.execute(
        sa.text("UPDATE users SET zone = NULL WHERE zone IN :unclear").bindparams(
            sa.bindparam("unclear", UNCLEAR, expanding=True)
        )
    )
