"""How everybody of a server stands: profits, ratings, seasons and what stays of them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
)

from bot.db.schema.frame import filled, index_of_few, metadata

profits = Table(
    "profits",
    metadata,
    Column("profit_id", Integer, primary_key=True, autoincrement=True),
    filled("guild_id", BigInteger),
    Column("user_id", BigInteger, comment="empty once their data are erased"),
    filled("game", Text, comment="empty: not known any more"),
    filled("table_id", Text),
    Column("race", Integer, comment="of the tote; null: what the table itself has paid"),
    Column("pool", Text, comment="of the tote"),
    filled("profit", BigInteger, comment="coins paid out less coins bought in or bet"),
    filled("counted", BigInteger, comment="profit less what came from people whose data were erased since"),
    filled("at", BigInteger),
    Index(None, "user_id"),
    Index(None, "table_id"),
)
"""What every table and every pool of the tote has brought each person."""

_RANKED = tuple(profits.c[name] for name in ("guild_id", "user_id", "game", "counted", "at"))
index_of_few("ix_profits_at_tables", "race IS NULL", *_RANKED)
index_of_few("ix_profits_on_the_tote", "race IS NOT NULL", *_RANKED)

ratings = Table(
    "ratings",
    metadata,
    filled("guild_id", BigInteger),
    filled("game", Text),
    filled("user_id", BigInteger),
    filled("mu", Double),
    filled("sigma", Double),
    filled("games", Integer, comment="rated games"),
    filled("shown", Integer, comment="the whole number that people read"),
    PrimaryKeyConstraint("guild_id", "game", "user_id"),
    Index(None, "guild_id", "game", "shown", "user_id"),
    Index(None, "user_id"),
)
"""How well everybody plays a game, by the results alone."""

seasons = Table(
    "seasons",
    metadata,
    Column("season_id", Integer, primary_key=True, autoincrement=True),
    filled("guild_id", BigInteger),
    filled("name", Text, comment="may be empty"),
    filled("started_at", BigInteger),
    Column("closed_at", BigInteger, comment="null: it is open"),
    filled("results_before", BigInteger, comment="results up to this number are older"),
    filled("profits_before", BigInteger, server_default="0", comment="profits up to this one are older"),
    Index(None, "guild_id", "season_id"),
)
"""Stretches of time that a server plays for."""

index_of_few("ix_seasons_open", "closed_at IS NULL", seasons.c.guild_id, unique=True)

fame = Table(
    "fame",
    metadata,
    filled("season_id", Integer, ForeignKey("seasons.season_id")),
    filled("board", Text, comment="profit, wins or rating"),
    filled("game", Text, comment="of a rating; else empty"),
    filled("line", Integer, comment="from 1, the best first"),
    filled("place", Integer, comment="equals share the better one"),
    Column("user_id", BigInteger, comment="empty once their data are erased"),
    filled("value", BigInteger),
    PrimaryKeyConstraint("season_id", "board", "game", "line"),
    Index(None, "user_id"),
)
"""The hall of fame: how the best stood when a season was closed. Its rows never change."""
