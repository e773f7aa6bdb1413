"""Since when the people of each shard of Discord's can act. Which process owns a shard is a lock, and no row."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Integer,
    Table,
)

from bot.db.schema.frame import filled, metadata

shards = Table(
    "shards",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    filled("of", Integer, comment="how many there are; the same in every row"),
    filled(
        "alive_at",
        BigInteger,
        comment="when its people could last act: deadlines are set later by the time since, once they can again",
    ),
)
"""One row for each shard, written every few seconds by its process."""
