"""Keep why a bet on the tote went back before its race: what it follows from may change after that."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Of what went back before, say what can be made out by the horses that ran."""
    op.add_column(
        "tote_bets",
        sa.Column(
            "returned_for", sa.Text(), nullable=True, comment="of one that was returned: seated or scratched"
        ),
    )
    db = op.get_bind()
    returned = db.execute(
        sa.text(
            "SELECT tote_bets.bet_id, tote_bets.combination, tote_races.runners FROM tote_bets JOIN tote_races"
            " ON tote_races.table_id = tote_bets.table_id AND tote_races.race = tote_bets.race"
            " WHERE tote_bets.returned"
        )
    ).all()
    said = [
        {"bet": bet, "why": "seated" if {*json.loads(horses)} <= {*json.loads(runners)} else "scratched"}
        for bet, horses, runners in returned
    ]
    if said:
        db.execute(sa.text("UPDATE tote_bets SET returned_for = :why WHERE bet_id = :bet"), said)
