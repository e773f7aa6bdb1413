"""Keep what profiles tell, and what people have achieved; fill careers from the results and coins that are there."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"

AT_ONCE = 1000


def upgrade() -> None:
    """Which horses were bet on stands in logs, which are not read; nobody has achieved anything yet."""
    op.add_column("tables", sa.Column("honours", sa.Text(), server_default="", nullable=False))
    op.create_table(
        "careers",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("best_place", sa.Integer(), nullable=False),
        sa.Column("profit", sa.BigInteger(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("won", sa.Text(), nullable=False),
        sa.Column("best_profit", sa.BigInteger(), nullable=True),
        sa.Column("best_table", sa.Text(), nullable=True),
        sa.Column("best_game", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "game", name=op.f("pk_careers")),
    )
    op.create_index(op.f("ix_careers_user_id"), "careers", ["user_id"])
    op.create_table(
        "tallies",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("of", sa.Text(), nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "what", "of", name=op.f("pk_tallies")),
    )
    op.create_index(op.f("ix_tallies_user_id"), "tallies", ["user_id"])
    op.create_index(op.f("ix_tallies_what_of"), "tallies", ["what", "of"])
    op.create_table(
        "achievements",
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("feat", sa.Text(), nullable=False),
        sa.Column("table_id", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "feat", name=op.f("pk_achievements")),
    )
    op.create_index(op.f("ix_achievements_user_id"), "achievements", ["user_id"])
    op.create_index(op.f("ix_achievements_table_id"), "achievements", ["table_id"])
    _fill(op.get_bind())


_RESULTS = """
SELECT table_id, guild_id, game, user_id, place FROM results ORDER BY ended_at, table_id, seat
"""

_PROFITS = """
SELECT flows.table_id, CAST(accounts.owner AS BIGINT), SUM(flows.change)
FROM (
  SELECT source AS account_id, table_id, -amount AS change FROM movements WHERE reason IN ('buy_in', 'debt')
  UNION ALL
  SELECT target, table_id, amount FROM movements WHERE reason = 'pay_out'
) AS flows
JOIN accounts ON accounts.account_id = flows.account_id
WHERE accounts.kind = 'wallet' AND accounts.owner NOT LIKE '-%' AND flows.table_id IS NOT NULL
GROUP BY flows.table_id, accounts.owner
"""


def _fill(db: sa.Connection) -> None:
    profits = {(table, user): int(coins) for table, user, coins in db.execute(sa.text(_PROFITS))}
    careers: dict[tuple[int, int, str], dict[str, Any]] = {}
    ahead = Counter[tuple[int, int, int]]()
    for (table, guild, game), found in groupby(db.execute(sa.text(_RESULTS)), key=lambda row: tuple(row[:3])):
        people = {user: place for *_, user, place in found if user is not None}
        if len(people) < 2:
            continue
        for user, place in people.items():
            ahead.update((guild, user, other) for other, theirs in people.items() if theirs < place)
            for of in ("", game):
                key = (guild, user, of)
                careers[key] = _after(careers.get(key), game, table, place, profits.get((table, user)))
    keys = ("guild_id", "user_id", "game")
    _insert(db, "careers", [dict(zip(keys, key, strict=True)) | row for key, row in careers.items()])
    _insert(
        db,
        "tallies",
        [
            {"guild_id": guild, "user_id": user, "what": "ahead", "of": str(other), "times": times}
            for (guild, user, other), times in ahead.items()
        ],
    )


_NEW = {
    "games": 0,
    "wins": 0,
    "best_place": 10**6,
    "profit": 0,
    "streak": 0,
    "best_streak": 0,
    "won": "",
    "best_profit": None,
    "best_table": None,
    "best_game": None,
}


def _after(
    before: dict[str, Any] | None, game: str, table: str, place: int, profit: int | None
) -> dict[str, Any]:
    row = dict(before or _NEW)
    is_won = place == 1
    row["games"] += 1
    row["wins"] += is_won
    row["best_place"] = min(row["best_place"], place)
    row["profit"] += profit or 0
    row["streak"] = row["streak"] + 1 if is_won else 0
    row["best_streak"] = max(row["best_streak"], row["streak"])
    if is_won and f" {game} " not in row["won"]:
        row["won"] += f" {game} "
    if profit is not None and (row["best_profit"] is None or profit > row["best_profit"]):
        row |= {"best_profit": profit, "best_table": table, "best_game": game}
    return row


def _insert(db: sa.Connection, table: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        into = sa.table(table, *(sa.column(name) for name in rows[0]))
        for start in range(0, len(rows), AT_ONCE):
            db.execute(sa.insert(into), rows[start : start + AT_ONCE])
