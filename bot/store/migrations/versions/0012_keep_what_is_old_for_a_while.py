"""Note how much of a table that is over is still kept, and look up in the ledger what does not grow with it.

Balances and leaderboards ask for escrows that hold coins, and for results, by indexes of just those.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Of tables that are there, all is kept."""
    op.add_column("tables", sa.Column("swept", sa.Integer(), server_default="0", nullable=False))
    op.create_index(op.f("ix_tables_swept_status_ended_at"), "tables", ["swept", "status", "ended_at"])
    _index("ix_accounts_in_play", "accounts", "kind = 'escrow' AND balance > 0", *_IN_PLAY)
    _index("ix_tables_over", "tables", "swept < 2 AND ended_at IS NOT NULL", "guild_id", "ended_at")
    _index("ix_tables_ran", "tables", "swept < 2", "guild_id", "thread_id", "status", "started_at")
    op.drop_index(op.f("ix_tables_guild_id_thread_id_status_started_at"), "tables")
    op.create_index(op.f("ix_results_guild_id_user_id_place"), "results", ["guild_id", "user_id", "place"])
    op.drop_index(op.f("ix_results_guild_id_user_id"), "results")


_IN_PLAY = ("guild_id", "kind", "balance", "account_id")


def _index(name: str, table: str, few: str, *columns: str) -> None:
    """Make an index of the few rows that are looked for."""
    op.create_index(name, table, columns, sqlite_where=sa.text(few), postgresql_where=sa.text(few))
