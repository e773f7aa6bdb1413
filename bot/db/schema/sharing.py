"""How processes share the work: which of them there are, and which shards each looks after."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    Table,
    Text,
)

from bot.db.schema.frame import filled, metadata

processes = Table(
    "processes",
    metadata,
    Column("process_id", Text, primary_key=True, comment="random, and another one for every start"),
    filled("shards", Text, comment="those it serves, such as `0-3/16`; empty: all there are"),
    filled("started_at", BigInteger),
    filled("beat_at", BigInteger, comment="when it was last known to be alive"),
)
"""Every process that serves the tables, until it stops or is found dead."""

shards = Table(
    "shards",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    filled("of", Integer, comment="how many there are; the same in every row"),
    Column(
        "heard_by", Text, comment="the process at which presses of its servers arrive; null: nobody hears it"
    ),
    Column(
        "kept_by", Text, comment="the process that makes posts and moves for its servers; null: nobody yet"
    ),
    Column(
        "still_since",
        BigInteger,
        comment="since when the clocks of its servers stand still; null: they go on",
    ),
)
"""Who does what for which servers, and whose clocks stand still: time in which nobody can act counts against nobody."""
