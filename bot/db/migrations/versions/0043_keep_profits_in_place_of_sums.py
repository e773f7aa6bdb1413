"""Keep what each table and each pool of the tote has brought each person; the sums of standings and worths go."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0043"
down_revision = "0042"

_AT_TABLES = """
SELECT flows.owner, flows.table_id, NULL AS pool, SUM(flows.change) AS profit, settled.at, settled.last
FROM (
  SELECT homes.owner, movements.table_id, -movements.amount AS change
  FROM accounts AS homes JOIN movements ON movements.source = homes.account_id
  WHERE homes.guild_id = :guild AND homes.kind = 'wallet' AND movements.reason IN ('buy_in', 'debt')
  UNION ALL
  SELECT homes.owner, movements.table_id, movements.amount
  FROM accounts AS homes JOIN movements ON movements.target = homes.account_id
  WHERE homes.guild_id = :guild AND homes.kind = 'wallet' AND movements.reason = 'pay_out'
) AS flows
JOIN (
  SELECT movements.table_id, MAX(movements.at) AS at, MAX(movements.movement_id) AS last
  FROM accounts JOIN movements ON movements.source = accounts.account_id
  WHERE accounts.guild_id = :guild AND accounts.kind = 'escrow' AND movements.reason IN ('pay_out', 'remainder')
  GROUP BY movements.table_id
) AS settled ON settled.table_id = flows.table_id
WHERE flows.owner NOT LIKE '-%'
GROUP BY flows.owner, flows.table_id, settled.at, settled.last
"""

# The owner of a pool's account is its table, race and pool, and a pool that is empty is over. A race is settled with
# the last that its pools have paid. A pool in which all stakes of somebody went back has brought them nothing.
_IN_POOLS = """
WITH pools AS (
  SELECT account_id, owner, RTRIM(owner, 'abcdefghijklmnopqrstuvwxyz') AS race FROM accounts
  WHERE guild_id = :guild AND kind = 'tote' AND balance = 0
),
flows AS (
  SELECT homes.owner, pools.account_id, -movements.amount AS change,
    CASE WHEN movements.reason = 'bet' THEN movements.amount ELSE 0 END AS staked
  FROM pools JOIN movements ON movements.target = pools.account_id
  JOIN accounts AS homes ON homes.account_id = movements.source AND homes.kind = 'wallet'
  UNION ALL
  SELECT homes.owner, pools.account_id, movements.amount,
    CASE WHEN movements.reason IN ('bet_returned', 'refund') THEN -movements.amount ELSE 0 END
  FROM pools JOIN movements ON movements.source = pools.account_id
  JOIN accounts AS homes ON homes.account_id = movements.target AND homes.kind = 'wallet'
),
ended AS (
  SELECT pools.race, MAX(movements.at) AS at, MAX(movements.movement_id) AS last
  FROM pools JOIN movements ON movements.source = pools.account_id GROUP BY pools.race
)
SELECT flows.owner, NULL AS table_id, pools.owner AS pool, SUM(flows.change) AS profit, ended.at, ended.last
FROM flows JOIN pools ON pools.account_id = flows.account_id JOIN ended ON ended.race = pools.race
GROUP BY flows.owner, pools.owner, ended.at, ended.last
HAVING SUM(flows.staked) > 0
"""

_PEOPLE = """
UPDATE results SET people = (
  SELECT COUNT(COALESCE(seats.user_id, seats.rated_as)) FROM results AS seats WHERE seats.table_id = results.table_id
)
"""

_AT_ONCE = 1000


def upgrade() -> None:
    """Work profits out from movements, then drop the sums that were kept of them."""
    profits = op.create_table(
        "profits",
        sa.Column("profit_id", sa.Integer(), primary_key=True, autoincrement=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), comment="empty once their data are erased"),
        sa.Column("game", sa.Text(), nullable=False, comment="empty: not known any more"),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("race", sa.Integer(), comment="of the tote; null: what the table itself has paid"),
        sa.Column("pool", sa.Text(), comment="of the tote"),
        sa.Column(
            "profit", sa.BigInteger(), nullable=False, comment="coins paid out less coins bought in or bet"
        ),
        sa.Column(
            "counted",
            sa.BigInteger(),
            nullable=False,
            comment="profit less what came from people whose data were erased since",
        ),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.add_column(
        "seasons",
        sa.Column(
            "profits_before",
            sa.BigInteger(),
            nullable=False,
            server_default="0",
            comment="profits up to this one are older",
        ),
    )
    db = op.get_bind()
    for guild in db.execute(sa.text("SELECT DISTINCT guild_id FROM accounts")).scalars().all():
        _work_out(db, profits, guild)
    index = ["guild_id", "user_id", "game", "counted", "at"]
    for name, few in (
        ("ix_profits_at_tables", "race IS NULL"),
        ("ix_profits_on_the_tote", "race IS NOT NULL"),
    ):
        op.create_index(name, "profits", index, sqlite_where=sa.text(few), postgresql_where=sa.text(few))
    op.create_index(op.f("ix_profits_user_id"), "profits", ["user_id"])
    op.create_index(op.f("ix_profits_table_id"), "profits", ["table_id"])
    unsettled = sa.text("status IN ('open', 'closed')")
    op.create_index(
        "ix_tote_races_unsettled",
        "tote_races",
        ["guild_id", "table_id", "race"],
        sqlite_where=unsettled,
        postgresql_where=unsettled,
    )
    op.drop_column("seasons", "movements_before")
    op.drop_table("standings")
    op.drop_index("ix_accounts_by_worth", table_name="accounts")
    op.drop_column("accounts", "worth")
    _say_how_many_played(db)


def _work_out(db: sa.Connection, profits: sa.Table, guild: int) -> None:
    """Write the profits of a guild, those before its open season first."""
    found = [
        *db.execute(sa.text(_AT_TABLES), {"guild": guild}),
        *db.execute(sa.text(_IN_POOLS), {"guild": guild}),
    ]
    found.sort(key=lambda row: row.last)
    games = {
        row.table_id: row.game
        for row in db.execute(
            sa.text("SELECT table_id, game FROM tables WHERE guild_id = :guild"), {"guild": guild}
        )
    }
    open_ = "SELECT movements_before FROM seasons WHERE guild_id = :guild AND closed_at IS NULL"
    before = db.execute(sa.text(open_), {"guild": guild}).scalar()
    early = [row for row in found if before is not None and row.last <= before]
    late = found[len(early) :]
    lost, nobodys = defaultdict[str, int](int), defaultdict[str, int](int)
    for row in found:
        if row.pool is not None and row.profit < 0:
            lost[row.pool] -= int(row.profit)
            nobodys[row.pool] -= int(row.profit) if row.owner.startswith("-") else 0

    def written(row: Any) -> dict[str, Any]:
        table, race, pool = row.pool.split(":") if row.pool else (row.table_id, None, None)
        profit = counted = int(row.profit)
        if row.pool and profit > 0 and nobodys[row.pool]:
            counted = profit * (lost[row.pool] - nobodys[row.pool]) // lost[row.pool]
        return {
            "guild_id": guild,
            "user_id": None if row.owner.startswith("-") else int(row.owner),
            "game": games.get(table, ""),
            "table_id": table,
            "race": race and int(race),
            "pool": pool,
            "profit": profit,
            "counted": counted,
            "at": row.at,
        }

    for some in (early, late):
        if some is late and before is not None:
            newest = "(SELECT COALESCE(MAX(profit_id), 0) FROM profits)"
            season = (
                f"UPDATE seasons SET profits_before = {newest} WHERE guild_id = :guild AND closed_at IS NULL"  # noqa: S608
            )
            db.execute(sa.text(season), {"guild": guild})
        for start in range(0, len(some), _AT_ONCE):
            db.execute(sa.insert(profits), [written(row) for row in some[start : start + _AT_ONCE]])


def _say_how_many_played(db: sa.Connection) -> None:
    comment = "how many people played, those erased since as well"
    people = sa.Column("people", sa.Integer(), nullable=False, server_default="0", comment=comment)
    op.add_column("results", people)
    db.execute(sa.text(_PEOPLE))
    op.drop_column("results", "rated_as")
    op.drop_index(op.f("ix_results_guild_id_user_id_ended_at"), table_name="results")
    index = ["guild_id", "user_id", "ended_at", "people", "place", "game", "number"]
    op.create_index("ix_results_of_guild", "results", index)
