"""How everybody of a server stands: kept sums, ratings, seasons and what stays of them."""

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

HAS_PAID, HAS_PLAYED, HAS_BET = "paid > 0", "games > 0", "bets > 0"
"""Who stands on a board of profit, of wins, of the tote: in these words, so that their indexes are found by them."""

PASSES = "span <> 'all'"
"""Which sums are of a stretch of time that ends: likewise."""

standings = Table(
    "standings",
    metadata,
    filled("guild_id", BigInteger),
    filled("span", Text, comment="all, day:2026-11-23, week:2026-W48, month:2026-11 or season:7"),
    filled("game", Text, comment="empty: all games together"),
    filled("user_id", BigInteger),
    filled("games", Integer, comment="finished games"),
    filled("wins", Integer),
    filled("paid", Integer, comment="tables that were paid out, also those that ended early"),
    filled("profit", BigInteger, comment="coins paid out less coins bought in"),
    filled("bets", Integer, comment="races that were bet on"),
    filled(
        "tote_profit",
        BigInteger,
        comment="coins that the tote paid less coins bet, and less what the erased gave",
    ),
    Column("table_id", Text, comment="the last table that was counted"),
    PrimaryKeyConstraint("guild_id", "span", "game", "user_id"),
    Index(None, "user_id"),
)
"""Sums of a person's results and coins over a stretch of time, kept in the transaction of what they count."""

for _name, _few in (("profit", HAS_PAID), ("wins", HAS_PLAYED), ("tote_profit", HAS_BET)):
    index_of_few(
        f"ix_standings_by_{_name}",
        _few,
        standings.c.guild_id,
        standings.c.span,
        standings.c.game,
        standings.c[_name],
        standings.c.user_id,
    )

index_of_few("ix_standings_passing", PASSES, standings.c.span, standings.c.guild_id)

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
"""How well everybody plays a game, by the results alone; it can be worked out anew from them."""

seasons = Table(
    "seasons",
    metadata,
    Column("season_id", Integer, primary_key=True, autoincrement=True),
    filled("guild_id", BigInteger),
    filled("name", Text, comment="may be empty"),
    filled("started_at", BigInteger),
    Column("closed_at", BigInteger, comment="null: it is open"),
    filled("results_before", BigInteger, comment="results up to this number are older"),
    filled("movements_before", BigInteger, comment="movements up to this one are older"),
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
