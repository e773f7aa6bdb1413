"""What servers and people have set."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Table,
    Text,
    false,
)

from bot.db.schema.frame import filled, metadata

servers = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    filled("settings", Text, comment="JSON object, what differs from the defaults"),
    Column("greeted_at", BigInteger, comment="when the first steps were shown; 0: they have still to be"),
)
"""What a server has set."""

users = Table(
    "users",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    filled(
        "asked_always",
        Boolean,
        server_default=false(),
        comment="wants to be asked even where there is only one move",
    ),
    Column("zone", Text, comment="in which they named a time last, as Europe/Berlin; null: in none yet"),
)
"""What a user prefers, in every server."""
