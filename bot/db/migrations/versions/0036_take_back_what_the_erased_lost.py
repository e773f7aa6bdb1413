"""Take out of tote profits what people lost who had their data erased since: it counts for nobody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"

# As in 0025: the owner of a pool's account is its table, race and pool, and a pool that is empty is over. What somebody
# who has won was paid is their last movement in it.
_GAINS = """
WITH pools AS (
  SELECT account_id, guild_id, owner FROM accounts
  WHERE kind = 'tote' AND balance = 0 AND EXISTS (
    SELECT 1 FROM movements JOIN accounts AS homes ON homes.account_id = movements.source
    WHERE movements.target = accounts.account_id AND homes.kind = 'wallet' AND homes.owner LIKE '-%'
  )
),
homes AS (
  SELECT account_id, owner FROM accounts WHERE kind = 'wallet'
),
flows AS (
  SELECT homes.owner, pools.account_id, movements.movement_id, CAST(NULL AS BIGINT) AS paid_at,
    -movements.amount AS change, CASE WHEN movements.reason = 'bet' THEN movements.amount ELSE 0 END AS staked
  FROM movements
  JOIN homes ON homes.account_id = movements.source
  JOIN pools ON pools.account_id = movements.target
  UNION ALL
  SELECT homes.owner, pools.account_id, movements.movement_id, movements.at, movements.amount,
    CASE WHEN movements.reason IN ('bet_returned', 'refund') THEN -movements.amount ELSE 0 END
  FROM movements
  JOIN homes ON homes.account_id = movements.target
  JOIN pools ON pools.account_id = movements.source
),
by_pool AS (
  SELECT owner, account_id, SUM(change) AS change, MAX(paid_at) AS at, MAX(movement_id) AS last FROM flows
  GROUP BY owner, account_id HAVING SUM(staked) > 0
),
lost AS (
  SELECT account_id, SUM(-change) AS coins, SUM(CASE WHEN owner LIKE '-%' THEN -change ELSE 0 END) AS nobodys
  FROM by_pool WHERE change < 0 GROUP BY account_id
)
SELECT pools.guild_id, CAST(by_pool.owner AS BIGINT), tables.game, by_pool.at, seasons.season_id, by_pool.change,
  lost.coins, lost.nobodys
FROM by_pool
JOIN lost ON lost.account_id = by_pool.account_id
JOIN pools ON pools.account_id = by_pool.account_id
LEFT JOIN tables ON tables.table_id = RTRIM(RTRIM(RTRIM(RTRIM(pools.owner, 'abcdefghijklmnopqrstuvwxyz'), ':'),
  '0123456789'), ':')
LEFT JOIN seasons ON seasons.guild_id = pools.guild_id AND seasons.closed_at IS NULL
  AND by_pool.last > seasons.movements_before
WHERE by_pool.change > 0 AND by_pool.owner NOT LIKE '-%' AND lost.nobodys > 0
"""

_TAKE = """
UPDATE standings SET tote_profit = tote_profit - :coins
WHERE guild_id = :guild AND span = :span AND game = :game AND user_id = :user
"""


def upgrade() -> None:
    """Take each winner's share of the losses of the erased out of every stretch of time in which it is counted."""
    db = op.get_bind()
    taken = Counter[tuple[int, str, str, int]]()
    for guild, user, game, at, season, gain, lost, nobodys in db.execute(sa.text(_GAINS)):
        coins = int(gain) - int(gain) * int(lost - nobodys) // int(lost)
        for span in _spans(at, season):
            for of in dict.fromkeys(("", game or "")):
                taken[guild, span, of, user] += coins
    names = ("guild", "span", "game", "user")
    if rows := [{**dict(zip(names, key, strict=True)), "coins": coins} for key, coins in taken.items()]:
        db.execute(sa.text(_TAKE), rows)


def _spans(at: int, season: int | None) -> Iterator[str]:
    day = datetime.fromtimestamp(at // 1000, UTC).date()
    year, week, _ = day.isocalendar()
    yield from (f"day:{day}", f"week:{year}-W{week:02}", f"month:{day:%Y-%m}", "all")
    if season is not None:
        yield f"season:{season}"
