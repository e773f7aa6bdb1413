"""The tote: bets on races, what they come to, and how each race's pools stand."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    PrimaryKeyConstraint,
    Table,
    Text,
    false,
)

from bot.db.schema.frame import filled, index_of_few, metadata

UNSETTLED = "status IN ('open', 'closed')"
"""Races whose stakes lie in the pools: in these words, so that their index is found by them."""

tote_races = Table(
    "tote_races",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("race", Integer, comment="from 1 through the whole game"),
    filled("guild_id", BigInteger),
    filled("takeout", Integer, comment="per cent that the house takes, as of the first bet"),
    filled("status", Text, comment="open, closed, settled or refunded"),
    filled(
        "runners",
        Text,
        comment="JSON list: the horses that could be bet on, once it is closed those that run",
    ),
    Column("finish", Text, comment="JSON list of lists: the order of finish, a dead heat together"),
    CheckConstraint("takeout BETWEEN 0 AND 20", name="takeout"),
    PrimaryKeyConstraint("table_id", "race"),
)
"""The races on which there were bets."""

index_of_few(
    "ix_tote_races_unsettled", UNSETTLED, tote_races.c.guild_id, tote_races.c.table_id, tote_races.c.race
)

tote_bets = Table(
    "tote_bets",
    metadata,
    Column("bet_id", Integer, primary_key=True, autoincrement=True),
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("race", Integer),
    Column("user_id", BigInteger, comment="null: somebody who is forgotten"),
    filled("name", Text, server_default="", comment="what they were called, to draw in leaderboards"),
    filled("pool", Text, comment="win, place, exacta or quinella"),
    filled("combination", Text, comment="JSON list: the horses, of a quinella in one order"),
    filled("stake", BigInteger),
    filled("at", BigInteger),
    filled("key", Text, unique=True, comment="the interaction; the same one never bets twice"),
    filled(
        "returned",
        Boolean,
        server_default=false(),
        comment="taken out of its pool before the race, and paid back",
    ),
    Column("returned_for", Text, comment="why its stake went back, where its race and pool do not say so"),
    CheckConstraint("stake > 0", name="stake"),
    Index(None, "table_id", "race", "user_id"),
    Index(None, "user_id"),
)
"""Every bet; what became of it follows from the dividend of its combination."""

tote_sums = Table(
    "tote_sums",
    metadata,
    filled("table_id", Text, ForeignKey("tables.table_id")),
    filled("race", Integer),
    filled("pool", Text),
    filled("combination", Text),
    filled("stake", BigInteger, comment="what the bets that were not returned add up to"),
    filled(
        "bets", Integer, server_default="0", comment="how many there were, those that were returned as well"
    ),
    Column("dividend", BigInteger, comment="twentieths of a coin a coin, once settled; 0: lost"),
    filled(
        "refunded",
        Boolean,
        server_default=false(),
        comment="every stake in the pool goes back: nobody has won, or the race was not run to its end",
    ),
    CheckConstraint("stake >= 0", name="stake"),
    PrimaryKeyConstraint("table_id", "race", "pool", "combination"),
)
"""The pools by combination, kept with each bet."""
