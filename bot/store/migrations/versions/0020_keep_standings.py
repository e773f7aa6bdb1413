"""Keep sums of everybody's results and coins, ratings, and seasons; fill them from what is there."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op
from openskill.models import PlackettLuce

revision = "0020"
down_revision = "0019"

AT_ONCE = 1000

_SUMS = ("games", "wins", "paid", "profit")


def upgrade() -> None:
    """Number the results of every server, and count and rate them, in the order in which they ended."""
    op.add_column("results", sa.Column("number", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("results", sa.Column("side", sa.Integer(), nullable=True))
    op.add_column("results", sa.Column("rated_as", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_results_guild_id_number"), "results", ["guild_id", "number"])
    _create()
    db = op.get_bind()
    db.execute(sa.text(_NUMBERED))
    _note_sides(db)
    _sum_up(db)
    _rate(db)


_NUMBERED = """
UPDATE results SET number = numbered.n
FROM (
  SELECT table_id, row_number() OVER (PARTITION BY guild_id ORDER BY ended_at, table_id) AS n
  FROM (SELECT DISTINCT table_id, guild_id, ended_at FROM results) AS ended
) AS numbered
WHERE results.table_id = numbered.table_id
"""


def _create() -> None:
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("span", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("paid", sa.Integer(), nullable=False),
        sa.Column("profit", sa.BigInteger(), nullable=False),
        sa.Column("bets", sa.Integer(), nullable=False),
        sa.Column("tote_profit", sa.BigInteger(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "span", "game", "user_id", name=op.f("pk_standings")),
    )
    op.create_index(op.f("ix_standings_user_id"), "standings", ["user_id"])
    for name, few in (("profit", "paid > 0"), ("wins", "games > 0"), ("tote_profit", "bets > 0")):
        columns = ["guild_id", "span", "game", name, "user_id"]
        op.create_index(
            f"ix_standings_by_{name}",
            "standings",
            columns,
            sqlite_where=sa.text(few),
            postgresql_where=sa.text(few),
        )
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "user_id", name=op.f("pk_ratings")),
    )
    shown = ["guild_id", "game", "shown", "user_id"]
    op.create_index(op.f("ix_ratings_guild_id_game_shown_user_id"), "ratings", shown)
    op.create_index(op.f("ix_ratings_user_id"), "ratings", ["user_id"])
    op.create_table(
        "seasons",
        sa.Column("season_id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("results_before", sa.BigInteger(), nullable=False),
        sa.Column("movements_before", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("season_id", name=op.f("pk_seasons")),
    )
    op.create_index(op.f("ix_seasons_guild_id_season_id"), "seasons", ["guild_id", "season_id"])
    is_open = sa.text("closed_at IS NULL")
    op.create_index(
        "ix_seasons_open",
        "seasons",
        ["guild_id"],
        unique=True,
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_table(
        "fame",
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["season_id"], ["seasons.season_id"], name=op.f("fk_fame_season_id")),
        sa.PrimaryKeyConstraint("season_id", "board", "game", "line", name=op.f("pk_fame")),
    )
    op.create_index(op.f("ix_fame_user_id"), "fame", ["user_id"])


def _note_sides(db: sa.Connection) -> None:
    """Note who played together, where the options of a game with teams still say so: they alternate round the table."""
    found = db.execute(sa.text("SELECT table_id, options FROM tables WHERE game = 'jumpyjack'"))
    note = sa.text("UPDATE results SET side = seat % :teams WHERE table_id = :table_id")
    for table_id, options in found.all():
        if teams := json.loads(options).get("teams"):
            db.execute(note, {"teams": teams, "table_id": table_id})


# ---------------------------------------------------------------------------------------------------- sums

_ENDED = """
SELECT user_id, guild_id, game, table_id, ended_at, 1 AS games, CASE WHEN place = 1 THEN 1 ELSE 0 END AS wins,
  0 AS paid, 0 AS profit
FROM results WHERE user_id IS NOT NULL ORDER BY ended_at, table_id
"""

_PAID = """
SELECT CAST(accounts.owner AS BIGINT), accounts.guild_id, tables.game, flows.table_id, settled.at, 0, 0,
  SUM(flows.paid), SUM(flows.change)
FROM (
  SELECT source AS account_id, table_id, -amount AS change, 1 AS paid FROM movements WHERE reason = 'buy_in'
  UNION ALL
  SELECT source, table_id, -amount, 0 FROM movements WHERE reason = 'debt' AND table_id IS NOT NULL
  UNION ALL
  SELECT target, table_id, amount, 0 FROM movements WHERE reason = 'pay_out' AND table_id IS NOT NULL
) AS flows
JOIN accounts ON accounts.account_id = flows.account_id
JOIN (
  SELECT table_id, MAX(at) AS at FROM movements
  WHERE source LIKE 'escrow:%' AND reason IN ('pay_out', 'remainder') GROUP BY table_id
) AS settled ON settled.table_id = flows.table_id
LEFT JOIN tables ON tables.table_id = flows.table_id
WHERE accounts.kind = 'wallet' AND accounts.owner NOT LIKE '-%'
GROUP BY accounts.owner, accounts.guild_id, tables.game, flows.table_id, settled.at
ORDER BY settled.at, flows.table_id
"""


def _sum_up(db: sa.Connection) -> None:
    sums: defaultdict[tuple[int, str, str, int], list[int]] = defaultdict(lambda: [0] * len(_SUMS))
    last: dict[tuple[int, str, str, int], tuple[int, str]] = {}
    for asked in (_ENDED, _PAID):
        for user, guild, game, table, at, *changes in db.execute(sa.text(asked)):
            for span in _spans(at):
                for of in dict.fromkeys(("", game or "")):
                    key = (guild, span, of, user)
                    last[key] = max(last.get(key, (0, "")), (at, table))
                    kept = sums[key]
                    kept[:] = [had + int(more) for had, more in zip(kept, changes, strict=True)]
    rows = [
        {
            **dict(zip(("guild_id", "span", "game", "user_id"), key, strict=True)),
            **dict(zip(_SUMS, kept, strict=True)),
            "bets": 0,
            "tote_profit": 0,
            "table_id": last[key][1],
        }
        for key, kept in sums.items()
    ]
    _insert(db, "standings", rows)


def _spans(at: int) -> Iterator[str]:
    day = datetime.fromtimestamp(at // 1000, UTC).date()
    year, week, _ = day.isocalendar()
    yield from (f"day:{day}", f"week:{year}-W{week:02}", f"month:{day:%Y-%m}", "all")


# ------------------------------------------------------------------------------------------------- ratings

_RESULTS = """
SELECT guild_id, game, table_id, user_id, side, place FROM results ORDER BY guild_id, number, table_id, seat
"""


def _rate(db: sa.Connection) -> None:
    model = PlackettLuce()
    new = (model.mu, round(model.sigma, 6), 0)
    known: dict[tuple[int, str, int], tuple[float, float, int]] = {}
    for (guild, game, _), seats in groupby(db.execute(sa.text(_RESULTS)), key=lambda row: tuple(row[:3])):
        sides: dict[Any, list[tuple[int, int]]] = {}
        for number, (*_, user, side, place) in enumerate(seats):
            if user is not None:
                key = ("seat", number) if side is None else ("side", side)
                sides.setdefault(key, []).append((user, place))
        if len(sides) < 2:
            continue
        teams = [
            [
                model.rating(mu=mu, sigma=sigma)
                for user, _ in side
                for mu, sigma, _ in [known.get((guild, game, user), new)]
            ]
            for side in sides.values()
        ]
        ranks = [float(min(place for _, place in side)) for side in sides.values()]
        for side, rated in zip(sides.values(), model.rate(teams, ranks=ranks), strict=True):
            for (user, _), each in zip(side, rated, strict=True):
                games = known.get((guild, game, user), new)[2] + 1
                known[guild, game, user] = (round(each.mu, 6), round(each.sigma, 6), games)
    rows = [
        {
            "guild_id": guild,
            "game": game,
            "user_id": user,
            "mu": mu,
            "sigma": sigma,
            "games": games,
            "shown": round(1000 + 40 * (mu - 3 * sigma)),
        }
        for (guild, game, user), (mu, sigma, games) in known.items()
    ]
    _insert(db, "ratings", rows)


def _insert(db: sa.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        into = sa.table(table, *(sa.column(name) for name in rows[0]))
        for start in range(0, len(rows), AT_ONCE):
            db.execute(sa.insert(into), rows[start : start + AT_ONCE])
