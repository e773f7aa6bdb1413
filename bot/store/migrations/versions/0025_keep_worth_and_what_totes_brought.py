"""Keep what people are worth, what totes brought that were settled before it was kept, and when odds were shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"

AT_ONCE = 1000


def upgrade() -> None:
    """Fill the sums from the movements that are there; what is kept already is put in its place as they say."""
    op.add_column("tables", sa.Column("odds_at", sa.BigInteger(), nullable=True))
    op.add_column("accounts", sa.Column("worth", sa.BigInteger(), nullable=True))
    db = op.get_bind()
    db.execute(sa.text(_WORTHS))
    few = sa.text("worth IS NOT NULL")
    op.create_index(
        "ix_accounts_by_worth",
        "accounts",
        ["guild_id", "worth", "owner"],
        sqlite_where=few,
        postgresql_where=few,
    )
    _fill_tote_sums(db)


_WORTHS = """
UPDATE accounts SET worth = added.worth
FROM (
  SELECT wallets.account_id, wallets.balance + COALESCE(markers.balance, 0) + COALESCE(lying.coins, 0)
    + COALESCE(bet.coins, 0) AS worth
  FROM accounts AS wallets
  JOIN (
    SELECT DISTINCT results.guild_id, CAST(results.user_id AS TEXT) AS owner
    FROM results JOIN tables ON tables.table_id = results.table_id
    WHERE results.user_id IS NOT NULL AND tables.stakes
  ) AS played ON played.guild_id = wallets.guild_id AND played.owner = wallets.owner
  LEFT JOIN accounts AS markers
    ON markers.guild_id = wallets.guild_id AND markers.kind = 'marker' AND markers.owner = wallets.owner
  LEFT JOIN (
    SELECT movements.source, SUM(movements.amount) AS coins
    FROM movements JOIN accounts AS pools ON pools.account_id = movements.target
    WHERE pools.kind = 'escrow' AND pools.balance > 0
    GROUP BY movements.source
  ) AS lying ON lying.source = wallets.account_id
  LEFT JOIN (
    SELECT tote_races.guild_id, CAST(tote_bets.user_id AS TEXT) AS owner, CAST(SUM(tote_bets.stake) AS BIGINT) AS coins
    FROM tote_bets
    JOIN tote_races ON tote_races.table_id = tote_bets.table_id AND tote_races.race = tote_bets.race
    WHERE tote_races.status IN ('open', 'closed') AND NOT tote_bets.returned
    GROUP BY tote_races.guild_id, tote_bets.user_id
  ) AS bet ON bet.guild_id = wallets.guild_id AND bet.owner = wallets.owner
  WHERE wallets.kind = 'wallet'
) AS added
WHERE accounts.account_id = added.account_id
"""


# ------------------------------------------------------------------------------------------ the tote's sums

# The owner of a pool's account is its table, race and pool: `K7QH2M:3:win`. A pool that is empty is over, and whoever
# still has a stake in it bet on a race that was settled.
_BROUGHT = """
WITH pools AS (
  SELECT account_id, guild_id, RTRIM(RTRIM(owner, 'abcdefghijklmnopqrstuvwxyz'), ':') AS race
  FROM accounts WHERE kind = 'tote' AND balance = 0
),
homes AS (
  SELECT account_id, owner FROM accounts WHERE kind = 'wallet' AND owner NOT LIKE '-%'
),
flows AS (
  SELECT homes.owner, pools.account_id, pools.guild_id, pools.race, -movements.amount AS change,
    CASE WHEN movements.reason = 'bet' THEN movements.amount ELSE 0 END AS staked
  FROM movements
  JOIN homes ON homes.account_id = movements.source
  JOIN pools ON pools.account_id = movements.target
  UNION ALL
  SELECT homes.owner, pools.account_id, pools.guild_id, pools.race, movements.amount,
    CASE WHEN movements.reason IN ('bet_returned', 'refund') THEN -movements.amount ELSE 0 END
  FROM movements
  JOIN homes ON homes.account_id = movements.target
  JOIN pools ON pools.account_id = movements.source
),
by_pool AS (
  SELECT owner, guild_id, race, SUM(change) AS change FROM flows
  GROUP BY owner, account_id, guild_id, race HAVING SUM(staked) > 0
),
by_race AS (
  SELECT owner, guild_id, race, SUM(change) AS change FROM by_pool GROUP BY owner, guild_id, race
),
ended AS (
  SELECT pools.guild_id, pools.race, MAX(movements.at) AS at, MAX(movements.movement_id) AS last
  FROM pools JOIN movements ON movements.source = pools.account_id
  GROUP BY pools.guild_id, pools.race
)
SELECT by_race.guild_id, CAST(by_race.owner AS BIGINT), tables.game, ended.at, ended.last, by_race.change
FROM by_race
JOIN ended ON ended.guild_id = by_race.guild_id AND ended.race = by_race.race
LEFT JOIN tables ON tables.table_id = RTRIM(RTRIM(by_race.race, '0123456789'), ':')
"""

_SEASONS = "SELECT guild_id, season_id, movements_before FROM seasons WHERE closed_at IS NULL"

_ADD = """
INSERT INTO standings (guild_id, span, game, user_id, games, wins, paid, profit, bets, tote_profit)
VALUES (:guild_id, :span, :game, :user_id, 0, 0, 0, 0, :bets, :tote_profit)
ON CONFLICT (guild_id, span, game, user_id) DO UPDATE SET bets = excluded.bets, tote_profit = excluded.tote_profit
"""


def _fill_tote_sums(db: sa.Connection) -> None:
    """Put what the movements say in the place of what is kept, which counts only what came since that was."""
    open_seasons = {guild: (season, before) for guild, season, before in db.execute(sa.text(_SEASONS))}
    sums: defaultdict[tuple[int, str, str, int], list[int]] = defaultdict(lambda: [0, 0])
    for guild, user, game, at, last, change in db.execute(sa.text(_BROUGHT)):
        season, before = open_seasons.get(guild, (None, 0))
        for span in _spans(at, season if last > before else None):
            for of in dict.fromkeys(("", game or "")):
                kept = sums[guild, span, of, user]
                kept[:] = [kept[0] + 1, kept[1] + int(change)]
    db.execute(sa.text("UPDATE standings SET bets = 0, tote_profit = 0 WHERE bets <> 0 OR tote_profit <> 0"))
    names = ("guild_id", "span", "game", "user_id", "bets", "tote_profit")
    rows: list[dict[str, Any]] = [dict(zip(names, (*key, *kept), strict=True)) for key, kept in sums.items()]
    for start in range(0, len(rows), AT_ONCE):
        db.execute(sa.text(_ADD), rows[start : start + AT_ONCE])


def _spans(at: int, season: int | None) -> Iterator[str]:
    day = datetime.fromtimestamp(at // 1000, UTC).date()
    year, week, _ = day.isocalendar()
    yield from (f"day:{day}", f"week:{year}-W{week:02}", f"month:{day:%Y-%m}", "all")
    if season is not None:
        yield f"season:{season}"
