"""What `/profile` tells of people: kept with each game that ends, so that no log is read anew."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, PrimaryKeyConstraint, Table, Text

from bot.db.schema.frame import filled, metadata

careers = Table(
    "careers",
    metadata,
    filled("guild_id", BigInteger),
    filled("user_id", BigInteger),
    filled("game", Text, comment="empty: all games together"),
    filled("games", Integer, comment="finished ones"),
    filled("wins", Integer),
    filled("best_place", Integer),
    filled("profit", BigInteger, comment="coins: what tables have paid, less what was paid in"),
    filled("streak", Integer, comment="games won one after the other, up to the last"),
    filled("best_streak", Integer, comment="the most there ever were"),
    filled("won", Text, comment="the games that were won, each between blanks"),
    Column(
        "best_profit", BigInteger, comment="the most that one table has brought; null: none was for coins"
    ),
    Column("best_table", Text, comment="which that was"),
    Column("best_game", Text, comment="and what was played there"),
    PrimaryKeyConstraint("guild_id", "user_id", "game"),
    Index(None, "user_id"),
)
"""How somebody's games ended, by game and all together."""

tallies = Table(
    "tallies",
    metadata,
    filled("guild_id", BigInteger),
    filled("user_id", BigInteger),
    filled("what", Text, comment="horse: bet on it; ahead: was ahead of them in the end"),
    filled("of", Text, comment="a horse, as jockey:red, or the id of another person"),
    filled("times", Integer),
    PrimaryKeyConstraint("guild_id", "user_id", "what", "of"),
    Index(None, "user_id"),
    Index(None, "what", "of"),
)
"""How often somebody bet on which horse, and finished behind whom, in games that are over."""

achievements = Table(
    "achievements",
    metadata,
    filled("guild_id", BigInteger),
    filled("user_id", BigInteger),
    filled("feat", Text, comment="which it is, such as hat_trick or turfe.jackpot"),
    filled("table_id", Text, comment="where it was"),
    Column("seat", Integer, comment="null: somebody who watched"),
    filled("at", BigInteger),
    PrimaryKeyConstraint("guild_id", "user_id", "feat"),
    Index(None, "user_id"),
    Index(None, "table_id"),
)
"""What somebody has achieved, each once."""
