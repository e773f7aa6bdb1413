"""Take games of one person out of the sums of games and wins: they are practice, as profiles have it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"

_ENDED = """
SELECT results.guild_id, results.user_id, results.game, results.ended_at, results.place, seasons.season_id,
  tables_of.people
FROM results
JOIN (
  SELECT table_id, COUNT(COALESCE(user_id, rated_as)) AS people FROM results GROUP BY table_id
) AS tables_of ON tables_of.table_id = results.table_id
LEFT JOIN seasons ON seasons.guild_id = results.guild_id AND seasons.closed_at IS NULL
  AND results.number > seasons.results_before
WHERE results.user_id IS NOT NULL
"""

_COUNTED = """
UPDATE standings SET games = :games, wins = :wins
WHERE guild_id = :guild AND span = :span AND game = :game AND user_id = :user
"""

_Key = tuple[int, str, str, int]


def upgrade() -> None:
    """Count anew where a practice game was counted, and drop the rows that count nothing any more."""
    db = op.get_bind()
    practice, games, wins = set[_Key](), Counter[_Key](), Counter[_Key]()
    for guild, user, game, at, place, season, people in db.execute(sa.text(_ENDED)):
        for key in [(guild, span, of, user) for span in _spans(at, season) for of in ("", game)]:
            if people < 2:
                practice.add(key)
            else:
                games[key] += 1
                wins[key] += int(place == 1)
    if not practice:
        return
    names = ("guild", "span", "game", "user")
    counted = [
        {**dict(zip(names, key, strict=True)), "games": games[key], "wins": wins[key]} for key in practice
    ]
    db.execute(sa.text(_COUNTED), counted)
    db.execute(sa.text("DELETE FROM standings WHERE games = 0 AND paid = 0 AND bets = 0"))


def _spans(at: int, season: int | None) -> Iterator[str]:
    day = datetime.fromtimestamp(at // 1000, UTC).date()
    year, week, _ = day.isocalendar()
    yield from (f"day:{day}", f"week:{year}-W{week:02}", f"month:{day:%Y-%m}", "all")
    if season is not None:
        yield f"season:{season}"
